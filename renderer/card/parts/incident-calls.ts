// The calls that failed with an incident, without the connection's handshake; else the call itself. Pure.

import { isHandshake } from '../../../shared/ending/handshake.ts';
import type { Row, RowDetail } from '../../../shared/timeline.ts';

export function callsOf({ row, incident }: Pick<RowDetail, 'row' | 'incident'>): Row[] {
  return (incident?.rows ?? [row]).filter(
    ({ kind, direction, method }) => kind === 'call' && direction === 'out' && !isHandshake(method),
  );
}
