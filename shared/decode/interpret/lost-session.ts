// What a bare status says about the address. Whether a 404 means that the server forgot the session (Streamable HTTP, section
// "Session Management") or that there is nothing there: a router that knows no such path says so in a page of its own.

import type { Account } from '../../account/account.ts';
import type { HttpExchange } from '../../wire.ts';

/** For exchanges that brought no JSON-RPC answer. */
export function isLostSession({ status, method, requestHeaders, body = '' }: HttpExchange): boolean {
  if (status !== 404 || requestHeaders['mcp-session-id'] === undefined) return false;
  if (method !== 'POST' && method !== 'GET' && method !== 'DELETE') return false;
  return !/^\s*</.test(body) && !/\bCannot (?:GET|POST|DELETE) \//.test(body.slice(0, 2000));
}

/** 405 without a JSON-RPC answer: whatever is at this address, it takes no messages. */
export function refusesMethod({ http, answer }: Pick<Account, 'http' | 'answer'>): boolean {
  return http?.status === 405 && answer === undefined;
}
