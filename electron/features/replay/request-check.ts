// What a replay request would send, as far as that is known before sending, and what is wrong with it.

import { validateHeaderName, validateHeaderValue } from 'node:http';
import { type ApiError, refused } from '../../../shared/contract/api.ts';
import { isObject, member, parseJson } from '../../../shared/json/json.ts';
import type { ReplayRequest } from '../../../shared/retry/replay.ts';
import type { GuardedCall } from './guard.ts';
import type { RecordedCall } from './recorded-call.ts';

type Refusal = { ok: false; error: ApiError };

export function guardedCall(server: string, text: string): GuardedCall {
  const parsed = parseJson(text);
  const method = parsed.ok && isObject(parsed.value) ? member(parsed.value, 'method') : undefined;
  if (!parsed.ok || typeof method !== 'string') return { server, method: null, target: null };
  const name = member(member(parsed.value, 'params'), 'name');
  return { server, method, target: method === 'tools/call' && typeof name === 'string' ? name : null };
}

export function textToSend(message: ReplayRequest['message'], call: RecordedCall): string {
  switch (message.kind) {
    case 'as_sent':
      return call.raw;
    case 'raw':
      return message.text;
    case 'params':
      return `{"method":${JSON.stringify(message.method)},"params":${message.params.trim() || '{}'}}`;
    default:
      return message satisfies never;
  }
}

export function badRequest({ message, headers }: ReplayRequest): Refusal | null {
  return badMessage(message) ?? badHeaders(headers);
}

function badMessage(message: ReplayRequest['message']): Refusal | null {
  if (message.kind === 'raw') return message.text === '' ? refused('bad_input', 'There is no text to send.') : null;
  if (message.kind === 'as_sent' || message.params.trim() === '') return null;
  const parsed = parseJson(message.params);
  return parsed.ok ? null : refused('bad_input', `The parameters are not JSON yet: ${parsed.problem}.`);
}

function badHeaders(headers: ReplayRequest['headers']): Refusal | null {
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      if (value !== null) validateHeaderValue(name, value);
    } catch {
      return refused('bad_input', `The header “${name.slice(0, 60)}” has characters that a header cannot have.`);
    }
  }
  return null;
}
