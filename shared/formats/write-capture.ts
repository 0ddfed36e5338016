// Writes capture files as capture.ts reads them: a header, then one line per event. Writes unknown fields back.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { jsonText } from '../json/json-text.ts';
import { toBase64 } from '../text/base64.ts';
import type { HttpExchange, WireEvent } from '../wire.ts';

export function writeHeader(started: number, more: JsonObject = {}): string {
  return lineOf({ misfire: 1, started: new Date(started).toISOString(), ...without(more, 'misfire') });
}

/**
 * One event as a line, without the line break. `started` is the header's. `isNumbered`: a line of this server named its connection, so
 * all later ones must. One without a number continues the previous connection.
 */
export function writeEvent(event: WireEvent, started: number, isNumbered = false): string {
  const { at, server, epoch, lane, extra } = event;
  const line: Record<string, unknown> = { t: relative(at, started), server, lane };
  if (epoch !== 1 || isNumbered) line.epoch = epoch;
  for (const name of Object.keys(event)) {
    if (notAsTheyAre.has(name)) continue;
    const value = (event as unknown as Record<string, unknown>)[name];
    if (value === undefined) continue;
    if (name === 'bytes') line.bytes = toBase64(value as Uint8Array);
    else if (name === 'http') line.http = writeExchange(value as HttpExchange, started);
    else if (name === 'actor') line.by = value;
    else line[name] = value;
  }
  if (!extra) return lineOf(line);
  const { http: more, ...own } = extra;
  // Does not overwrite Misfire's own fields.
  const whole: Record<string, unknown> = { ...(lane === 'http' ? own : extra), ...line };
  if (lane === 'http' && isObject(more)) whole.http = { ...more, ...(line.http as object) };
  return lineOf(whole);
}

/** Fields at the start of a line, or not allowed in one. */
const notAsTheyAre: ReadonlySet<string> = new Set(['at', 'server', 'epoch', 'lane', 'extra', 'seq']);

function lineOf(value: Record<string, unknown>): string {
  try {
    return JSON.stringify(value);
  } catch {
    return jsonText(value as Json); // For example an id nested too deeply for JSON.stringify.
  }
}

/** Spreading and overwriting costs a third of omitting fields; undefined is not written. */
function writeExchange(http: HttpExchange, started: number): Record<string, unknown> {
  const { bodyBytes, startedAt, headersAt, endedAt } = http;
  const line: Record<string, unknown> = { ...http, startedAt: relative(startedAt, started) };
  if (bodyBytes !== undefined) line.bodyBytes = toBase64(bodyBytes);
  if (headersAt !== undefined) line.headersAt = relative(headersAt, started);
  if (endedAt !== undefined) line.endedAt = relative(endedAt, started);
  return line;
}

/** The fewest digits that give the same time back, without floating-point noise. */
export function relative(at: number, started: number): number {
  const exact = at - started;
  for (const digits of [1e3, 1e4]) {
    const short = Math.round(exact * digits) / digits;
    if (started + short === at) return short;
  }
  return exact;
}

function without(object: JsonObject, name: string): JsonObject {
  if (member(object, name) === undefined) return object;
  const { [name]: _left, ...rest } = object;
  return rest;
}
