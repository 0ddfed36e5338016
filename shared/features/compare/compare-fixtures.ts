// Observations for tests, made by the real decoder from raw messages.

import { decode } from '../../decode/decode.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import { expectationOf } from './expectations.ts';
import type { Observation, ProvocationInfo, StandardId } from './probing.ts';
import { standardNames } from './provocations.ts';

export const revision = '2025-11-25';

export const standard = (id: StandardId, at = revision): ProvocationInfo => ({
  id,
  name: standardNames[id],
  kind: 'standard',
  expects: expectationOf(id, at),
});

export const own = (name: string): ProvocationInfo => ({
  id: `own:${name.toLowerCase()}`,
  name,
  kind: 'own',
  expects: null,
});

/** A server's answer to a provocation, decoded. */
export function answered(
  server: string,
  provocation: ProvocationInfo,
  message: JsonObject,
  more: { method?: string; status?: number; pinned?: string } = {},
): Observation {
  const value: Json = { jsonrpc: '2.0', id: 1, ...message };
  const account = { method: more.method ?? 'tools/call', answer: { value, text: JSON.stringify(value) } };
  const failure = decode(account, {
    server,
    receivedAt: 0,
    revision,
    ...(more.pinned === undefined ? {} : { pinnedDialect: more.pinned }),
  });
  return {
    server,
    provocation,
    state: failure ? 'failed' : 'passed',
    row: 1,
    failure,
    answered: { message: value, status: more.status ?? null, headers: {}, body: null },
    why: '',
  };
}

export const face = (id: string, colour = 0) => ({ id, name: id, colour, dialect: null, revision, problem: '' });

export const rpcError = (code: number, message: string, data?: Json): JsonObject => ({
  error: { code, message, ...(data === undefined ? {} : { data }) },
});
export const toolError = (text: string, more: JsonObject = {}): JsonObject => ({
  result: { content: [{ type: 'text', text }], isError: true, ...more },
});
