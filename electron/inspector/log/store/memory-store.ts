// Keeps data in memory: a whole log if there is no file, or what a file rejected (full disk, lock, removed drive). On top of a file it adds
// to the file's data, and writes everything as soon as the file recovers. Without a file the data is lost on exit.

import { firstSeq } from '../../../../shared/exchange/ledger.ts';
import type { FailureFacts } from '../../../../shared/filter/row-facts.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { StoredEvent, WireEvent } from '../../../../shared/wire.ts';
import {
  type FacetChange,
  type Figure,
  type FoundRows,
  factsOf,
  isAnswerAfter,
  type LogState,
  type LogStore,
  type RowPut,
  type Selection,
  type StoreQuestion,
} from './store.ts';

const retryMs = 2000;

interface MemoryOptions {
  /** Why there is no file. */
  notice?: string;
  recording?: number;
  file?: LogStore;
  /** The file accepts writes again, although nothing was written just now. */
  onRecovered?: () => void;
  now?: () => number;
}

interface HeldRow extends RowPut {
  /** All events but the first that joined since the file last accepted the row. */
  events: number[];
}

/** Data that no file has. */
class Held {
  events: StoredEvent[] = [];
  rows = new Map<number, HeldRow>();
  byId = new Map<number, HeldRow>();
  /** Range of all row positions: the first, and one past the last. */
  from = Number.POSITIVE_INFINITY;
  to = 0;
  /** Rows that the file has in an older version. */
  replaced = 0;
  state: LogState | null = null;
  facets = new Map<string, FacetChange>();
  figures = new Map<string, Figure>();
  reason: string;
  triedAt: number;

  constructor(reason: string, now: number) {
    this.reason = reason;
    this.triedAt = now;
  }

  put(put: RowPut): void {
    const { id, ord } = put.row;
    const before = this.rows.get(ord);
    const events = before?.events ?? [];
    for (const seq of put.events) if (seq !== firstSeq(id)) events.push(seq);
    const isNew = put.isNew || before?.isNew === true;
    const held = { ...put, isNew, joined: before?.joined ?? put.joined, events };
    if (!before && !isNew) this.replaced += 1;
    this.rows.set(ord, held);
    this.byId.set(id, held);
    this.from = Math.min(this.from, ord);
    this.to = Math.max(this.to, ord + 1);
  }

  forgetRows(): void {
    this.rows = new Map();
    this.byId = new Map();
    [this.from, this.to, this.replaced] = [Number.POSITIVE_INFINITY, 0, 0];
    this.state = null;
    this.facets = new Map();
    for (const [key, { kind }] of this.figures) if (kind !== 'former') this.figures.delete(key);
  }

  /** Those after `ord`. */
  *walk(ord: number, towards: 'newer' | 'older'): Generator<HeldRow> {
    const step = towards === 'newer' ? 1 : -1;
    let at = towards === 'newer' ? Math.max(ord + 1, this.from) : Math.min(ord - 1, this.to - 1);
    for (; at >= this.from && at < this.to; at += step) {
      const held = this.rows.get(at);
      if (held) yield held;
    }
  }
}

export class MemoryStore implements LogStore {
  readonly kind: 'sqlite' | 'memory';
  readonly path: string | null;
  readonly recording: number;
  readonly #notice: string;
  readonly #file: LogStore | null;
  readonly #now: () => number;
  readonly #onRecovered: () => void;
  /** null: the file has everything. */
  #held: Held | null;
  /** Retries even while nothing new arrives. */
  #timer: NodeJS.Timeout | null = null;

  constructor(options: MemoryOptions = {}) {
    const { notice = '', recording = 0, file, onRecovered = () => {}, now = () => performance.now() } = options;
    this.kind = file?.kind ?? 'memory';
    this.path = file?.path ?? null;
    this.recording = file?.recording ?? recording;
    this.#notice = notice;
    this.#file = file ?? null;
    this.#onRecovered = onRecovered;
    this.#now = now;
    this.#held = file ? null : new Held('', 0);
  }

