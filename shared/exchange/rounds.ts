// Calls that came back wanting input (MCP 2026-07-28, "Multi Round-Trip Requests"): the answers go out in a request of the
// same method under a new id, and that request is a further round of the same exchange, not another call.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import type { Call, Direction } from './call.ts';
import { clip } from './clip.ts';
import type { ConnectionState } from './connection.ts';
import { idKeyAt } from './exact-number.ts';
import type { Ledger } from './ledger.ts';
import type { Message } from './message.ts';

export function wantsInput(answer: JsonObject): boolean {
  return member(member(answer, 'result'), 'resultType') === 'input_required';
}

/** The call stays open, under no id, until its next round. */
export function awaitInput(ledger: Ledger, connection: ConnectionState, call: Call, answer: JsonObject): void {
  const { entry } = call;
  const result = member(answer, 'result');
  const carrier = call.http === null ? null : connection.exchange(call.http.exchange);
  if (carrier) {
    // What still comes of that exchange, like the end of its stream, is no news about the call.
    carrier.calls = carrier.calls.filter((other) => other !== call);
    carrier.carried ??= entry;
  }
  connection.remove(call);
  call.key = `waiting for input ${entry.row.id}`;
  connection.add(call);
  connection.wanting.set(call, stateOf(result));
  entry.row.headline = 'Waiting for your answer';
  entry.row.detail = clip(wishes(member(result, 'inputRequests')), 300);
  ledger.touch(entry);
}

/** The open call that this request goes on with, made ready for it; undefined: it begins a call of its own. */
export function findRound(
  connection: ConnectionState,
  lane: Direction,
  request: Message & { kind: 'request' },
  target: string | null,
  text: () => string,
): Call | undefined {
  const { method, params } = request;
  if (connection.wanting.size === 0 || !isObject(params)) return undefined;
  if (!Object.hasOwn(params, 'inputResponses') && !Object.hasOwn(params, 'requestState')) return undefined;
  const state = stateOf(params);
  for (const [call, wanted] of connection.wanting) {
    if (wanted !== state || call.method !== method || call.target !== target || call.direction !== lane) continue;
    const token = member(member(params, '_meta'), 'progressToken');
    connection.remove(call);
    call.key = idKeyAt(request.id, text, 'id');
    call.token = token === undefined ? null : idKeyAt(token, text, 'params', '_meta', 'progressToken');
    call.http = null;
    call.entry.row.headline = 'Waiting';
    call.entry.row.detail = '';
    return call;
  }
  return undefined;
}

/** The server's own mark for what it remembers of the call; compared, never read. */
function stateOf(value: Json | undefined): string | null {
  const state = member(value, 'requestState');
  return typeof state === 'string' ? state : null;
}

function wishes(requests: Json | undefined): string {
  if (!isObject(requests)) return '';
  const words = Object.values(requests).map((request) => {
    const message = member(member(request, 'params'), 'message');
    const method = member(request, 'method');
    return typeof message === 'string' ? message : typeof method === 'string' ? method : '';
  });
  return words.filter(Boolean).slice(0, 10).join(' · ');
}
