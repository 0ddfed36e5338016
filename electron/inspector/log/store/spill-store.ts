// A log whose file may stop taking writes: a full disk, a pulled drive, a damaged page. From then on what is new is kept in
// memory, over what the file still gives, and written as soon as the file recovers. Nothing is lost while the app runs.

import { firstSeq } from '../../../../shared/exchange/ledger.ts';
import type { FailureFacts } from '../../../../shared/filter/facts.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { StoredEvent, WireEvent } from '../../../../shared/wire.ts';
import {
  type FacetChange,
  type Figure,
  type Found,
  factsOf,
  isAnswerAfter,
  type LogState,
  type LogStore,
  type Question,
  type RowPut,
  type Selection,
} from './store.ts';

const retryMs = 2000;

/** What the file did not take. */
interface Spill {
  events: StoredEvent[];
  /** By ord: rows that are new or changed. */
  rows: Map<number, RowPut>;
  byId: Map<number, RowPut>;
  state: LogState | null;
  facets: Map<string, FacetChange>;
  figures: Map<string, Figure>;
  reason: string;
  triedAt: number;
}

export class SpillStore implements LogStore {
  readonly kind: 'sqlite' | 'memory';
  readonly path: string | null;
  readonly recording: number;
  readonly #file: LogStore;
  readonly #now: () => number;
  readonly #onRecovered: () => void;
  #spill: Spill | null = null;
  /** Tries again also while nothing new comes. */
  #timer: NodeJS.Timeout | null = null;

  /** `onRecovered`: the file takes everything again, though nobody wrote just now. */
  constructor(file: LogStore, onRecovered = () => {}, now: () => number = () => performance.now()) {
    this.kind = file.kind;
    this.path = file.path;
    this.recording = file.recording;
    this.#file = file;
    this.#onRecovered = onRecovered;
    this.#now = now;
  }

  get notice(): string {
    if (!this.#spill) return this.#file.notice;
    return `The log file ${this.path} takes no more (${this.#spill.reason}). ${adviceOn(this.#spill.reason)}`;
  }

  append(events: readonly WireEvent[]): number[] {
    this.#retry();
    if (!this.#spill) {
      try {
        return this.#file.append(events);
      } catch (error) {
        this.#spill = this.#begin(error);
      }
    }
    const spill = this.#spill;
    return events.map((event) => {
      const seq = this.lastSeq() + 1;
      spill.events.push({ ...event, seq });
      return seq;
    });
  }

  put(
    rows: readonly RowPut[],
    state: LogState,
    facets: readonly FacetChange[] = [],
    figures: readonly Figure[] = [],
  ): void {
    this.#retry();
    if (!this.#spill) {
      try {
        this.#file.put(rows, state, facets, figures);
        return;
      } catch (error) {
        this.#spill = this.#begin(error);
      }
    }
    const spill = this.#spill;
    spill.state = structuredClone(state);
    for (const facet of facets) spill.facets.set(`${facet.key}\n${facet.value}`, facet);
    for (const figure of figures) spill.figures.set(`${figure.kind}\n${figure.name}`, figure);
    for (const put of rows) {
      const before = spill.rows.get(put.row.ord);
      const isNew = put.isNew || before?.isNew === true;
      const joined = before?.joined ?? put.joined;
      const whole = { ...put, isNew, joined, events: [...(before?.events ?? []), ...put.events] };
      spill.rows.set(put.row.ord, whole);
      spill.byId.set(put.row.id, whole);
    }
  }

  #begin(error: unknown): Spill {
    this.#timer = setInterval(() => {
      this.#retry();
      if (!this.#spill) this.#onRecovered();
    }, retryMs);
    this.#timer.unref();
    return newSpill(error, this.#now());
  }

