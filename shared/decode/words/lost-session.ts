// What a bare status says about the URL. Decides whether a 404 means a lost session (Streamable HTTP, section "Session Management") or a
// wrong path: a router without that path answers with its own page.

import type { HttpExchange } from '../../wire.ts';

/** For exchanges without a JSON-RPC response. */
export function isLostSession({ status, method, requestHeaders, body = '' }: HttpExchange): boolean {
  if (status !== 404 || requestHeaders['mcp-session-id'] === undefined) return false;
  if (method !== 'POST' && method !== 'GET' && method !== 'DELETE') return false;
  return !/^\s*</.test(body) && !/\bCannot (?:GET|POST|DELETE) \//.test(body.slice(0, 2000));
}
