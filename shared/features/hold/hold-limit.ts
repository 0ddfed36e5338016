// How long a message may be held: never longer than its client waits.

import { clientNamed } from '../../clients/clients.ts';

/** A message waits this long at most. */
const longestHoldMs = 5 * 60_000;
/** For a client whose limit is unknown. */
const unknownClientMs = 50_000;
/** Passed on this long before the client's own limit, so that the answer still arrives. */
const marginMs = 5000;

export interface HoldLimit {
  limitMs: number | null;
  until: number;
}

/** `ownLimitMs`: the timeout of a call of Misfire's own. */
export function holdLimit(client: string | null, heldAt: number, calledAt: number, ownLimitMs?: number): HoldLimit {
  const known = client === null ? undefined : clientNamed(client);
  const limitMs = ownLimitMs ?? known?.limits?.call?.ms ?? null;
  if (limitMs === null) return { limitMs, until: heldAt + unknownClientMs };
  // A very short limit leaves no time for a decision, but the message must arrive.
  const last = calledAt + Math.max(limitMs / 2, limitMs - marginMs);
  return { limitMs, until: Math.min(heldAt + longestHoldMs, Math.max(heldAt, last)) };
}
