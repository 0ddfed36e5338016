// What Misfire replies when a server asks something. Only `ping` is answered: Misfire declares no client capability, so
// a server that asks for more is told, in words, that it should not have.

import { type JsonObject, member } from '../../../shared/json.ts';

/** The reply as text; null when the message is no request, or its id cannot be written again. */
export function answerServer(message: JsonObject): string | null {
  const method = member(message, 'method');
  const id = member(message, 'id');
  if (typeof method !== 'string' || id === undefined) return null;
  const outcome =
    method === 'ping'
      ? { result: {} }
      : {
          error: {
            code: -32601,
            message: `Misfire does not offer “${method.slice(0, 200)}”. It connected without declaring that capability.`,
          },
        };
  try {
    return JSON.stringify({ jsonrpc: '2.0', id, ...outcome });
  } catch {
    return null;
  }
}
