// For a new recording under an open connection: copies the handshake, the tool list and open calls. The recording is then self-contained,
// and late responses find their call.

import type { StoredEvent } from '../../../shared/wire.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import type { Log } from '../log/log.ts';

export function carryOver(from: Log, to: Log, server: string, epoch: number): void {
  from.flush();
  const { store } = from;
  const open = store.pendingRows().filter((row) => row.server === server && row.epoch === epoch);
  const rows = [...store.contextRows(server, epoch, 0), ...open];
  const seqs = new Set(rows.flatMap(({ id }) => store.eventsOf(id)));
  const events = [...seqs].sort((a, b) => a - b).flatMap((seq) => store.event(seq) ?? []);
  if (events.length > 0) to.record(server, epoch, events.map(asSent));
}

function asSent({ seq: _seq, server: _server, epoch: _epoch, ...event }: StoredEvent): TransportEvent {
  return event as TransportEvent;
}
