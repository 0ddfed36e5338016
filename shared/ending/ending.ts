// How an exchange ended, and who ended it. decide-ending.ts decides it; rows, findings, filters and exports print this value.

export const endingKinds = [
  /** A response came in time, with or without an error. */
  'answered',
  /** The client stopped waiting at its limit. */
  'client_timeout',
  'canceled',
  /** A person declined what the server asked. */
  'declined',
  /** It was declined faster than a person can read. */
  'auto_declined',
  /** The server asked for input, and no request with the input followed. */
  'not_continued',
  /** The connection was fine, and the server sent nothing. */
  'silent',
  'died',
  /** The connection was closed or broke before a response. */
  'cut',
  'running',
] as const;
export type EndingKind = (typeof endingKinds)[number];

const endingSides = ['client', 'person', 'server', 'network', 'nobody'] as const;
export type EndingBy = (typeof endingSides)[number];

/** The kind that a filter looks for. Rows that wait or were simply answered carry no ending. */
export function endingKindOf(row: {
  ending: Ending | null;
  pending: boolean;
  outcome: string | null;
}): EndingKind | null {
  if (row.ending !== null) return row.ending.kind;
  return row.pending ? 'running' : row.outcome === 'answered' ? 'answered' : null;
}

export interface Ending {
  kind: EndingKind;
  /** Misfire's own timeouts are the client's. `network`: a proxy, or anything else between the two. */
  by: EndingBy;
  /** From the request to the end; null if no request was recorded. */
  afterMs: number | null;
  /** The limit that the client waited for; null if it is unknown or had no part in this. */
  limitMs: number | null;
  /** How long after the end the response came; null if none came. */
  lateMs: number | null;
}
