// The whole failure of a row, as it was kept with it. Each reader gets a value of its own.

import { Learner } from '../../../../shared/decode/learner.ts';
import { Pairing } from '../../../../shared/exchange/pairing.ts';
import type { Failure } from '../../../../shared/failure.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { LogStore } from '../store/store.ts';
import { feed } from './recovery.ts';

/** `row`, or its id. */
export function keptFailureOf(store: LogStore, wanted: Row | number): Failure | null {
  const row = typeof wanted === 'number' ? store.row(wanted) : wanted;
  if (!row?.failure) return null;
  const kept = store.keptFailure(row.id);
  const failure = kept === null ? null : (JSON.parse(kept) as Failure | { under: unknown });
  return failure === null || 'under' in failure ? readFromEvents(store, row) : failure;
}

/** Earlier versions kept less than the whole; until such a recording is opened in the app, which derives it anew, its events are read. */
function readFromEvents(store: LogStore, row: Row): Failure | null {
  const learner = new Learner();
  const pairing = new Pairing({ decode: (subject, context, server) => learner.decode(subject, context, server) });
  feed(store, pairing, row);
  pairing.endChunk();
  const found = pairing.drain().find((change) => change.row.id === row.id)?.failure ?? null;
  return found === 'as before' ? null : found; // Never so: nothing was reported before.
}