  get notice(): string {
    if (!this.#file) return this.#notice;
    if (!this.#held) return this.#file.notice;
    return `Misfire cannot write to the log file ${this.path} (${this.#held.reason}). ${adviceOn(this.#held.reason)}`;
  }

  get heldEvents(): number {
    return this.#file ? (this.#held?.events.length ?? 0) : 0;
  }

  append(events: readonly WireEvent[]): number[] {
    let seqs: number[] = [];
    const held = this.#refused((file) => {
      seqs = file.append(events);
    });
    if (!held) return seqs;
    const last = this.lastSeq();
    return events.map((event, index) => {
      held.events.push({ ...event, seq: last + index + 1 });
      return last + index + 1;
    });
  }

  put(
    rows: readonly RowPut[],
    state: LogState,
    facets: readonly FacetChange[] = [],
    figures: readonly Figure[] = [],
  ): void {
    const held = this.#refused((file) => file.put(rows, state, facets, figures));
    if (!held) return;
    held.state = structuredClone(state);
    for (const facet of facets) held.facets.set(`${facet.key}\n${facet.value}`, facet);
    for (const figure of figures) held.figures.set(`${figure.kind}\n${figure.name}`, figure);
    for (const put of rows) held.put(put);
  }

  /** Where to store it instead; null if the file accepted it. */
  #refused(write: (file: LogStore) => void): Held | null {
    this.#retry();
    if (this.#held || !this.#file) return this.#held;
    try {
      write(this.#file);
    } catch (error) {
      this.#held = new Held(reasonOf(error), this.#now());
      this.#timer = setInterval(() => {
        this.#retry();
        if (!this.#held) this.#onRecovered();
      }, retryMs);
      this.#timer.unref();
    }
    return this.#held;
  }

