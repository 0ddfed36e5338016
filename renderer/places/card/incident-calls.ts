// The calls that an incident took down, without the handshake of the connection. Pure.

import type { IncidentView, Row } from '../../../shared/timeline.ts';

const handshakes = ['initialize', 'server/discover'];

export function callsOf(incident: IncidentView | null): Row[] {
  return (incident?.rows ?? []).filter(
    ({ kind, direction, method }) => kind === 'call' && direction === 'out' && !handshakes.includes(method ?? ''),
  );
}
