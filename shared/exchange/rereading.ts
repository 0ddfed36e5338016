// Decides which rows are decoded again once a server's errors are understood better. Only error responses can change. Endings decided by
// Misfire, the user or the process stay.

import type { Outcome, Row } from '../timeline.ts';

const settledElsewhere: readonly (Outcome | null)[] = ['process_died', 'unanswered', 'noise', 'timeout', 'cancelled'];

export function canBeReread(row: Pick<Row, 'kind' | 'pending' | 'outcome' | 'remarks'>): boolean {
  if (row.kind !== 'call' && row.kind !== 'orphan' && row.kind !== 'http') return false;
  return (
    !row.pending &&
    !settledElsewhere.includes(row.outcome) &&
    !row.remarks.some((it) => it === 'late' || it === 'duplicate')
  );
}
