// Decodes a whole capture: events in, one line's worth of values a failure out, as `misfire decode --json` prints them.
// Pairing is exchange/'s, meaning is decode's; this only joins them to line numbers. A server whose dialect becomes clear is read twice.

import type { CaptureEntry } from '../capture.ts';
import type { Dialect } from '../dialects/schema.ts';
import { isWhole } from '../exchange/judged.ts';
import { firstSeq, type RowChange } from '../exchange/ledger.ts';
import { Pairing } from '../exchange/pairing.ts';
import type { Failure } from '../failure.ts';
import { member, type ParsedJson, parseJson } from '../json.ts';
import { decode } from './decode.ts';
import { type Fingerprint, hasFirmedUp, noFingerprint, noteMarks, noteServerInfo } from './fingerprint.ts';
import type { DecodeContext, Subject } from './subject.ts';

export interface DecodedLine extends Failure {
  server: string;
  /** Milliseconds since the capture began. */
  t: number;
  /** Line of the event that showed the failure. */
  line: number;
  /** Line of the request; null where there was none. */
  request: number | null;
  method: string | null;
  target: string | null;
}

export interface DecodeCaptureOptions {
  dialects?: readonly Dialect[];
  pinnedDialect?: string;
}

export function decodeCapture(
  entries: readonly CaptureEntry[],
  started: number,
  options: DecodeCaptureOptions = {},
): DecodedLine[] {
  const fingerprints = new Map<string, Fingerprint>();
  const lines = readOnce(entries, started, options, fingerprints);
  const firm = [...fingerprints.values()].some((fingerprint) => hasFirmedUp(noFingerprint, fingerprint));
  return firm ? readOnce(entries, started, options, fingerprints) : lines;
}

function readOnce(
  entries: readonly CaptureEntry[],
  started: number,
  options: DecodeCaptureOptions,
  fingerprints: Map<string, Fingerprint>,
): DecodedLine[] {
  const learning = fingerprints.size === 0;
  const read = (subject: Subject, context: DecodeContext, server: string): Failure | null => {
    const fingerprint = fingerprints.get(server) ?? noFingerprint;
    const failure = decode(subject, { ...context, ...options, fingerprint, shortened: true });
    if (learning) fingerprints.set(server, learn(fingerprint, subject, failure));
    return failure;
  };
  const pairing = new Pairing({ decode: read });
  const found = new Map<number, DecodedLine>();
  let line = 0;
  const collect = (change: RowChange): void => {
    const { row, failure } = change;
    // An error that the client sent on its own account is no failure of a call.
    const isOurs = row.kind === 'orphan' && failure?.origin === 'local';
    if (failure === null || !isWhole(failure) || isOurs) {
      found.delete(row.id);
      return;
    }
    const first = firstSeq(row.id);
    const isCall = row.kind === 'call' || row.kind === 'notification';
    found.set(row.id, {
      server: row.server,
      t: round((row.endAt ?? row.at) - started),
      line: isCall ? lineOf(change, found.get(row.id)?.line ?? line) : first,
      request: isCall ? first : null,
      method: row.method,
      target: row.target,
      ...failure,
    });
  };
  for (const entry of entries) {
    line = entry.line;
    const { event } = entry;
    const message: ParsedJson | undefined =
      event.lane === 'in' || event.lane === 'out' ? parseJson(event.text) : undefined;
    pairing.take(
      message === undefined ? { event: { ...event, seq: line } } : { event: { ...event, seq: line }, message },
    );
    for (const change of pairing.drain()) collect(change);
  }
  pairing.endOpen();
  for (const change of pairing.drain()) collect(change);
  return [...found.values()].sort((one, other) => one.line - other.line || (one.request ?? 0) - (other.request ?? 0));
}

/** The event that showed the failure: the last that joined the row; a later attempt only touches it. */
function lineOf(change: RowChange, otherwise: number): number {
  const last = change.events.at(-1);
  return last === undefined ? otherwise : last;
}

function learn(fingerprint: Fingerprint, subject: Subject, failure: Failure | null): Fingerprint {
  const name =
    subject.method === 'initialize'
      ? member(member(member(subject.answer?.value, 'result'), 'serverInfo'), 'name')
      : undefined;
  const named = typeof name === 'string' ? noteServerInfo(fingerprint, name.slice(0, 200)) : fingerprint;
  return noteMarks(named, failure);
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
