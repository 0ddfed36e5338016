// What a client did wrong, as it is seen on the wire. The server may have answered all the same. Gathered by exchange/client-conduct.ts,
// put into words by decode/silent/client-mistake.ts.

/** The lists that a server offers, by what the method is called: `tools/list`. */
export type ListName = 'tools' | 'prompts' | 'resources';

export type ClientMistake =
  /** It was told that a list changed, and used what is on it without asking for the new one. */
  | { kind: 'list_not_refreshed'; list: ListName; afterMs: number }
  /** 2026-07-28, caching: `ttlMs` says how long a list may be taken as fresh. */
  | { kind: 'expired_list'; list: ListName; ttlMs: number; ageMs: number }
  /** 2026-07-28, caching: a list with `cacheScope` private belongs to one user. */
  | { kind: 'private_list'; list: ListName }
  /** 2026-07-28, Streamable HTTP: headers repeat what the message says. `header` as it is written; null: it was not sent. */
  | { kind: 'wrong_header'; name: string; header: string | null; body: string }
  /** Streamable HTTP, session management: after a 404 a client begins a new session. */
  | { kind: 'lost_session'; afterMs: number }
  /** A token that was refused was sent again. Its value is never known here. */
  | { kind: 'refused_token'; ageMs: number; isIssueKnown: boolean; expiredMs: number | null }
  /** 2026-07-28, Streamable HTTP: a request whose stream broke is sent again under a new id. */
  | { kind: 'repeated_id'; id: string };