  /** Retried occasionally, since the file may have space again. */
  #retry(): void {
    const [held, file] = [this.#held, this.#file];
    if (!held || !file || this.#now() - held.triedAt < retryMs) return;
    held.triedAt = this.#now();
    try {
      if (held.events.length > 0) file.append(held.events.map(({ seq, ...event }) => event as WireEvent));
      held.events = [];
      if (held.state)
        file.put(
          [...held.rows.values()].sort((a, b) => a.row.ord - b.row.ord),
          held.state,
          [...held.facets.values()],
          [...held.figures.values()],
        );
      this.#held = null;
      this.#stopTrying();
    } catch (error) {
      held.reason = reasonOf(error);
    }
  }

  #stopTrying(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  event(seq: number): StoredEvent | null {
    const last = this.#fileSeq();
    return seq > last ? (this.#held?.events[seq - last - 1] ?? null) : (this.#file?.event(seq) ?? null);
  }

  eventsAfter(seq: number, limit: number): StoredEvent[] {
    const kept = this.#file?.eventsAfter(seq, limit) ?? [];
    return this.#held ? [...kept, ...this.#heldAfter(seq, limit - kept.length)] : kept;
  }

  lastSeq(): number {
    return this.#fileSeq() + (this.#held?.events.length ?? 0);
  }

  seqSpan(): [first: number, last: number] {
    const [first, last] = this.#file?.seqSpan() ?? [1, 0];
    return [first, this.#held ? this.lastSeq() : last];
  }

  lastAt(server: string, epoch: number): number | null {
    const held = this.#held?.events.findLast((event) => event.server === server && event.epoch === epoch);
    return held?.at ?? this.#file?.lastAt(server, epoch) ?? null;
  }

  connectionsAfter(seq: number): { server: string; epoch: number }[] {
    const found = new Map<string, { server: string; epoch: number }>();
    for (const { server, epoch } of [...(this.#file?.connectionsAfter(seq) ?? []), ...this.#heldAfter(seq)])
      found.set(`${epoch}\n${server}`, { server, epoch });
    return [...found.values()];
  }

  state(): LogState | null {
    return this.#held?.state ?? this.#file?.state() ?? null;
  }

  facets(): FacetChange[] {
    const known = new Map(this.#file?.facets().map((facet) => [`${facet.key}\n${facet.value}`, facet]));
    for (const [key, facet] of this.#held?.facets ?? []) known.set(key, facet);
    return [...known.values()];
  }

  figures(kind: Figure['kind']): { name: string; figures: string }[] {
    const known = new Map(this.#file?.figures(kind).map(({ name, figures }) => [name, figures]));
    for (const { kind: of, name, figures } of this.#held?.figures.values() ?? []) {
      if (of !== kind) continue;
      if (figures === null) known.delete(name);
      else known.set(name, figures);
    }
    return [...known].map(([name, figures]) => ({ name, figures }));
  }

  /** Recordings in memory do not know each other. */
  seenEarlier(): { groups: ReadonlySet<string>; servers: ReadonlySet<string> } {
    return this.#file?.seenEarlier() ?? { groups: new Set(), servers: new Set() };
  }

  clearRows(most: number): boolean {
    const more = this.#file?.clearRows(most) ?? false;
    this.#held?.forgetRows();
    return more;
  }

  row(id: number): Row | null {
    return this.#held?.byId.get(id)?.row ?? this.#file?.row(id) ?? null;
  }

  rowsFrom(from: number, count: number, kind?: Row['kind']): Row[] {
    const kept = this.#file?.rowsFrom(from, count, kind) ?? [];
    const wanted = (row: Row) => row.ord < from + count && (kind === undefined || row.kind === kind);
    return this.#merge(kept, wanted, from - 1, 'newer', count);
  }

  rowsAt(ords: readonly number[]): Row[] {
    const kept = this.#file?.rowsAt(ords) ?? [];
    if (!this.#held) return kept;
    const known = new Map(kept.map((row) => [row.ord, row]));
    return ords.flatMap((ord) => this.#held?.rows.get(ord)?.row ?? known.get(ord) ?? []);
  }

  select(question: StoreQuestion, from: number, to: number): Selection {
    const found = this.#file?.select(question, from, to) ?? { ords: [], candidates: [] };
    const held = this.#held;
    if (!held) return found;
    const candidates = found.candidates.filter(({ row }) => !held.rows.has(row.ord));
    for (const each of held.walk(from - 1, 'newer')) {
      if (each.row.ord >= to) break;
      candidates.push(each);
    }
    return { ords: found.ords.filter((ord) => !held.rows.has(ord)), candidates };
  }

  /** Not while data is held in memory, because the file is then incomplete. */
  async find(words: string, from: number, below: number, most: number): Promise<FoundRows | null> {
    return this.#held || !this.#file ? null : this.#file.find(words, from, below, most);
  }

  async indexed(): Promise<void> {
    await this.#file?.indexed();
  }

  keptFailure(id: number): string | null {
    const held = this.#held?.byId.get(id);
    return held ? held.failure : (this.#file?.keptFailure(id) ?? null);
  }

  factsOf(id: number): FailureFacts | null {
    const held = this.#held?.byId.get(id);
    return held ? factsOf(held) : (this.#file?.factsOf(id) ?? null);
  }

  eventsOf(id: number): number[] {
    const kept = this.#file?.eventsOf(id) ?? [firstSeq(id)];
    return [...kept, ...(this.#held?.byId.get(id)?.events ?? [])];
  }

  eventPage(id: number, from: number, count: number): { seqs: number[]; total: number } {
    if (this.#file && !this.#held) return this.#file.eventPage(id, from, count);
    const all = this.eventsOf(id);
    return { seqs: all.slice(from, from + count), total: all.length };
  }

  eventsOfMany(ids: readonly number[]): Map<number, StoredEvent[]> {
    return (this.#held ? null : this.#file?.eventsOfMany(ids)) ?? new Map();
  }

  groupRows(group: string, limit: number): Row[] {
    const kept = this.#file?.groupRows(group, this.#more(limit)) ?? [];
    return this.#merge(kept, (row) => row.group === group, Infinity, 'older', limit);
  }

  pendingRows(): Row[] {
    return this.#merge(this.#file?.pendingRows() ?? [], (row) => row.pending, -1, 'newer', Infinity);
  }

  contextRows(server: string, epoch: number, newest: number): Row[] {
    const kept = this.#file?.contextRows(server, epoch, newest) ?? [];
    if (!this.#held) return kept;
    let seen = 0;
    const wanted = (row: Row) => {
      if (row.server !== server || row.epoch !== epoch) return false;
      seen += 1;
      const isTelling = row.method === 'initialize' || row.method === 'tools/list';
      return seen <= newest || isTelling || (newest > 0 && row.times > 1);
    };
    return this.#merge(kept, wanted, Infinity, 'older', Infinity);
  }

  chainRows(chain: number, limit: number): Row[] {
    const kept = this.#file?.chainRows(chain, this.#more(limit)) ?? [];
    return this.#merge(kept, (row) => row.chain === chain, -1, 'newer', limit);
  }

  incidentRows(incident: number, limit: number): Row[] {
    const kept = this.#file?.incidentRows(incident, this.#more(limit)) ?? [];
    return this.#merge(kept, (row) => row.incident === incident, -1, 'newer', limit);
  }

  incidentSize(incident: number): { rows: number; lastOrd: number } | null {
    if (this.#file && !this.#held) return this.#file.incidentSize(incident);
    const rows = this.incidentRows(incident, 2 ** 31);
    const last = rows.at(-1);
    return last ? { rows: rows.length, lastOrd: last.ord } : null;
  }

  answeredAfter(server: string, ord: number, epoch: number): Row | null {
    const kept = this.#file?.answeredAfter(server, ord, epoch);
    return this.#merge(kept ? [kept] : [], isAnswerAfter(server, ord, epoch), ord, 'newer', 1)[0] ?? null;
  }

  rowsBefore(server: string, ord: number, limit: number): Row[] {
    const kept = this.#file?.rowsBefore(server, ord, this.#more(limit)) ?? [];
    return this.#merge(kept, (row) => row.server === server, ord, 'older', limit).reverse();
  }

  failedRows(ord: number, towards: 'newer' | 'older', limit: number, server?: string): Row[] {
    const kept = this.#file?.failedRows(ord, towards, this.#more(limit), server) ?? [];
    const wanted = (row: Row, failed: boolean) => failed && (server === undefined || row.server === server);
    return this.#merge(kept, wanted, ord, towards, limit);
  }

  stderrUntil(server: string, epoch: number, at: number, limit: number): Row[] {
    const kept = this.#file?.stderrUntil(server, epoch, at, this.#more(limit)) ?? [];
    const wanted = (row: Row) => row.kind === 'stderr' && row.server === server && row.epoch === epoch && row.at <= at;
    return this.#merge(kept, wanted, Infinity, 'older', limit).reverse();
  }

  close(): void {
    if (this.#held) this.#held.triedAt = Number.NEGATIVE_INFINITY;
    this.#retry();
    this.#stopTrying();
    this.#file?.close();
  }

  #fileSeq(): number {
    return this.#file?.lastSeq() ?? 0;
  }

  #heldAfter(seq: number, limit = Infinity): StoredEvent[] {
    const from = Math.max(0, seq - this.#fileSeq());
    return this.#held?.events.slice(from, from + Math.max(0, limit)) ?? [];
  }

  /** Some rows of the file are in memory in a newer version that may not match. */
  #more(limit: number): number {
    return limit + (this.#held?.replaced ?? 0);
  }

  /** `wanted` is called row by row, starting at `ord`. */
  #merge(
    kept: Row[],
    wanted: (row: Row, failed: boolean) => boolean,
    ord: number,
    towards: 'newer' | 'older',
    limit: number,
  ): Row[] {
    const held = this.#held;
    const sign = towards === 'newer' ? 1 : -1;
    const rows = kept.filter((row) => !held?.rows.has(row.ord));
    let found = 0;
    for (const { row, failed } of held?.walk(ord, towards) ?? []) {
      if (found >= limit) break;
      if (!wanted(row, failed)) continue;
      rows.push(row);
      found += 1;
    }
    return rows.sort((a, b) => sign * (a.ord - b.ord)).slice(0, limit);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const meanwhile =
  'New messages are kept in memory and written as soon as the file takes them; they are lost if Misfire ends before that.';

/** What the user can do, based on the SQLite or system error. */
function adviceOn(reason: string): string {
  if (/full|ENOSPC|no space/i.test(reason)) return `Free some space on that disk. ${meanwhile}`;
  if (/locked|busy/i.test(reason))
    return `Another program is using it, such as a database browser or a backup: close it there. ${meanwhile}`;
  if (/readonly|read-only|EACCES|EPERM|EROFS/i.test(reason))
    return `Misfire may no longer write it: look at the file's permissions and its disk. ${meanwhile}`;
  return `Look at the disk it is on, or start Misfire with another data folder. ${meanwhile}`;
}
