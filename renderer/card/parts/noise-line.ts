// The stdout line that is not a message. Pure.

import { troubleOf } from '../../../shared/incident/incident.ts';
import type { RowDetail } from '../../../shared/timeline.ts';

/** The line in place of a message; null: this row is about something else. */
export function noiseLine({ row, failure, events }: RowDetail): string | null {
  if (row.kind === 'noise' && row.direction === 'in' && row.headline.endsWith('on stdout'))
    return events[0]?.text ?? '';
  return row.outcome === 'noise' && failure?.evidence.some(({ path }) => path === 'noise[0]') ? failure.message : null;
}

/** The line is the cause, so the fix is to print it elsewhere. */
export const isNoise = (detail: RowDetail): boolean =>
  noiseLine(detail) !== null && (detail.failure === null || troubleOf(detail.failure) === null);
