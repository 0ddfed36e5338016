// The calls that failed with an incident, without the connection's handshake; else the call itself. Pure.

import type { Row, RowDetail } from '../../../shared/timeline.ts';

const handshakes = ['initialize', 'server/discover'];

export function callsOf({ row, incident }: Pick<RowDetail, 'row' | 'incident'>): Row[] {
  return (incident?.rows ?? [row]).filter(
    ({ kind, direction, method }) => kind === 'call' && direction === 'out' && !handshakes.includes(method ?? ''),
  );
}
