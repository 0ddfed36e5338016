// Which rows are read a second time once a server's errors are understood better. Only what an error said can change; endings
// that Misfire, a person or the process decided stay as they are.

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
