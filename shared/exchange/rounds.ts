// Calls whose response requires input (MCP 2026-07-28, "Multi Round-Trip Requests"). The answers go out in a request of the same
// method under a new id. That request is a further round of the same exchange, not a new call.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { clip } from './clip.ts';
import type { ConnectionState, Delivery } from './connection.ts';
import { idKeyAt } from './exact-number.ts';
import { answerByRound, askByResult } from './input.ts';
import type { Ledger } from './ledger.ts';
import type { Message } from './message.ts';
import type { Direction, PendingCall } from './pending-call.ts';

export function wantsInput(answer: JsonObject): boolean {
  return member(member(answer, 'result'), 'resultType') === 'input_required';
}

/** The call stays open, without an id, until its next round. */
export function awaitInput(
  ledger: Ledger,
  connection: ConnectionState,
  call: PendingCall,
  answer: JsonObject,
  at: number,
): void {
  const { entry } = call;
  const result = member(answer, 'result');
  const carrier = call.http === null ? null : connection.exchange(call.http.exchange);
  if (carrier) {
    // Later events of that exchange, such as the end of its stream, do not affect the call.
    carrier.calls = carrier.calls.filter((other) => other !== call);
    carrier.carried ??= entry;
  }
  connection.remove(call);
  call.asked = { id: call.key, result };
  call.key = `waiting for input ${entry.row.id}`;
  connection.add(call);
  connection.wanting.set(call, stateOf(result));
  askByResult(call, result, at);
  entry.row.headline = 'Waiting for your answer';
  entry.row.detail = clip(wishes(member(result, 'inputRequests')), 300);
  ledger.touch(entry);
}

/** The open call that this request continues, prepared for it; undefined if the request starts a new call. */
export function findRound(
  connection: ConnectionState,
  lane: Direction,
  request: Message & { kind: 'request' },
  target: string | null,
  { text, event: { at } }: Pick<Delivery, 'text' | 'event'>,
): PendingCall | undefined {
  const { method, params } = request;
  if (connection.wanting.size === 0 || !isObject(params)) return undefined;
  if (!Object.hasOwn(params, 'inputResponses') && !Object.hasOwn(params, 'requestState')) return undefined;
  const state = stateOf(params);
  const alike = [...connection.wanting].filter(
    ([call]) => call.method === method && call.target === target && call.direction === lane,
  );
  // A changed mark breaks a rule, and continues the call all the same.
  const [call] = alike.find(([, wanted]) => wanted === state) ?? alike[0] ?? [];
  if (call === undefined) return undefined;
  const token = member(member(params, '_meta'), 'progressToken');
  connection.remove(call);
  call.key = idKeyAt(request.id, text, 'id');
  call.token = token === undefined ? null : idKeyAt(token, text, 'params', '_meta', 'progressToken');
  call.http = null;
  call.broken = [];
  answerByRound(call, params, at);
  call.wait.roundFrom = at;
  call.entry.row.headline = 'Waiting';
  call.entry.row.detail = '';
  return call;
}

/** The server's own mark for the state of the call. It is compared, never interpreted. */
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
