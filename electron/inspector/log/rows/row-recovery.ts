// Brings rows up to date with events after the app was killed, and ends the calls it left open. Reads only the affected connections, and of
// those only what their last events can depend on.

import { stderrLines } from '../../../../shared/exchange/last-lines.ts';
import { firstSeq, type RowChange } from '../../../../shared/exchange/ledger.ts';
import type { Pairing } from '../../../../shared/exchange/pairing.ts';
import { parseJson } from '../../../../shared/json/json.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { StoredEvent } from '../../../../shared/wire.ts';
import { countPlace, type RowCounts } from '../counts/row-counts.ts';
import type { LogStore } from '../store/store.ts';

/** Number of newest rows of a connection that late responses and duplicates may refer to. */
const contextSize = 500;
const chunk = 200;

export function seenEvents(event: StoredEvent) {
  return event.lane === 'in' || event.lane === 'out' ? { event, message: parseJson(event.text) } : { event };
}

/** What counts as a message. In a transcript, each call counts as one. */
export const isMessageEvent = ({ lane }: StoredEvent): boolean => lane === 'in' || lane === 'out' || lane === 'seen';

/** Can be interrupted after each step and resumed. */
export function* recover(
  store: LogStore,
  pairing: Pairing,
  counts: RowCounts,
  apply: (changes: RowChange[]) => void,
): Generator<void> {
  const { derivedSeq } = counts.state;
  const concerned = new Map<string, { server: string; epoch: number }>();
  /** Connections of watched clients outlive the app, so their calls may still get a response. */
  const goingOn = new Set<string>();
  const note = (event: StoredEvent | null) => {
    if (event?.actor === 'client') goingOn.add(`${event.epoch}\n${event.server}`);
  };
  const later = derivedSeq === 0 ? [] : store.connectionsAfter(derivedSeq);
  for (const row of store.pendingRows()) note(store.event(firstSeq(row.id)));
  for (const { server, epoch } of [...store.pendingRows(), ...later]) {
    concerned.set(`${epoch}\n${server}`, { server, epoch });
  }
  for (const { server, epoch } of concerned.values()) remind(store, pairing, server, epoch, derivedSeq);
  for (let after = derivedSeq; ; ) {
    const events = store.eventsAfter(after, chunk);
    if (events.length === 0) break;
    for (const event of events) {
      counts.countEvent(event, isMessageEvent(event));
      note(event);
      pairing.take(seenEvents(event));
      counts.state.derivedSeq = event.seq;
      after = event.seq;
    }
    apply(pairing.drain());
    yield;
  }
  pairing.endOpen((server, epoch) => !goingOn.has(`${epoch}\n${server}`));
  apply(pairing.drain());
}

/** Replays what pairing had seen of this connection, without reporting changes. */
function remind(store: LogStore, pairing: Pairing, server: string, epoch: number, derivedSeq: number): void {
  const open = store.pendingRows().filter((row) => row.server === server && row.epoch === epoch);
  remindOf(store, pairing, [...open, ...store.contextRows(server, epoch, contextSize)], derivedSeq);
}

/** The last text of a burst of lines, in addition to its first. */
function lastLines(store: LogStore, row: Row): string[] {
  if (row.kind !== 'stderr' && row.kind !== 'noise') return [];
  const { total } = store.eventPage(row.id, 0, 1);
  const { seqs } = store.eventPage(row.id, Math.max(1, total - stderrLines), stderrLines);
  return seqs.flatMap((seq) => {
    const event = store.event(seq);
    return event && 'text' in event ? [event.text] : [];
  });
}

/** The same for these rows only. */
export function remindOf(store: LogStore, pairing: Pairing, rows: readonly Row[], derivedSeq: number): void {
  // For a burst the first message is enough; its row has the rest.
  const bursts = rows.filter(({ times }) => times > 1);
  const seqs = new Set(rows.flatMap((row) => (row.times > 1 ? [firstSeq(row.id)] : store.eventsOf(row.id))));
  for (const seq of [...seqs].sort((a, b) => a - b)) {
    const event = seq <= derivedSeq ? store.event(seq) : null;
    if (event) pairing.take(seenEvents(event));
  }
  for (const row of bursts) pairing.resume(row, lastLines(store, row));
  for (const { row, place } of pairing.drain()) {
    const known = store.row(row.id);
    if (known) Object.assign(place, countPlace(known));
  }
}

/** The events at both ends decide about a row; those between are progress. */
const edge = 500;

/** Feeds the events of one row to a pairing. */
export function feed(store: LogStore, pairing: Pairing, row: Row): void {
  const seqs = store.eventsOf(row.id);
  const shown = seqs.length > 2 * edge ? [...seqs.slice(0, edge), ...seqs.slice(-edge)] : seqs;
  for (const seq of shown) {
    const event = store.event(seq);
    if (event) pairing.take(seenEvents(event));
  }
}
