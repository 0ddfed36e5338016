// Helpers for tests: a response as a value, a context with a fixed clock.

import type { Account } from '../../account/account.ts';
import type { Json } from '../../json/json.ts';
import type { HttpExchange } from '../../wire.ts';
import type { DecodeOptions } from '../reading/reading.ts';

/** 2026-11-15T00:00:00Z. */
export const receivedAt = 1_794_700_800_000;

export function context(more: Partial<DecodeOptions> = {}): DecodeOptions {
  return { server: 'acme', receivedAt, ...more };
}

export function answered(answer: Json, more: Partial<Account> = {}): Account {
  return { method: 'tools/call', target: 'search', answer: { value: answer, text: JSON.stringify(answer) }, ...more };
}

export function rpcError(code: Json, message: Json, data?: Json, more: Partial<Account> = {}): Account {
  const error: Json = data === undefined ? { code, message } : { code, message, data };
  return answered({ jsonrpc: '2.0', id: 1, error }, more);
}

export function toolError(text: string, more: Partial<Account> = {}): Account {
  return answered({ jsonrpc: '2.0', id: 1, result: { isError: true, content: [{ type: 'text', text }] } }, more);
}

export function toolResult(result: Json, more: Partial<Account> = {}): Account {
  return answered({ jsonrpc: '2.0', id: 1, result }, more);
}

export function exchanged(status: number | null, headers: Record<string, string> = {}, body?: string): HttpExchange {
  return {
    exchange: 1,
    method: 'POST',
    url: 'https://acme.example/mcp',
    status,
    requestHeaders: {},
    headers,
    startedAt: receivedAt,
    ...(body === undefined ? {} : { body }),
  };
}
