// The complete failure of a row, as stored with it. Each reader gets its own value.

import { Learner } from '../../../../shared/decode/learner.ts';
import { firstSeq } from '../../../../shared/exchange/ledger.ts';
import { Pairing } from '../../../../shared/exchange/pairing.ts';
import type { Failure } from '../../../../shared/failure.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { LogStore } from '../store/store.ts';
import { feed, seenEvents } from './row-recovery.ts';

/** `row`, or its id. */
export function storedFailureOf(store: LogStore, wanted: Row | number): Failure | null {
  const row = typeof wanted === 'number' ? store.row(wanted) : wanted;
  if (!row?.failure) return null;
  const kept = store.keptFailure(row.id);
  const failure = kept === null ? null : (JSON.parse(kept) as Failure | EarlierFailure);
  return failure?.sentence === undefined ? readFromEvents(store, row) : failure;
}

/** Earlier versions stored only parts, and before that only the difference to another failure. */
type EarlierFailure = { sentence?: never };

/** Number of events before and after a row that are searched for what ended its call. */
const eventsAround = 1000;

/** Until the app opens such a recording and derives it again, its events are decoded. */
function readFromEvents(store: LogStore, row: Row): Failure | null {
  const learner = new Learner();
  const pairing = new Pairing({ decode: (account, context, server) => learner.decode(account, context, server) });
  if (wasAnswered(store, row)) feedAnswered(store, pairing, row);
  else feedConnection(store, pairing, row);
  const found = pairing.drain().find((change) => change.row.id === row.id)?.failure ?? null;
  return found === 'as before' ? null : found; // Never true here: nothing was reported before.
}

function wasAnswered(store: LogStore, row: Row): boolean {
  const lanes = store.eventsOf(row.id).map((seq) => store.event(seq)?.lane);
  return lanes.includes('in') || lanes.includes('http');
}

/** A response is decoded with the tools that the server lists. */
function feedAnswered(store: LogStore, pairing: Pairing, row: Row): void {
  const others = store.contextRows(row.server, row.epoch, 0).filter(({ id }) => id !== row.id);
  for (const one of [...others, row].sort((a, b) => a.id - b.id)) feed(store, pairing, one);
  pairing.endChunk();
}

/** A call without a response failed from another event, such as the end of its server. */
function feedConnection(store: LogStore, pairing: Pairing, row: Row): void {
  for (const event of store.eventsAfter(firstSeq(row.id) - eventsAround, 2 * eventsAround)) {
    if (event.server === row.server && event.epoch === row.epoch) pairing.take(seenEvents(event));
  }
  pairing.endOpen();
}
