// What one line of the client holds, and the errors that the bridge answers with. Owns reading ids digit for digit and the words of
// made answers. When a call is answered is bridge.ts's.

import { canceledKey, idKeyAt } from '../../../../../shared/exchange/exact-number.ts';
import { elementTexts, memberText } from '../../../../../shared/exchange/span.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../../../../shared/json/json.ts';
import type { HttpExchange } from '../../../../../shared/wire.ts';

/** JSON-RPC 2.0 section 5.1; -32000 to -32099 are for implementations. */
export const lineErrorCodes = { parse: -32700, invalid: -32600, server: -32000 } as const;

export interface ReadMessage {
  kind: 'request' | 'notification' | 'response' | 'invalid';
  value: JsonObject;
  text: string;
  method?: string;
  /** Equal for equal ids only; '' where there is none. */
  key: string;
  /** The id as it was written; `null` where there is none. */
  idText: string;
}

type ReadLine = { ok: true; isBatch: boolean; messages: ReadMessage[] } | { ok: false; problem: string };

export function readLine(text: string): ReadLine {
  const read = parseJson(text);
  if (!read.ok) return read;
  if (!Array.isArray(read.value)) return { ok: true, isBatch: false, messages: [readMessage(read.value, text)] };
  const texts = elementTexts(text);
  const messages = read.value.map((value, index) => readMessage(value, texts[index] ?? ''));
  return { ok: true, isBatch: true, messages };
}

/** null: not JSON, or a batch. */
export function oneMessage(text: string): ReadMessage | null {
  const read = readLine(text);
  const [only] = read.ok && !read.isBatch ? read.messages : [];
  return only ?? null;
}

/** The key of the request that a cancellation names; '': it names none. */
export const canceledBy = ({ value, text }: ReadMessage): string => canceledKey(member(value, 'params'), () => text);

function readMessage(given: Json, text: string): ReadMessage {
  const value = isObject(given) ? given : {};
  const id = member(value, 'id');
  const method = member(value, 'method');
  const named =
    id === undefined ? { key: '', idText: 'null' } : { key: idKeyAt(id, () => text, 'id'), idText: written(id, text) };
  const base = { value, text, ...named };
  if (typeof method === 'string') return { ...base, method, kind: id === undefined ? 'notification' : 'request' };
  const isAnswer = member(value, 'result') !== undefined || member(value, 'error') !== undefined;
  return { ...base, kind: method === undefined && isAnswer ? 'response' : 'invalid' };
}

/** A double cannot hold every number, and the client compares what it wrote. */
function written(id: Json, text: string): string {
  if (typeof id === 'string' || Number.isSafeInteger(id)) return JSON.stringify(id);
  return memberText(text, 'id') ?? 'null';
}

export function errorLine(idText: string, code: number, message: string, http?: HttpExchange): string {
  const data = { madeBy: 'misfire-bridge', ...(http ? { http: shortHttp(http) } : {}) };
  const error = JSON.stringify({ code, message: `Misfire’s bridge made this answer. ${message}`, data });
  return `{"jsonrpc":"2.0","id":${oneLine(idText)},"error":${error}}`;
}

/** On stdio a line is a message; inside one a line break is only white space. */
export const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

function shortHttp({ status, statusText, headers, body, error }: HttpExchange): object {
  return { status, statusText, contentType: headers['content-type'], body: body?.slice(0, 2000), error };
}

/** What the server did instead of answering, in one or two sentences. */
export function describeExchange(http: HttpExchange | null, note: string): string {
  const more = note === '' ? '' : ` ${note}`;
  if (!http) return `The server sent no response.${more}`;
  const { status, statusText = '', headers, body = '', error } = http;
  if (status === null) return `The server could not answer: ${error ?? 'no answer came'}${more}`;
  const type = headers['content-type'] === undefined ? '' : ` (${headers['content-type'].slice(0, 80)})`;
  const to = headers.location === undefined ? '' : ` to ${headers.location.slice(0, 200)}`;
  const holds = body === '' ? '' : `: ${body.slice(0, 300)}`;
  const broke = error === undefined ? '' : ` The connection broke: ${error}`;
  return `The server could not answer: HTTP ${status} ${statusText}${to}${type}${holds}`.trimEnd() + broke + more;
}
