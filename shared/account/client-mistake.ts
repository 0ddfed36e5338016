// A client's mistake as seen on the connection. The server may have answered anyway. Collected by exchange/client-conduct.ts,
// worded by decode/silent/client-mistake.ts.

/** The lists that a server offers, named as in the method: `tools/list`. */
export type ListName = 'tools' | 'prompts' | 'resources';

export type ClientMistake =
  /** The server announced a changed list, and the client used an entry without requesting the new list. */
  | { kind: 'list_not_refreshed'; list: ListName; afterMs: number }
  /** 2026-07-28, caching: `ttlMs` says how long a list is fresh. */
  | { kind: 'expired_list'; list: ListName; ttlMs: number; ageMs: number }
  /** 2026-07-28, caching: a list with `cacheScope` private belongs to one user. */
  | { kind: 'private_list'; list: ListName }
  /** 2026-07-28, Streamable HTTP: headers repeat parts of the message. `header` is as written; null if it is missing. `isAccepted`: the server went on. */
  | { kind: 'wrong_header'; name: string; header: string | null; body: string | null; isAccepted: boolean }
  /** Streamable HTTP, session management: after a 404 a client starts a new session. */
  | { kind: 'lost_session'; afterMs: number }
  /** A rejected token was sent again. Its value is never known here. */
  | { kind: 'refused_token'; ageMs: number; isIssueKnown: boolean; expiredMs: number | null }
  /** 2026-07-28, Streamable HTTP: a request whose stream broke must be sent again under a new id. */
  | { kind: 'repeated_id'; id: string }
  /** Its transcript has a call that is missing on the wire, which was watched all the time. `reported`: what the model received. */
  | { kind: 'never_sent'; tool: string; reported: string }
  /**
   * The client's own message says that it has no such tool. `isListed`: the server lists it on the watched wire; null if no list was
   * seen. `rereadsList`: the client reads the list again after it changed; null if that is not known.
   */
  | { kind: 'no_such_tool'; tool: string; reported: string; isListed: boolean | null; rereadsList: boolean | null }
  /** The server had exited, and the client's own message says that it has no connection. */
  | { kind: 'server_gone'; tool: string; reported: string };
