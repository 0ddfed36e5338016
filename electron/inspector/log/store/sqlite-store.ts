// One recording in a SQLite file. Owns its statements, except those of its messages (sqlite-events.ts). open-store.ts opens and checks the
// file, log-schema.ts owns the tables. In the file a row's `ord` is its position plus the recording's base. One integer then finds it, and
// ranges stay dense.

import { firstSeq } from '../../../../shared/exchange/ledger.ts';
import { wordsIn } from '../../../../shared/filter/filter.ts';
import type { FailureFacts } from '../../../../shared/filter/row-facts.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { StoredEvent, WireEvent } from '../../../../shared/wire.ts';
import { blockShift, newMark, recordingSpan, type SqlValue } from './log-schema.ts';
import { factColumns, readFacts, readRow, shownColumns, shownCount, storing } from './row-columns.ts';
import { toSql } from './sql-condition.ts';
import { SqliteEvents } from './sqlite-events.ts';
import type { SqliteFile } from './sqlite-file.ts';
import type {
  FacetChange,
  FactRow,
  Figure,
  FoundRows,
  LogState,
  LogStore,
  RowPut,
  Selection,
  StoreQuestion,
} from './store.ts';

export class SqliteStore implements LogStore {
  readonly kind = 'sqlite';
  readonly path: string;
  readonly recording: number;
  readonly notice = '';
  readonly #file: SqliteFile;
  readonly #base: number;
  readonly #end: number;
  readonly #events: SqliteEvents;
  /** Changes up to this one are in the word index, and dropped here. */
  #pruned: number;

  constructor(file: SqliteFile, recording: number) {
    this.#file = file;
    this.path = file.path;
    this.recording = recording;
    this.#base = recording * recordingSpan;
    this.#end = this.#base + recordingSpan;
    this.#events = new SqliteEvents(file, recording);
    this.#pruned = Number(file.get('SELECT pruned FROM sessions WHERE id = ?', recording)?.pruned ?? 0);
  }

  append(events: readonly WireEvent[]): number[] {
    return this.#events.append(events);
  }

  event(seq: number): StoredEvent | null {
    return this.#events.one(seq);
  }

  eventsAfter(seq: number, limit: number): StoredEvent[] {
    return this.#events.after(seq, limit);
  }

  lastSeq(): number {
    return this.#file.lastSeq;
  }

  seqSpan(): [first: number, last: number] {
    return this.#events.span;
  }

  lastAt(server: string, epoch: number): number | null {
    return this.#events.lastAt(server, epoch);
  }

  connectionsAfter(seq: number): { server: string; epoch: number }[] {
    return this.#events.connectionsAfter(seq);
  }

