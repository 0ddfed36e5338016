// Whether a later attempt at the same call succeeded. Pure.

import type { Row, RowDetail } from '../../../shared/timeline.ts';

/** The attempt that succeeded after this failure; null: none did. */
export function recoveryOf({ row, failure, attempts }: RowDetail): Row | null {
  if (failure === null) return null;
  return attempts.find((other) => other.at > row.at && other.failure === null && other.outcome === 'answered') ?? null;
}
