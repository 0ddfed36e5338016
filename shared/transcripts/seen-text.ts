// A call as the text by which it travels as an event of the lane `seen`.

import { clientOfId } from '../clients/clients.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../json/json.ts';
import { jsonText } from '../json/json-text.ts';
import { isTooDeep } from '../json/too-deep.ts';
import type { ServerAnswer } from '../seen/parts/seen.ts';
import { type SeenCall, seenCall } from './parts/seen-call.ts';

/** Longer answers are kept up to here, and marked as cut. Those that are nested too deeply are kept as text. */
const longest = 1_000_000;

export function bounded(call: SeenCall): SeenCall {
  const kept = { ...call };
  if (kept.said !== undefined && isTooMuch(kept.said as unknown as Json)) {
    delete kept.said;
    kept.isSaidCut = true;
  }
  if (typeof kept.got === 'string' && kept.got.length > longest) kept.got = kept.got.slice(0, longest);
  else if (kept.got !== null && typeof kept.got !== 'string' && isTooMuch(kept.got))
    kept.got = jsonText(kept.got).slice(0, longest);
  if (isTooDeep(kept.args)) kept.args = {};
  return kept;
}

const isTooMuch = (value: Json): boolean => isTooDeep(value) || jsonText(value).length > longest;

/** Everything but the server, which the event names. */
export function seenText({ server: _server, ...call }: SeenCall): string {
  return jsonText(Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined)) as JsonObject);
}

/** null: the text is none that Misfire wrote. */
export function readSeenText(text: string, server: string): SeenCall | null {
  const parsed = parseJson(text);
  if (!parsed.ok || !isObject(parsed.value)) return null;
  const value = parsed.value;
  const client = member(value, 'client');
  const tool = member(value, 'tool');
  const ended = member(value, 'ended');
  const got = member(value, 'got') ?? null;
  if (typeof client !== 'string' || clientOfId(client) === undefined) return null;
  if (typeof tool !== 'string' || typeof ended !== 'number' || !isGot(got)) return null;
  const started = member(value, 'started');
  const lines = member(value, 'lines');
  const said = member(value, 'said');
  const call = seenCall({
    client,
    version: textOf(value, 'version'),
    session: textOf(value, 'session'),
    callId: textOf(value, 'callId'),
    name: textOf(value, 'name'),
    server,
    tool,
    args: member(value, 'args'),
    started: typeof started === 'number' ? started : null,
    ended,
    got,
    flagged: member(value, 'flagged') === true,
    lines: Array.isArray(lines) ? lines.filter((line) => typeof line === 'number') : [],
  });
  if (isAnswer(said)) call.said = said;
  for (const name of ['isSaidCut', 'failed', 'isReplaced', 'isReported'] as const)
    if (member(value, name) === true) call[name] = true;
  for (const name of ['model', 'putAside'] as const) {
    const found = member(value, name);
    if (typeof found === 'string') call[name] = found;
  }
  return call;
}

const isGot = (value: Json): value is null | string | JsonObject[] =>
  value === null || typeof value === 'string' || (Array.isArray(value) && value.every(isObject));

function isAnswer(value: Json | undefined): value is ServerAnswer & Json {
  if (isObject(member(value, 'result'))) return true;
  const error = member(value, 'error');
  return typeof member(error, 'code') === 'number' && typeof member(error, 'message') === 'string';
}

const textOf = (value: JsonObject, name: string): string => {
  const found = member(value, name);
  return typeof found === 'string' ? found : '';
};
