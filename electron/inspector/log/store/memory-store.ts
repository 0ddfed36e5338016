// The log in memory, for runtimes without SQLite and for when the file cannot be used. Behaves as the file does, and ends with the app.

import { firstSeq } from '../../../../shared/exchange/ledger.ts';
import type { FailureFacts } from '../../../../shared/filter/facts.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { StoredEvent, WireEvent } from '../../../../shared/wire.ts';
import {
  type FacetChange,
  type Figure,
  factsOf,
  isAnswerAfter,
  type LogState,
  type LogStore,
  type Question,
  type RowPut,
  type Selection,
} from './store.ts';

export class MemoryStore implements LogStore {
  readonly kind = 'memory';
  readonly path = null;
  readonly notice: string;
  /** Event n is at n - 1. */
  readonly #events: StoredEvent[] = [];
  /** By ord. */
  #rows: RowPut[] = [];
  #byId = new Map<number, RowPut>();
  #links = new Map<number, number[]>();
  #pending = new Set<number>();
  #state: LogState | null = null;
  #facets = new Map<string, FacetChange>();
  readonly #figures = {
    group: new Map<string, string>(),
    moment: new Map<string, string>(),
    former: new Map<string, string>(),
  };
  readonly recording: number;

  constructor(notice: string, recording = 0) {
    this.notice = notice;
    this.recording = recording;
  }

  append(events: readonly WireEvent[]): number[] {
    return events.map((event) => this.#events.push({ ...event, seq: this.#events.length + 1 }));
  }

  event(seq: number): StoredEvent | null {
    return this.#events[seq - 1] ?? null;
  }

  eventsAfter(seq: number, limit: number): StoredEvent[] {
    return this.#events.slice(seq, seq + limit);
  }

  seqSpan(): [first: number, last: number] {
    return [1, this.lastSeq()];
  }

  lastSeq(): number {
    return this.#events.length;
  }

  lastAt(server: string, epoch: number): number | null {
    return this.#events.findLast((event) => event.server === server && event.epoch === epoch)?.at ?? null;
  }

  connectionsAfter(seq: number): { server: string; epoch: number }[] {
    const found = new Map<string, { server: string; epoch: number }>();
    for (const { server, epoch } of this.#events.slice(seq)) found.set(`${epoch}\n${server}`, { server, epoch });
    return [...found.values()];
  }

  put(
    rows: readonly RowPut[],
    state: LogState,
    facets: readonly FacetChange[] = [],
    figures: readonly Figure[] = [],
  ): void {
    for (const put of rows) {
      const { id, ord } = put.row;
      this.#rows[ord] = put;
      this.#byId.set(id, put);
      if (put.row.pending) this.#pending.add(ord);
      else this.#pending.delete(ord);
      const links = this.#links.get(id) ?? [];
      for (const seq of put.events) if (seq !== firstSeq(id)) links.push(seq);
      if (links.length > 0) this.#links.set(id, links);
    }
    this.#state = structuredClone(state);
    for (const facet of facets) this.#facets.set(`${facet.key}\n${facet.value}`, facet);
    for (const { kind, name, figures: text } of figures) {
      if (text === null) this.#figures[kind].delete(name);
      else this.#figures[kind].set(name, text);
    }
  }

  figures(kind: Figure['kind']): { name: string; figures: string }[] {
    return [...this.#figures[kind]].map(([name, figures]) => ({ name, figures }));
  }

  /** Recordings in memory know nothing of each other. */
  seenEarlier(): { groups: ReadonlySet<string>; servers: ReadonlySet<string> } {
    return { groups: new Set(), servers: new Set() };
  }

  facets(): FacetChange[] {
    return [...this.#facets.values()];
  }

  state(): LogState | null {
    return this.#state;
  }

  clearRows(): boolean {
    this.#rows = [];
    this.#byId = new Map();
    this.#links = new Map();
    this.#pending = new Set();
    this.#state = null;
    this.#facets = new Map();
    this.#figures.group.clear();
    this.#figures.moment.clear();
    return false;
  }

  row(id: number): Row | null {
    return this.#byId.get(id)?.row ?? null;
  }

  rowsFrom(from: number, count: number, kind?: Row['kind']): Row[] {
    const rows = this.#rows.slice(from, from + count).map(({ row }) => row);
    return kind === undefined ? rows : rows.filter((row) => row.kind === kind);
  }

  rowsAt(ords: readonly number[]): Row[] {
    return ords.flatMap((ord) => this.#rows[ord]?.row ?? []);
  }

  select(_question: Question, from: number, to: number): Selection {
    return { ords: [], candidates: this.#rows.slice(from, to) };
  }

  async find(): Promise<null> {
    return null;
  }

  async indexed(): Promise<void> {}

  keptFailure(id: number): string | null {
    return this.#byId.get(id)?.failure ?? null;
  }

  factsOf(id: number): FailureFacts | null {
    const put = this.#byId.get(id);
    return put ? factsOf(put) : null;
  }

  eventsOf(id: number): number[] {
    return [firstSeq(id), ...(this.#links.get(id) ?? [])];
  }

  eventPage(id: number, from: number, count: number): { seqs: number[]; total: number } {
    const links = this.#links.get(id) ?? [];
    const seqs = from === 0 ? [firstSeq(id), ...links.slice(0, count - 1)] : links.slice(from - 1, from - 1 + count);
    return { seqs, total: links.length + 1 };
  }

  groupRows(group: string, limit: number): Row[] {
    return this.#find((row) => row.group === group, this.#rows.length, 'older', limit);
  }

  pendingRows(): Row[] {
    return this.rowsAt([...this.#pending].sort((a, b) => a - b));
  }

  contextRows(server: string, epoch: number, newest: number): Row[] {
    const own = this.#find((row) => row.server === server && row.epoch === epoch, this.#rows.length, 'older', Infinity);
    return own.filter(
      (row, index) =>
        index < newest || row.method === 'initialize' || row.method === 'tools/list' || (newest > 0 && row.times > 1),
    );
  }

  chainRows(chain: number, limit: number): Row[] {
    return this.#find((row) => row.chain === chain, -1, 'newer', limit);
  }

  incidentRows(incident: number, limit: number): Row[] {
    return this.#find((row) => row.incident === incident, -1, 'newer', limit);
  }

  incidentSize(incident: number): { rows: number; lastOrd: number } | null {
    const rows = this.incidentRows(incident, Number.POSITIVE_INFINITY);
    const last = rows.at(-1);
    return last ? { rows: rows.length, lastOrd: last.ord } : null;
  }

  answeredAfter(server: string, ord: number, epoch: number): Row | null {
    return this.#find(isAnswerAfter(server, ord, epoch), ord, 'newer', 1)[0] ?? null;
  }

  rowsBefore(server: string, ord: number, limit: number): Row[] {
    return this.#find((row) => row.server === server, ord, 'older', limit).reverse();
  }

  failedRows(ord: number, towards: 'newer' | 'older', limit: number, server?: string): Row[] {
    const wanted = (row: Row) =>
      this.#rows[row.ord]?.failed === true && (server === undefined || row.server === server);
    return this.#find(wanted, ord, towards, limit);
  }

  stderrUntil(server: string, epoch: number, at: number, limit: number): Row[] {
    const wanted = (row: Row) => row.kind === 'stderr' && row.server === server && row.epoch === epoch && row.at <= at;
    return this.#find(wanted, this.#rows.length, 'older', limit).reverse();
  }

  close(): void {}

  #find(wanted: (row: Row) => boolean, ord: number, towards: 'newer' | 'older', limit: number): Row[] {
    const found: Row[] = [];
    const step = towards === 'newer' ? 1 : -1;
    const from = towards === 'newer' ? Math.max(-1, ord) : Math.min(ord, this.#rows.length);
    for (let i = from + step; i >= 0 && i < this.#rows.length && found.length < limit; i += step) {
      const { row } = this.#rows[i] as RowPut;
      if (wanted(row)) found.push(row);
    }
    return found;
  }
}
