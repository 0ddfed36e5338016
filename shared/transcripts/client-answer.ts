// The answer that a call is judged by where no wire was watched: what the server said, if the transcript keeps it, else what the model
// got, without the words that the client puts around it.

import { clients } from '../clients/clients.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { gotText } from '../seen/parts/blocks.ts';
import type { SeenCall } from './parts/seen-call.ts';

/** A JSON-RPC answer without an id; null: the transcript has no result. */
export function clientAnswer({
  said,
  got,
  failed,
  server,
}: Pick<SeenCall, 'said' | 'got' | 'failed' | 'server'>): JsonObject | null {
  if (said !== undefined) return { jsonrpc: '2.0', ...(said as unknown as JsonObject) };
  if (got === null) return null;
  const text = innerText({ got, server });
  const [, code, message] = /^(?:McpError: )?MCP error (-?\d{1,9}): ([\s\S]*)$/.exec(text) ?? [];
  if (failed && code !== undefined && message !== undefined)
    return { jsonrpc: '2.0', error: { code: Number(code), message } };
  const content: Json = typeof got === 'string' || failed ? [{ type: 'text', text }] : got;
  return { jsonrpc: '2.0', result: { content, ...(failed ? { isError: true } : {}) } };
}

/** What the model got, without the words that the client puts around it. Pasted messages do not name the client, so any may be it. */
export function innerText({ got, server }: Pick<SeenCall, 'got' | 'server'>): string {
  const whole = got === null ? '' : gotText(got);
  return clients.reduce((text, { seen }) => seen?.unwrap?.(text, server) ?? text, whole);
}
