// What a rule asks of a message, read once for wrap, bridge, proxy and Misfire's own calls.

import type { HoldFacts } from '../../../../shared/features/hold/rules.ts';
import { isObject, type Json, member } from '../../../../shared/json/json.ts';
import type { ReadMessage } from '../../watch/programs/lines/message-lines.ts';

export function toolOf({ method, value }: ReadMessage): string | null {
  const name = method === 'tools/call' ? member(member(value, 'params'), 'name') : undefined;
  return typeof name === 'string' ? name : null;
}

/** Of what the server says. null: it answers no call that a rule is about. */
export function serverFacts(
  { kind, method = '', value }: ReadMessage,
  call: { method: string; tool: string | null } | null,
): HoldFacts | null {
  if (kind === 'invalid') return null;
  if (kind !== 'response') return { direction: kind, method, tool: null, isFailure: false };
  return call && { direction: kind, method: call.method, tool: call.tool, isFailure: isFailed(value) };
}

function isFailed(answer: Json): boolean {
  if (!isObject(answer)) return false;
  return member(answer, 'error') !== undefined || member(member(answer, 'result'), 'isError') === true;
}

/** The name that a client gives itself in `initialize`; null: none. */
export function clientNameIn({ value }: ReadMessage): string | null {
  const name = member(member(member(value, 'params'), 'clientInfo'), 'name');
  return typeof name === 'string' ? name : null;
}
