// Events in a short notation, and a small predictable decoder, for the tests of pairing and the log. Only tests import it.

import type { Account, DecodeContext } from '../account/account.ts';
import { findingOf } from '../decode/finding-fixtures.ts';
import type { Failure, FailureClass } from '../failure.ts';
import { isObject, type Json, member, parseJson } from '../json/json.ts';
import type { HttpEvent, HttpExchange, LifeEvent, LifeName, MessageEvent, StderrEvent, StoredEvent } from '../wire.ts';
import type { RowChange } from './ledger.ts';
import { Pairing } from './pairing.ts';

type Draft<E> = E extends unknown
  ? Omit<E, 'at' | 'server' | 'epoch'> & { at?: number; server?: string; epoch?: number }
  : never;
export type EventDraft = Draft<MessageEvent | StderrEvent | HttpEvent | LifeEvent>;

/** Objects are messages and get `jsonrpc`. Pass a text for a message without it. */
const text = (message: unknown): string =>
  typeof message === 'string' ? message : JSON.stringify(isObject(message) ? { jsonrpc: '2.0', ...message } : message);

export const out = (message: unknown, rest: Partial<MessageEvent> = {}): EventDraft => ({
  lane: 'out',
  text: text(message),
  ...rest,
});
export const into = (message: unknown, rest: Partial<MessageEvent> = {}): EventDraft => ({
  lane: 'in',
  text: text(message),
  ...rest,
});
export const stderr = (line: string): EventDraft => ({ lane: 'err', text: line });
export const life = (event: LifeName, rest: Partial<LifeEvent> = {}): EventDraft => ({ lane: 'life', event, ...rest });
export const http = (
  status: number | null,
  rest: Partial<HttpExchange> & { id?: Json; at?: number } = {},
): EventDraft => {
  const { id, at, ...exchange } = rest;
  const full: HttpExchange = {
    exchange: 1,
    method: 'POST',
    url: 'http://127.0.0.1/mcp',
    status,
    requestHeaders: {},
    headers: {},
    startedAt: 0,
    ...exchange,
  };
  return { lane: 'http', http: full, ...(id === undefined ? {} : { id }), ...(at === undefined ? {} : { at }) };
};

export const request = (id: Json, method = 'tools/call', params: Json = { name: 'get', arguments: { gtin: '0061' } }) =>
  out({ jsonrpc: '2.0', id, method, params });
export const result = (id: Json, value: Json = { content: [{ type: 'text', text: 'fine' }] }) =>
  into({ jsonrpc: '2.0', id, result: value });
export const error = (id: Json, code: Json = -32602, message = 'bad') =>
  into({ jsonrpc: '2.0', id, error: { code, message } });

/** Events as a store returns them: numbered from 1, ten milliseconds apart. */
export function stored(drafts: readonly EventDraft[]): StoredEvent[] {
  return drafts.map(
    (draft, index) => ({ server: 's', epoch: 1, at: 1000 + index * 10, ...draft, seq: index + 1 }) as StoredEvent,
  );
}

export function pair(
  drafts: readonly EventDraft[],
  options: Partial<ConstructorParameters<typeof Pairing>[0]> = {},
): RowChange[] {
  const pairing = new Pairing({ decode: plainDecode, ...options });
  for (const event of stored(drafts)) pairing.take(see(event));
  pairing.endChunk();
  return pairing.drain();
}

/** Each row in brief: kind | outcome | headline | remarks | events. */
export function brief(drafts: readonly EventDraft[]): string[] {
  return pair(drafts).map(({ row, events }) =>
    [row.kind, row.outcome ?? '–', row.headline, row.remarks, events].join(' | '),
  );
}

export function see(event: StoredEvent) {
  return event.lane === 'in' || event.lane === 'out' ? { event, message: parseJson(event.text) } : { event };
}

/** Knows only where a failure is, so that tests of pairing do not depend on the decoder. */
export function plainDecode(account: Account, context: DecodeContext): Failure | null {
  const { answer } = account;
  if (answer) {
    const failing = member(answer.value, 'error') ?? null;
    if (failing !== null) {
      const code = member(failing, 'code');
      const wait = member(member(failing, 'data'), 'retry_after');
      return failure(context, {
        title: typeof wait === 'number' ? 'Rate limited' : 'Bad arguments',
        class: typeof wait === 'number' ? 'rate_limited' : 'validation',
        code: typeof code === 'number' || typeof code === 'string' ? code : null,
        message: String(member(failing, 'message') ?? ''),
        retry: retry(typeof wait === 'number' ? wait * 1000 : null),
        origin: account.http && account.http.status !== 200 ? 'http' : 'wire',
      });
    }
    const inner = member(answer.value, 'result');
    if (account.schemaIssues)
      return failure(context, { class: 'invalid_response', carrier: 'structuredContent', title: 'Invalid answer' });
    if (inner === undefined) return failure(context, { class: 'invalid_response', title: 'Invalid answer' });
    if (member(inner, 'isError') === true)
      return failure(context, { carrier: 'result.isError', code: 404, title: 'Not found' });
    if (member(inner, 'error') !== undefined)
      return failure(context, { carrier: 'result.error', code: -32200, flagged: false, title: 'Not found' });
    return null;
  }
  if (account.process)
    return failure(
      context,
      {
        carrier: 'process',
        origin: 'process',
        class: 'connection_lost',
        title: 'Process ended',
        code: account.process.code,
      },
      account,
    );
  if (account.timeout)
    return failure(context, { carrier: 'timeout', origin: 'local', class: 'timeout', title: 'Timed out' });
  if (account.cancelled)
    return failure(context, { carrier: 'timeout', origin: 'local', class: 'cancelled', title: 'Canceled' });
  if (account.unanswered)
    return failure(context, { carrier: 'http', origin: 'local', class: 'connection_lost', title: 'Never answered' });
  if (account.http)
    return failure(context, {
      carrier: 'http',
      origin: 'http',
      class: 'unavailable',
      title: 'HTTP failure',
      code: account.http.status,
    });
  return null;
}

const retry = (afterMs: number | null): Failure['retry'] => ({
  verdict: afterMs === null ? 'unknown' : 'wait',
  afterMs,
  maxAttempts: null,
  backoff: null,
  jitter: null,
  source: 'default',
});

function failure(
  context: DecodeContext,
  part: Partial<Failure> & { title: string; class?: FailureClass },
  account: Account = {},
): Failure {
  const plain: Partial<Failure> = {
    layer: 'protocol',
    carrier: 'jsonrpc.error',
    class: 'unknown',
    fault: 'server',
    severity: 'warning',
    explanation: `${part.title} at ${context.server}.`,
    retry: retry(null),
    dialect: { id: 'json-rpc', confidence: 0.5, runnerUp: null },
    ...part,
    stderr: [...(account.process?.stderr ?? account.stderr ?? [])],
  };
  return findingOf(plain, account, context.server);
}
