// Which cards stand for a server: that of a handshake, and those of failures of the server itself.

import { troubleOf } from '../../../shared/incident/incident.ts';
import type { RowDetail } from '../../../shared/timeline.ts';

export const handshakes: ReadonlySet<string | null> = new Set(['initialize', 'server/discover']);

export function isServerCard({ row, failure }: RowDetail): boolean {
  return (failure !== null && troubleOf(failure) !== null) || handshakes.has(row.method);
}
