// The rows that pairing writes, and which of them changed since the last `drain`. Owns row identity: an event belongs to one row
// or, for a batch, to the rows of its members.

import type { Failure } from '../failure.ts';
import type { SeenState } from '../filter/seen-state.ts';
import type { Row, RowKind, RowRemark } from '../timeline.ts';
import type { StoredEvent } from '../wire.ts';
import { RecentMap } from './recent-map.ts';

/** A row before the store gives it a position. */
export type PairedRow = Omit<Row, 'ord' | 'rev'>;

/** Data that the keeper of the rows attaches to a row. Pairing does not read it. */
export interface RowPlace {
  /** -1 until it has one. */
  ord: number;
  /** The time it is listed under, once it has a position. */
  at?: number;
  failed: boolean;
  pending: boolean;
  recovered: boolean;
  /** It stands for a failed call (incident/failed-calls.ts). */
  failedCall: boolean;
  /** When it failed, in half minutes. */
  bucket: number;
  /** An event has joined the row's own. */
  joined: boolean;
  /** What its model got, as it is counted. */
  seen?: SeenState | null;
  /** The filter values that the row is counted under. */
  counted?: readonly (string | null)[];
  /** Messages of the row that were counted. */
  times?: number;
  /** Where and how badly it counts as failed. */
  tick?: { at: number; rank: number } | undefined;
  /** The group of failures that it counts in, and since when. */
  grouped?: { id: string; at: number } | undefined;
  /** Facts from events that are not read again when a row is derived again. */
  kept?: Pick<Row, 'chain' | 'attempt' | 'remarks' | 'incident' | 'group'>;
}

/** A new or changed row, with the events that joined it since it was last reported. */
export interface RowChange {
  row: PairedRow;
  /** `as before`: the failure that was reported last, which the keeper of the rows has. */
  failure: Failure | 'as before' | null;
  /** HTTP status of the exchange that carried it. */
  http: number | null;
  /** `seq` of the event that showed the failure; null if there was none, as for a missing response. */
  shownBy: number | null;
  /** `seq` of events new to this row, in order of arrival. */
  events: number[];
  place: RowPlace;
}

export interface Entry {
  row: PairedRow;
  /** Released once reported: thousands of rows are kept, and a failure may quote a message of megabytes. */
  failure: RowChange['failure'];
  http: number | null;
  shownBy: number | null;
  fresh: number[];
  lastSeq: number;
  /** The text of a burst's newest message, read only when the row is requested. */
  words?: (() => Partial<PairedRow>) | undefined;
  dirty: boolean;
  place: RowPlace;
}

/** Initial values of a row, listed one by one because this runs for every message. */
type OpeningFields = Partial<
  Pick<
    PairedRow,
    | 'direction'
    | 'endAt'
    | 'latencyMs'
    | 'method'
    | 'target'
    | 'args'
    | 'outcome'
    | 'pending'
    | 'headline'
    | 'detail'
    | 'remarks'
  >
>;

/** The row's record of what a rehearsal did. */
export function rehearsedBy({
  rehearsed,
  injected,
}: Pick<StoredEvent, 'rehearsed' | 'injected'>): PairedRow['rehearsed'] {
  return rehearsed ? { injected: injected ?? '' } : null;
}

/** Members of a batch share an event but not a row. Their ids are this far apart. */
const memberStride = 2 ** 36;
export const memberLimit = 10_000;
/** A client's mistake is a separate row next to the request that revealed it. */
export const mistakeMember = memberLimit + 1;

export function rowId(seq: number, memberIndex: number): number {
  return seq + memberIndex * memberStride;
}

export function firstSeq(id: number): number {
  return id % memberStride;
}

/** This many recently failed rows can be found to be decoded again. */
const failedMemory = 10_000;

