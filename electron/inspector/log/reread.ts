// Reads recorded failures again, for when a server's errors are understood better than they were.
// Only what an error said can change; endings that Misfire or the process decided stay as they are.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PairingParts } from '../../../shared/exchange/endings.ts';
import type { RowChange } from '../../../shared/exchange/ledger.ts';
import { Pairing } from '../../../shared/exchange/pairing.ts';
import { failureFacts } from '../../../shared/filter/facts.ts';
import type { Outcome, Row } from '../../../shared/timeline.ts';
import { keptOf } from './failure-reading.ts';
import { feed } from './recovery.ts';
import type { LogStore } from './store.ts';
import { placeOf } from './tally.ts';

const page = 100;
const settledElsewhere: readonly (Outcome | null)[] = ['process_died', 'unanswered', 'noise', 'timeout', 'cancelled'];

export async function* rereadFailures(
  store: LogStore,
  parts: PairingParts,
  server: string,
  isOver: () => boolean,
): AsyncGenerator<RowChange[]> {
  const pairings = new Map<number, Pairing>();
  // Between two turns the log may have been closed, and its file with it.
  for (let ord = -1; !isOver(); ) {
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
  if (!change || change.row.pending || isSame(store, row, change)) return [];
  // Answers on a stream may come after a status that only took the message in; which is which is not in the row.
  if (change.row.outcome === 'http_failure' && row.outcome !== 'http_failure') return [];
  return [{ ...change, events: [], place: placeOf(row) }];
}

/** Whether everything that is kept of the failure says the same as before. */
function isSame(store: LogStore, row: Row, { row: derived, failure }: RowChange): boolean {
  const { words, ...facts } = failureFacts(failure);
  const before = store.factsOf(row.id);
  const kept = [row.failure, row.code, row.detail, before, store.keptFailure(row.id)];
  const found = [derived.failure, derived.code, derived.detail.toWellFormed()];
  return (
    JSON.stringify(kept) === JSON.stringify([...found, { ...facts, words: words.toWellFormed() }, keptOf(failure)])
  );
}
