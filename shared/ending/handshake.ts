// Which requests start a connection.

/** The first requests of a connection; `server/discover` since 2026-07-28. */
export function isHandshake(method: string | null): boolean {
  return method === 'initialize' || method === 'server/discover';
}