  put(
    rows: readonly RowPut[],
    state: LogState,
    facets: readonly FacetChange[] = [],
    figures: readonly Figure[] = [],
  ): void {
    this.#file.transaction(() => {
      for (const put of rows) this.#putRow(put);
      for (const { key, value, count } of facets) this.#file.run(putFacet, this.recording, key, value, count);
      for (const { kind, name, figures: text } of figures) {
        if (text === null) this.#file.run(dropFigure, this.recording, kind, name);
        else this.#file.run(putFigure, this.recording, kind, name, text.toWellFormed());
      }
      this.#file.run(
        'UPDATE sessions SET state = ?, touched = ?, last_seq = ?, bytes = ? WHERE id = ?',
        JSON.stringify(state),
        Date.now(),
        this.#events.lastSeq,
        this.#events.bytes,
        this.recording,
      );
      this.#prune();
    });
    this.#file.search.noteWrite(this.recording);
  }

  /** Some changes that the word index has entered. */
  #prune(): void {
    const entered = this.#file.search.entered(this.recording);
    if (entered - this.#pruned < prunedAtOnce) return;
    this.#pruned = Math.min(entered, this.#pruned + 4 * prunedAtOnce);
    this.#file.run('DELETE FROM changed WHERE session = ? AND rev <= ?', this.recording, this.#pruned);
    this.#file.run('UPDATE sessions SET pruned = ? WHERE id = ?', this.#pruned, this.recording);
  }

  #putRow(put: RowPut): void {
    const { id, ord } = put.row;
    const file = this.#file;
    file.run(...storing(this.#base + ord, put));
    if (put.failure !== null) file.run('INSERT OR REPLACE INTO failures (row, failure) VALUES (?,?)', id, put.failure);
    else if (!put.isNew) file.run('DELETE FROM failures WHERE row = ?', id);
    const first = firstSeq(id);
    for (const seq of put.events) {
      if (seq !== first && seq !== put.joined)
        file.run('INSERT OR IGNORE INTO row_events (row, seq) VALUES (?,?)', id, seq);
    }
    if (!put.isNew)
      file.run('INSERT OR REPLACE INTO changed (session, rev, ord) VALUES (?,?,?)', this.recording, put.row.rev, ord);
  }

  state(): LogState | null {
    const text = this.#file.get('SELECT state FROM sessions WHERE id = ?', this.recording)?.state;
    return typeof text === 'string' ? (JSON.parse(text) as LogState) : null;
  }

  facets(): FacetChange[] {
    return this.#file.all('SELECT key, value, count FROM facets WHERE session = ?', this.recording) as never;
  }

  figures(kind: Figure['kind']): { name: string; figures: string }[] {
    return this.#file.all(
      'SELECT name, figures FROM figures WHERE session = ? AND kind = ?',
      this.recording,
      kind,
    ) as never;
  }

  seenEarlier(): { groups: ReadonlySet<string>; servers: ReadonlySet<string> } {
    const groups = this.#file.all(
      `SELECT DISTINCT name FROM figures WHERE kind = 'group' AND session < ?`,
      this.recording,
    );
    const servers = this.#file.all(
      `SELECT DISTINCT value FROM facets WHERE session IN (SELECT id FROM sessions WHERE id < ?) AND key = 'server'`,
      this.recording,
    );
    return {
      groups: new Set(groups.map(({ name }) => name as string)),
      servers: new Set(servers.map(({ value }) => value as string)),
    };
  }

  clearRows(most: number): boolean {
    const { recording } = this;
    const [base, end] = this.#range();
    // The first row is deleted last: while it exists, a clear is in progress.
    const sql = `SELECT min(ord) AS ord FROM (SELECT ord FROM rows WHERE ${inRecording} ORDER BY ord DESC LIMIT ?)`;
    const from = this.#file.get(sql, base, end, most)?.ord as number | null;
    const range = [from ?? base, end] as const;
    this.#pruned = 0;
    this.#file.transaction(() => {
      // New rows differ from now on, so their indexed words are invalid.
      this.#file.run('UPDATE sessions SET state = NULL, pruned = 0, mark = ? WHERE id = ?', newMark(), recording);
      this.#file.run('DELETE FROM changed WHERE session = ?', recording);
      for (const table of ['failures', 'row_events']) {
        this.#file.run(`DELETE FROM ${table} WHERE row IN (SELECT id FROM rows WHERE ${inRecording})`, ...range);
      }
      this.#file.run(`DELETE FROM rows WHERE ${inRecording}`, ...range);
      this.#file.run('DELETE FROM facets WHERE session = ?', recording);
      this.#file.run(`DELETE FROM figures WHERE session = ? AND kind <> 'former'`, recording);
    });
    return from !== null;
  }

  row(id: number): Row | null {
    return this.#rows('SELECT * FROM rows WHERE id = ?', id)[0] ?? null;
  }

  rowsFrom(from: number, count: number, kind?: Row['kind']): Row[] {
    const [where, named] = kind === undefined ? ['', []] : [' AND kind = ?', [kind]];
    const sql = `SELECT * FROM rows WHERE ord >= ? AND ord < ?${where} ORDER BY ord`;
    return this.#rows(sql, this.#base + from, Math.min(this.#end, this.#base + from + count), ...named);
  }

  rowsAt(ords: readonly number[]): Row[] {
    return this.#rows(
      'SELECT * FROM rows WHERE ord IN (SELECT ? + value FROM json_each(?)) ORDER BY ord',
      this.#base,
      JSON.stringify(ords),
    );
  }

  select(
    { filter, now, servers, values: known, saying, expected }: StoreQuestion,
    from: number,
    to: number,
  ): Selection {
    if (!saying && wordsIn(filter).length > 0) return { ords: [], candidates: this.#factRows(from, to) };
    const places = (words: string): string | null => {
      const ords = saying?.get(words);
      return ords ? `[${ords.join(',')}]` : null;
    };
    const text = saying ? { find: places, base: this.#base } : null;
    const { sql, values, tests, byTarget } = toSql(filter, now, servers, { known, text, expected });
    this.#file.tests = tests;
    const range = [this.#base + from, this.#base + to] as const;
    const within = byTarget
      ? `(ord >> ${blockShift}) IN (SELECT value FROM json_each(?)) AND +ord >= ? AND +ord < ?`
      : 'ord >= ? AND ord < ?';
    // One string instead of an object per row: creating objects would take longer than finding them.
    const find = this.#file.prepareOnce(
      `SELECT json_group_array(ord - ?) AS ords FROM (SELECT ord FROM rows WHERE ${sql} AND ${within} ORDER BY ord)`,
    );
    const found = find.get(this.#base, ...values, ...(byTarget ? [blocksOf(...range)] : []), ...range)?.ords;
    return { ords: JSON.parse(found as string) as number[], candidates: [] };
  }

  find(words: string, from: number, below: number, most: number): Promise<FoundRows | null> {
    return this.#file.search.find(this.recording, words, from, below, most);
  }

  indexed(): Promise<void> {
    return this.#file.search.finish();
  }

  #factRows(from: number, to: number): FactRow[] {
    const sql = `SELECT ${shownColumns}, http, ${factColumns} FROM rows WHERE ord >= ? AND ord < ? ORDER BY ord`;
    return this.#file.lists(sql, this.#base + from, this.#base + to).map((columns) => ({
      row: readRow(columns),
      http: columns[shownCount] as number | null,
      ...readFacts(columns.slice(shownCount + 1)),
    }));
  }

  keptFailure(id: number): string | null {
    return (this.#file.get('SELECT failure FROM failures WHERE row = ?', id)?.failure as string | undefined) ?? null;
  }

  factsOf(id: number): FailureFacts | null {
    const found = this.#file.lists(`SELECT ${factColumns} FROM rows WHERE id = ?`, id)[0];
    return found ? readFacts(found) : null;
  }

  eventsOf(id: number): number[] {
    const joined = this.#file.get('SELECT joined FROM rows WHERE id = ?', id)?.joined;
    const more = this.#file.all('SELECT seq FROM row_events WHERE row = ? ORDER BY seq', id);
    return [firstSeq(id), ...(typeof joined === 'number' ? [joined] : []), ...more.map(({ seq }) => seq as number)];
  }

  eventPage(id: number, from: number, count: number): { seqs: number[]; total: number } {
    const joined = this.#file.get('SELECT joined FROM rows WHERE id = ?', id)?.joined;
    const named = [firstSeq(id), ...(typeof joined === 'number' ? [joined] : [])];
    const first = named.slice(from, from + count);
    const sql = 'SELECT seq FROM row_events WHERE row = ? ORDER BY seq LIMIT ? OFFSET ?';
    const [most, before] = [count - first.length, Math.max(0, from - named.length)];
    const more = this.#file.all(sql, id, most, before);
    // Most rows have no more than these: then there is nothing to count.
    const isLast = before === 0 && more.length < most;
    const counted = isLast
      ? more.length
      : Number(this.#file.get('SELECT count(*) AS n FROM row_events WHERE row = ?', id)?.n ?? 0);
    const total = named.length + counted;
    return { seqs: [...first, ...more.map(({ seq }) => seq as number)], total };
  }

  eventsOfMany(ids: readonly number[]): Map<number, StoredEvent[]> {
    return this.#events.ofRows(ids);
  }

  groupRows(group: string, limit: number): Row[] {
    const sql = `SELECT * FROM rows WHERE grp = ? AND ${inRecording} ORDER BY ord DESC LIMIT ?`;
    return this.#rows(sql, group, ...this.#range(), limit);
  }

  pendingRows(): Row[] {
    return this.#rows(`SELECT * FROM rows WHERE pending = 1 AND ${inRecording} ORDER BY ord`, ...this.#range());
  }

  contextRows(server: string, epoch: number, newest: number): Row[] {
    const recent = this.#rows(
      `SELECT * FROM rows WHERE server = ? AND epoch = ? AND ${inRecording} ORDER BY ord DESC LIMIT ?`,
      server,
      epoch,
      ...this.#range(),
      newest,
    );
    const telling = this.#rows(
      `SELECT * FROM rows WHERE server = ? AND epoch = ? AND method IN ('initialize', 'tools/list') AND ${inRecording} ORDER BY ord`,
      server,
      epoch,
      ...this.#range(),
    );
    // A burst that began long ago may still continue.
    const bursts =
      newest === 0
        ? []
        : this.#rows(
            `SELECT * FROM rows WHERE server = ? AND epoch = ? AND times > 1 AND ${inRecording} ORDER BY end_at DESC LIMIT ?`,
            server,
            epoch,
            ...this.#range(),
            burstCount,
          );
    return [...new Map([...telling, ...bursts, ...recent].map((row) => [row.id, row])).values()];
  }

  chainRows(chain: number, limit: number): Row[] {
    return this.#rows('SELECT * FROM rows WHERE chain = ? ORDER BY ord LIMIT ?', chain, limit);
  }

  incidentRows(incident: number, limit: number): Row[] {
    return this.#rows('SELECT * FROM rows WHERE incident = ? ORDER BY ord LIMIT ?', incident, limit);
  }

  incidentSize(incident: number): { rows: number; lastOrd: number } | null {
    const sql = 'SELECT count(*) AS rows, max(ord) AS last FROM rows WHERE incident = ?';
    const found = this.#file.get(sql, incident);
    const rows = Number(found?.rows ?? 0);
    return rows === 0 ? null : { rows, lastOrd: Number(found?.last) - this.#base };
  }

  answeredAfter(server: string, ord: number, epoch: number): Row | null {
    const sql = `SELECT * FROM rows WHERE server = ? AND ord > ? AND ord < ? AND epoch > ? AND outcome = 'answered'
      AND direction = 'out' AND (actor IS NULL OR actor IN ('client', 'tour', 'replay')) ORDER BY ord LIMIT 1`;
    return this.#rows(sql, server, this.#base + ord, this.#end, epoch)[0] ?? null;
  }

  rowsBefore(server: string, ord: number, limit: number): Row[] {
    const sql = 'SELECT * FROM rows WHERE server = ? AND ord >= ? AND ord < ? ORDER BY ord DESC LIMIT ?';
    return this.#rows(sql, server, this.#base, this.#base + ord, limit).reverse();
  }

  failedRows(ord: number, towards: 'newer' | 'older', limit: number, server?: string): Row[] {
    const [sign, order] = towards === 'newer' ? ['>', 'ASC'] : ['<', 'DESC'];
    const place = Math.max(this.#base - 1, Math.min(this.#end, this.#base + ord));
    const where = `failed = 1 AND ord ${sign} ? AND ${inRecording}${server === undefined ? '' : ' AND server = ?'}`;
    const sql = `SELECT * FROM rows WHERE ${where} ORDER BY ord ${order} LIMIT ?`;
    const named = server === undefined ? [] : [server];
    return this.#rows(sql, place, ...this.#range(), ...named, limit);
  }

  stderrUntil(server: string, epoch: number, at: number, limit: number): Row[] {
    const sql = `SELECT * FROM rows WHERE server = ? AND epoch = ? AND kind = 'stderr' AND at <= ? AND ${inRecording} ORDER BY ord DESC LIMIT ?`;
    return this.#rows(sql, server, epoch, at, ...this.#range(), limit).reverse();
  }

  /** The file stays open for other recordings. */
  close(): void {
    if (this.#file.isClosed) return;
    const sql = 'UPDATE sessions SET active = 0, last_seq = ?, bytes = ? WHERE id = ?';
    try {
      this.#file.run(sql, this.#events.lastSeq, this.#events.bytes, this.recording);
    } catch {
      // If the file rejects writes, the next start finds the end on its own.
    }
  }

  #range(): [number, number] {
    return [this.#base, this.#end];
  }

  #rows(sql: string, ...values: SqlValue[]): Row[] {
    return this.#file.lists(sql.replace('*', shownColumns), ...values).map(readRow);
  }
}

const burstCount = 100;
const prunedAtOnce = 500;
const putFigure = `INSERT INTO figures (session, kind, name, figures) VALUES (?,?,?,?)
  ON CONFLICT (kind, name, session) DO UPDATE SET figures = excluded.figures`;
const dropFigure = 'DELETE FROM figures WHERE session = ? AND kind = ? AND name = ?';
const inRecording = 'ord >= ? AND ord < ?';
const putFacet = `INSERT INTO facets (session, key, value, count) VALUES (?,?,?,?)
  ON CONFLICT (session, key, value) DO UPDATE SET count = excluded.count`;

/** The blocks of a range of rows, as numbered in the index of targets. */
function blocksOf(from: number, to: number): string {
  const size = 2 ** blockShift;
  const first = Math.floor(from / size);
  return JSON.stringify(Array.from({ length: Math.ceil(to / size) - first }, (_, i) => first + i));
}
