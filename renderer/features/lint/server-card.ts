// Which cards stand for a server: that of a handshake, and those of failures of the server itself.

import { isHandshake } from '../../../shared/ending/handshake.ts';
import { troubleOf } from '../../../shared/incident/incident.ts';
import type { RowDetail } from '../../../shared/timeline.ts';

export function isServerCard({ row, failure }: RowDetail): boolean {
  return (failure !== null && troubleOf(failure) !== null) || isHandshake(row.method);
}
