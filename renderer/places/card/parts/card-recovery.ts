// Whether a later attempt at the same call passed. Pure.

import type { Row, RowDetail } from '../../../../shared/timeline.ts';

/** The attempt that passed after this one failed; null: none did. */
export function recoveryOf({ row, failure, attempts }: RowDetail): Row | null {
  if (failure === null) return null;
  return attempts.find((other) => other.at > row.at && other.failure === null && other.outcome === 'answered') ?? null;
}
