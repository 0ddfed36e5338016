// Which requests start a connection.

/** The first requests of a connection; `server/discover` since 2026-07-28. */
export const handshakes: readonly string[] = ['initialize', 'server/discover'];

export const isHandshake = (method: string | null): boolean => method !== null && handshakes.includes(method);
