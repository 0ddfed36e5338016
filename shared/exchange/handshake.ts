// Which requests begin a connection.

/** What a connection begins with; `server/discover` since 2026-07-28. */
export function isHandshake(method: string | null): boolean {
  return method === 'initialize' || method === 'server/discover';
}
