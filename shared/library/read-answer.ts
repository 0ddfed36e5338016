// Converts a client's value into the decoder's input: messages, bare results, SDK errors, texts. Owns how these are recognized.

import type { Account } from '../account/account.ts';
import { isObject, type Json, type JsonObject, parseJson } from '../json/json.ts';
import type { Context } from './context.ts';

export function accountOf(answer: unknown, context: Context): Account {
  const account: Account = askedOf(context);
  if (answer instanceof Error) return { ...account, ...fromError(answer) };
  if (typeof answer === 'string') {
    const parsed = parseJson(answer);
    if (parsed.ok) return { ...account, answer: { value: asMessage(parsed.value), text: answer } };
    if (account.http) return { ...account, http: { ...account.http, body: account.http.body ?? answer } };
    return { ...account, noise: answer.split('\n'), unanswered: { why: 'closed' } };
  }
  if (answer === undefined || answer === null)
    return account.http ? account : { ...account, unanswered: { why: 'closed' } };
  const value = asMessage(plainAnswer(answer));
  return { ...account, answer: { value, text: JSON.stringify(value) } };
}

function askedOf({ method, target, params, http, receivedAt }: Context): Account {
  const sent = params === undefined ? undefined : plainAnswer(params);
  const named = sent !== undefined && isObject(sent) ? (sent.name ?? sent.uri) : undefined;
  const account: Account = {};
  if (method !== undefined) account.method = method;
  const called = target ?? (typeof named === 'string' ? named : undefined);
  if (called !== undefined) account.target = called;
  if (sent !== undefined) account.params = sent;
  if (http) {
    account.http = {
      exchange: 0,
      method: http.method ?? 'POST',
      url: http.url ?? '',
      status: http.status,
      requestHeaders: {},
      headers: http.headers ?? {},
      startedAt: receivedAt ?? 0,
      ...(http.body === undefined ? {} : { body: http.body }),
    };
  }
  return account;
}

/** Without functions, dates and other values that JSON lacks. */
export function plainAnswer(value: unknown): Json {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null') as Json;
  } catch {
    return null;
  }
}

/** Clients return a bare result to their callers. */
function asMessage(value: Json): Json {
  if (!isObject(value)) return value;
  const isMessage = value.jsonrpc !== undefined || isObject(value.error ?? null) || value.method !== undefined;
  const isWhole = isMessage || (isObject(value.result ?? null) && value.content === undefined);
  return isWhole ? value : { jsonrpc: '2.0', id: 0, result: value };
}

/** Names that the official SDKs use for their own errors. */
const ownCodes: Record<string, 'timeout' | 'closed'> = {
  REQUEST_TIMEOUT: 'timeout',
  CONNECTION_CLOSED: 'closed',
  NOT_CONNECTED: 'closed',
  SEND_FAILED: 'closed',
};

function fromError(error: Error): Account {
  const { code, data } = error as Error & { code?: unknown; data?: unknown };
  const message = error.message.replace(/^MCP error -?\d+: /, '');
  const given = data === undefined ? undefined : plainAnswer(data);
  const own = ownCodeOf(code, message, given);
  if (own === 'timeout') {
    const limit = given !== undefined && isObject(given) ? given.timeout : undefined;
    return { timeout: { afterMs: typeof limit === 'number' ? limit : 0, message } };
  }
  if (own === 'closed') return { unanswered: { why: 'closed', message } };
  if (typeof code === 'number') {
    const told: JsonObject = { code, message, ...(given === undefined ? {} : { data: given }) };
    const value: Json = { jsonrpc: '2.0', id: 0, error: told };
    return { answer: { value, text: JSON.stringify(value) } };
  }
  if (
    code === undefined &&
    error.cause === undefined &&
    !ofTransport.test(`${error.name} ${message}`) &&
    !/\bE[A-Z]{4,15}\b/.test(message)
  )
    return { thrown: { name: error.name, message } };
  return { unanswered: { why: 'closed', message } };
}

/** Errors of transports and sockets; the calling program threw all others. */
const ofTransport =
  /\b(?:connect|connection|closed|socket|fetch|network|transport|abort|disconnect|pipe|stream|hang up|SSE|HTTP|timed? ?out|TLS|certificate)/i;

/** Up to version 1 the SDK uses server codes for its own errors: only the text distinguishes them. */
function ownCodeOf(code: unknown, message: string, data: Json | undefined): 'timeout' | 'closed' | null {
  if (typeof code === 'string') return ownCodes[code] ?? null;
  if (code === -32001 && message === 'Request timed out' && data !== undefined) return 'timeout';
  if (code === -32000 && message === 'Connection closed') return 'closed';
  return null;
}