export class Ledger {
  readonly #changed: Entry[] = [];
  /** Remarks about the text of the current event. */
  #frame: { seq: number; remarks: readonly RowRemark[] } = { seq: 0, remarks: [] };
  /** Weak references: the code that may change a row holds it, and this map must not keep it alive. */
  readonly #failed = new RecentMap<number, WeakRef<Entry>>(failedMemory);

  open(event: StoredEvent, memberIndex: number, kind: RowKind, fields: OpeningFields): Entry {
    const row: PairedRow = {
      id: rowId(event.seq, memberIndex),
      kind,
      server: event.server,
      epoch: event.epoch,
      direction: fields.direction ?? 'in',
      actor: event.actor ?? 'you',
      client: event.client ?? null,
      rehearsed: rehearsedBy(event),
      at: event.at,
      endAt: fields.endAt ?? null,
      latencyMs: fields.latencyMs ?? null,
      method: fields.method ?? null,
      target: fields.target ?? null,
      args: fields.args ?? '',
      outcome: fields.outcome ?? null,
      pending: fields.pending ?? false,
      headline: fields.headline ?? '',
      detail: fields.detail ?? '',
      code: null,
      failure: null,
      ending: null,
      negative: false,
      chain: null,
      attempt: 1,
      times: 1,
      incident: null,
      group: null,
      remarks: fields.remarks ?? [],
    };
    const place: RowPlace = {
      ord: -1,
      failed: false,
      failedCall: false,
      pending: false,
      recovered: false,
      bucket: 0,
      joined: false,
    };
    const entry: Entry = { row, failure: null, http: null, shownBy: null, fresh: [], lastSeq: 0, dirty: false, place };
    this.link(entry, event.seq);
    return entry;
  }

  link(entry: Entry, seq: number): void {
    this.touch(entry);
    if (entry.lastSeq === seq) return;
    entry.fresh.push(seq);
    entry.lastSeq = seq;
    if (seq === this.#frame.seq) for (const remark of this.#frame.remarks) this.remark(entry, remark);
  }

  /** Adds the event to every row it joins. */
  remarkOn(seq: number, remarks: readonly RowRemark[]): void {
    this.#frame = { seq, remarks };
  }

  remark(entry: Entry, remark: RowRemark): void {
    if (entry.row.remarks.includes(remark)) return;
    entry.row.remarks.push(remark);
    this.touch(entry);
  }

  touch(entry: Entry): void {
    if (entry.dirty) return;
    entry.dirty = true;
    this.#changed.push(entry);
  }

  get changed(): number {
    return this.#changed.length;
  }

  /** What changed, with new rows oldest first. Rows are copies that do not change later. */
  drain(most = Number.POSITIVE_INFINITY): RowChange[] {
    return this.#changed.splice(0, most).map((entry) => {
      if (entry.words) Object.assign(entry.row, entry.words());
      entry.words = undefined;
      const change: RowChange = {
        row: { ...entry.row, remarks: [...entry.row.remarks] },
        failure: entry.failure,
        http: entry.http,
        shownBy: entry.shownBy,
        events: entry.fresh,
        place: entry.place,
      };
      entry.fresh = [];
      entry.dirty = false;
      if (entry.failure !== null && entry.failure !== 'as before') this.#letGo(entry);
      return change;
    });
  }

  /** A second result must also reach the open row, or its next change would restore the first one. */
  revise({ row, failure }: RowChange): RowChange | null {
    const entry = this.#failed.get(row.id)?.deref();
    if (!entry) return null;
    const { outcome, headline, detail, code, negative } = row;
    const { failure: ofRow, ending, group } = row;
    Object.assign(entry.row, { outcome, headline, detail, code, negative, failure: ofRow, ending, group });
    entry.failure = failure && 'as before';
    const { http, shownBy, place } = entry;
    return { row: { ...entry.row, remarks: [...entry.row.remarks] }, failure, http, shownBy, events: [], place };
  }

  #letGo(entry: Entry): void {
    entry.failure = 'as before';
    this.#failed.set(entry.row.id, new WeakRef(entry));
  }
}
