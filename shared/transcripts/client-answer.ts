// The answer that a call is judged by where no wire was watched: what the server said, if the transcript keeps it, else what the model
// got, without the words that the client puts around it.

import { type Json, type JsonObject, member, parseJson } from '../json/json.ts';
import { gotText } from '../seen/parts/blocks.ts';
import type { SeenCall } from './parts/seen-call.ts';

/** A JSON-RPC answer without an id; null: the transcript has no result. */
export function answerOf({
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

/** What the model got, without the words that the client puts around it. */
export function innerText({ got, server }: Pick<SeenCall, 'got' | 'server'>): string {
  const text = withoutPrefix(got === null ? '' : gotText(got), server);
  return geminiMessage(text) ?? text;
}

/** Gemini CLI repeats the words of an error as JSON at the end of its own sentence. */
function geminiMessage(text: string): string | null {
  const mark = ' with response: ';
  const at = text.startsWith("MCP tool '") ? text.lastIndexOf(mark) : -1;
  const parsed = at < 0 ? null : parseJson(text.slice(at + mark.length));
  const [first] = parsed?.ok && Array.isArray(parsed.value) ? parsed.value : [];
  const error = member(member(member(first, 'functionResponse'), 'response'), 'error');
  const message = member(error, 'message') ?? error;
  return typeof message === 'string' ? message : null;
}

/** Copilot CLI names the server first, Codex the time that the call took, Gemini CLI puts marks around the text. */
function withoutPrefix(text: string, server: string): string {
  const named = `MCP server '${server}': `;
  const bare = text.startsWith(named) ? text.slice(named.length) : text;
  const timed = /^Wall time: [\d.]+ seconds\nOutput:\n?/.exec(bare);
  const plain = timed === null ? bare : bare.slice(timed[0].length);
  const [open, close] = ['<untrusted_context>\n', '\n</untrusted_context>'];
  return plain.startsWith(open) && plain.endsWith(close) ? plain.slice(open.length, -close.length) : plain;
}
