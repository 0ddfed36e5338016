// Reads recorded failures again, for when a server's errors are understood better than they were.
// Only what an error said can change; endings that Misfire or the process decided stay as they are.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PairingParts } from '../../../shared/exchange/endings.ts';
import type { RowChange } from '../../../shared/exchange/ledger.ts';
import { Pairing } from '../../../shared/exchange/pairing.ts';
import type { Outcome, Row } from '../../../shared/timeline.ts';
import { seen } from './recovery.ts';
import type { LogStore } from './store.ts';
import { placeOf } from './tally.ts';

const page = 100;
const eventLimit = 1000;
const settledElsewhere: readonly (Outcome | null)[] = ['process_died', 'unanswered', 'noise', 'timeout', 'cancelled'];

export async function* rereadFailures(
  store: LogStore,
  parts: PairingParts,
  server: string,
): AsyncGenerator<RowChange[]> {
  const pairings = new Map<number, Pairing>();
  for (let ord = -1; ; ) {
    const rows = store.failedRows(ord, 'newer', page, server);
    if (rows.length === 0) return;
    const changes = rows.filter(canBeReread).flatMap((row) => {
      const pairing = pairings.get(row.epoch) ?? introduce(store, parts, row);
      pairings.set(row.epoch, pairing);
      return reread(store, pairing, row);
    });
    if (changes.length > 0) yield changes;
    ord = (rows.at(-1) as Row).ord;
    await nextTurn();
  }
}

function canBeReread(row: Row): boolean {
  if (row.kind !== 'call' && row.kind !== 'orphan' && row.kind !== 'http') return false;
  return (
    !row.pending &&
    !settledElsewhere.includes(row.outcome) &&
    !row.remarks.some((it) => it === 'late' || it === 'duplicate')
  );
}

/** A pairing that knows the connection's handshake and tools. */
function introduce(store: LogStore, parts: PairingParts, { server, epoch }: Row): Pairing {
  const pairing = new Pairing(parts);
  for (const row of store.contextRows(server, epoch, 0)) feed(store, pairing, row);
  pairing.drain();
  return pairing;
}

function reread(store: LogStore, pairing: Pairing, row: Row): RowChange[] {
  feed(store, pairing, row);
  pairing.endChunk();
  const change = pairing.drain().find((found) => found.row.id === row.id);
  if (!change || change.row.pending) return [];
  if ((change.failure && JSON.stringify(change.failure)) === store.failure(row.id)) return [];
  return [{ ...change, events: [], place: placeOf(row) }];
}

function feed(store: LogStore, pairing: Pairing, row: Row): void {
  for (const seq of store.eventsOf(row.id).slice(0, eventLimit)) {
    const event = store.event(seq);
    if (event) pairing.take(seen(event));
  }
}
