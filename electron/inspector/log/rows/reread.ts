// Decodes recorded failures again when more is known about a server's errors. Pairs its events again in their original order, so that the
// second pass knows what the first one did. Only the learned dialect differs. shared/exchange/rereading.ts decides which rows are affected.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PairingParts } from '../../../../shared/exchange/endings.ts';
import type { RowChange } from '../../../../shared/exchange/ledger.ts';
import { Pairing } from '../../../../shared/exchange/pairing.ts';
import { canBeReread } from '../../../../shared/exchange/rereading.ts';
import type { Failure } from '../../../../shared/failure.ts';
import { failureFacts } from '../../../../shared/filter/row-facts.ts';
import type { Row } from '../../../../shared/timeline.ts';
import { countPlace } from '../counts/row-counts.ts';
import type { LogStore } from '../store/store.ts';
import { seenEvents } from './row-recovery.ts';

const chunk = 200;

export async function* rereadFailures(
  store: LogStore,
  parts: PairingParts,
  server: string,
  isOver: () => boolean,
): AsyncGenerator<RowChange[]> {
  const pairing = new Pairing(parts);
  // The log and its file may have been closed between two turns.
  for (let after = 0, more = true; more && !isOver(); ) {
    const events = store.eventsAfter(after, chunk);
    for (const event of events) {
      if (event.server === server) pairing.take(seenEvents(event));
      after = event.seq;
    }
    more = events.length > 0;
    if (!more) pairing.endChunk();
    const changes = pairing.drain().flatMap((change) => revised(store, change));
    if (changes.length > 0) yield changes;
    await nextTurn();
  }
}

function revised(store: LogStore, change: RowChange): RowChange[] {
  const { failure } = change;
  if (failure === null || failure === 'as before' || !canBeReread(change.row)) return [];
  const row = store.row(change.row.id);
  if (!row?.failure || !canBeReread(row) || isSame(store, row, change.row, failure)) return [];
  return [{ ...change, events: [], place: countPlace(row) }];
}

/** Whether every stored field of the failure is unchanged. */
function isSame(store: LogStore, row: Row, derived: RowChange['row'], failure: Failure): boolean {
  const { words, ...facts } = failureFacts(failure);
  const before = store.factsOf(row.id);
  const kept = [row.failure, row.code, row.detail, row.group, before, store.keptFailure(row.id)];
  const found = [derived.failure, derived.code, derived.detail.toWellFormed(), derived.group];
  const now = [...found, { ...facts, words: words.toWellFormed() }, JSON.stringify(failure)];
  return JSON.stringify(kept) === JSON.stringify(now);
}