  #stopTrying(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Now and then: the file may have room again. */
  #retry(): void {
    const spill = this.#spill;
    if (!spill || this.#now() - spill.triedAt < retryMs) return;
    spill.triedAt = this.#now();
    try {
      if (spill.events.length > 0) this.#file.append(spill.events.map(({ seq, ...event }) => event as WireEvent));
      spill.events = [];
      if (spill.state)
        this.#file.put(
          [...spill.rows.values()].sort((a, b) => a.row.ord - b.row.ord),
          spill.state,
          [...spill.facets.values()],
          [...spill.figures.values()],
        );
      this.#spill = null;
      this.#stopTrying();
    } catch (error) {
      spill.reason = reasonOf(error);
    }
  }

  event(seq: number): StoredEvent | null {
    const last = this.#file.lastSeq();
    return seq > last ? (this.#spill?.events[seq - last - 1] ?? null) : this.#file.event(seq);
  }

  eventsAfter(seq: number, limit: number): StoredEvent[] {
    const kept = this.#file.eventsAfter(seq, limit);
    const spilled = this.#spill?.events.filter((event) => event.seq > seq) ?? [];
    return [...kept, ...spilled].slice(0, limit);
  }

  lastSeq(): number {
    return this.#file.lastSeq() + (this.#spill?.events.length ?? 0);
  }

  seqSpan(): [first: number, last: number] {
    const [first, last] = this.#file.seqSpan();
    return [first, this.#spill ? this.lastSeq() : last];
  }

  lastAt(server: string, epoch: number): number | null {
    const spilled = this.#spill?.events.findLast((event) => event.server === server && event.epoch === epoch);
    return spilled?.at ?? this.#file.lastAt(server, epoch);
  }

  connectionsAfter(seq: number): { server: string; epoch: number }[] {
    const spilled = this.#spill?.events.filter((event) => event.seq > seq) ?? [];
    const all = [...this.#file.connectionsAfter(seq), ...spilled].map(({ server, epoch }) => ({ server, epoch }));
    return [...new Map(all.map((it) => [`${it.epoch}\n${it.server}`, it])).values()];
  }

  state(): LogState | null {
    return this.#spill?.state ?? this.#file.state();
  }

  facets(): FacetChange[] {
    const known = new Map(this.#file.facets().map((facet) => [`${facet.key}\n${facet.value}`, facet]));
    for (const [key, facet] of this.#spill?.facets ?? []) known.set(key, facet);
    return [...known.values()];
  }

  figures(kind: Figure['kind']): { name: string; figures: string }[] {
    const known = new Map(this.#file.figures(kind).map((figure) => [figure.name, figure]));
    for (const { kind: of, name, figures } of this.#spill?.figures.values() ?? []) {
      if (of !== kind) continue;
      if (figures === null) known.delete(name);
      else known.set(name, { name, figures });
    }
    return [...known.values()];
  }

  seenEarlier(): { groups: ReadonlySet<string>; servers: ReadonlySet<string> } {
    return this.#file.seenEarlier();
  }

  clearRows(most: number): boolean {
    return this.#file.clearRows(most);
  }

  row(id: number): Row | null {
    return this.#spill?.byId.get(id)?.row ?? this.#file.row(id);
  }

  rowsFrom(from: number, count: number, kind?: Row['kind']): Row[] {
    if (!this.#spill) return this.#file.rowsFrom(from, count, kind);
    const rows = this.rowsAt(Array.from({ length: count }, (_, i) => from + i));
    return kind === undefined ? rows : rows.filter((row) => row.kind === kind);
  }

  rowsAt(ords: readonly number[]): Row[] {
    if (!this.#spill) return this.#file.rowsAt(ords);
    const kept = new Map(this.#file.rowsAt(ords).map((row) => [row.ord, row]));
    return ords.flatMap((ord) => this.#spill?.rows.get(ord)?.row ?? kept.get(ord) ?? []);
  }

  select(question: Question, from: number, to: number): Selection {
    const found = this.#file.select(question, from, to);
    const { rows } = this.#spill ?? {};
    if (!rows) return found;
    const inRange = [...rows.values()].filter(({ row }) => row.ord >= from && row.ord < to);
    return {
      ords: found.ords.filter((ord) => !rows.has(ord)),
      candidates: [...found.candidates.filter(({ row }) => !rows.has(row.ord)), ...inRange],
    };
  }

  /** Not while the file takes nothing: it does not know all. */
  async find(words: string, from: number, below: number, most: number): Promise<Found | null> {
    return this.#spill ? null : this.#file.find(words, from, below, most);
  }

  indexed(): Promise<void> {
    return this.#file.indexed();
  }

  keptFailure(id: number): string | null {
    const spilled = this.#spill?.byId.get(id);
    return spilled ? spilled.failure : this.#file.keptFailure(id);
  }

  factsOf(id: number): FailureFacts | null {
    const spilled = this.#spill?.byId.get(id);
    return spilled ? factsOf(spilled) : this.#file.factsOf(id);
  }

  eventsOf(id: number): number[] {
    const first = firstSeq(id);
    const more = (this.#spill?.byId.get(id)?.events ?? []).filter((seq) => seq !== first);
    return [...this.#file.eventsOf(id), ...more];
  }

  eventPage(id: number, from: number, count: number): { seqs: number[]; total: number } {
    if (!this.#spill) return this.#file.eventPage(id, from, count);
    const all = this.eventsOf(id);
    return { seqs: all.slice(from, from + count), total: all.length };
  }

  groupRows(group: string, limit: number): Row[] {
    const kept = this.#file.groupRows(group, limit + this.#replaced());
    return this.#merge(kept, (row) => row.group === group, 'older', limit);
  }

  pendingRows(): Row[] {
    return this.#merge(this.#file.pendingRows(), (row) => row.pending, 'newer', Infinity);
  }

  contextRows(server: string, epoch: number, newest: number): Row[] {
    const wanted = (row: Row) => row.server === server && row.epoch === epoch;
    return this.#merge(this.#file.contextRows(server, epoch, newest), wanted, 'newer', Infinity);
  }

  chainRows(chain: number, limit: number): Row[] {
    const kept = this.#file.chainRows(chain, limit + this.#replaced());
    return this.#merge(kept, (row) => row.chain === chain, 'newer', limit);
  }

  incidentRows(incident: number, limit: number): Row[] {
    const kept = this.#file.incidentRows(incident, limit + this.#replaced());
    return this.#merge(kept, (row) => row.incident === incident, 'newer', limit);
  }

  incidentSize(incident: number): { rows: number; lastOrd: number } | null {
    if (!this.#spill) return this.#file.incidentSize(incident);
    const rows = this.incidentRows(incident, 2 ** 31);
    const last = rows.at(-1);
    return last ? { rows: rows.length, lastOrd: last.ord } : null;
  }

  answeredAfter(server: string, ord: number, epoch: number): Row | null {
    const kept = this.#file.answeredAfter(server, ord, epoch);
    return this.#merge(kept ? [kept] : [], isAnswerAfter(server, ord, epoch), 'newer', 1)[0] ?? null;
  }

  rowsBefore(server: string, ord: number, limit: number): Row[] {
    const kept = this.#file.rowsBefore(server, ord, limit + this.#replaced());
    return this.#merge(kept, (row) => row.server === server && row.ord < ord, 'older', limit).reverse();
  }

  failedRows(ord: number, towards: 'newer' | 'older', limit: number, server?: string): Row[] {
    const kept = this.#file.failedRows(ord, towards, limit + this.#replaced(), server);
    const wanted = (row: Row) =>
      this.#spill?.rows.get(row.ord)?.failed === true &&
      (towards === 'newer' ? row.ord > ord : row.ord < ord) &&
      (server === undefined || row.server === server);
    return this.#merge(kept, wanted, towards, limit);
  }

  stderrUntil(server: string, epoch: number, at: number, limit: number): Row[] {
    const wanted = (row: Row) => row.kind === 'stderr' && row.server === server && row.epoch === epoch && row.at <= at;
    return this.#merge(this.#file.stderrUntil(server, epoch, at, limit), wanted, 'older', limit).reverse();
  }

  close(): void {
    if (this.#spill) this.#spill.triedAt = Number.NEGATIVE_INFINITY;
    this.#retry();
    this.#stopTrying();
    this.#file.close();
  }

  #isKept(row: Row): boolean {
    return !this.#spill?.rows.has(row.ord);
  }

  /** How many rows of the file have a newer version in memory. */
  #replaced(): number {
    let replaced = 0;
    for (const { isNew } of this.#spill?.rows.values() ?? []) if (!isNew) replaced += 1;
    return replaced;
  }

  #overlaid(wanted: (row: Row) => boolean): Row[] {
    return [...(this.#spill?.rows.values() ?? [])].map(({ row }) => row).filter(wanted);
  }

  #merge(kept: Row[], wanted: (row: Row) => boolean, towards: 'newer' | 'older', limit: number): Row[] {
    if (!this.#spill) return towards === 'older' ? [...kept].sort((a, b) => b.ord - a.ord) : kept;
    const all = [...kept.filter((row) => this.#isKept(row)), ...this.#overlaid(wanted)];
    const sign = towards === 'newer' ? 1 : -1;
    return all.sort((a, b) => sign * (a.ord - b.ord)).slice(0, limit);
  }
}

function newSpill(error: unknown, now: number): Spill {
  const empty = { events: [], rows: new Map(), byId: new Map(), state: null, facets: new Map(), figures: new Map() };
  return { ...empty, reason: reasonOf(error), triedAt: now };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const meanwhile =
  'New messages are kept in memory and written as soon as the file takes them; they are lost if Misfire ends before that.';

/** What to do about it, by what SQLite and the system say. */
function adviceOn(reason: string): string {
  if (/full|ENOSPC|no space/i.test(reason)) return `Free some space on that disk. ${meanwhile}`;
  if (/locked|busy/i.test(reason))
    return `Another program is using it, such as a database browser or a backup: close it there. ${meanwhile}`;
  if (/readonly|read-only|EACCES|EPERM|EROFS/i.test(reason))
    return `Misfire may no longer write it: look at the file's permissions and its disk. ${meanwhile}`;
  return `Look at the disk it is on, or start Misfire with another data folder. ${meanwhile}`;
}
