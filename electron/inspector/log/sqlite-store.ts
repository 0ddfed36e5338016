// The log in a SQLite file. Owns the statements; opening and checking the file is in open-store.ts, the tables in schema.ts.

import { firstSeq } from '../../../shared/exchange/ledger.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { StoredEvent, WireEvent } from '../../../shared/wire.ts';
import { type EventColumns, fromColumns, toColumns } from './event-columns.ts';
import { changingColumns, changingValues, fixedColumns, fixedValues, readRow } from './row-columns.ts';
import type { Database, SqlValue, Statement } from './schema.ts';
import { type TextTest, toSql } from './sql-condition.ts';
import type { LogState, LogStore, Question, RowPut, Selection } from './store.ts';

export class SqliteStore implements LogStore {
  readonly kind = 'sqlite';
  readonly path: string;
  readonly notice = '';
  readonly #database: Database;
  readonly #release: () => void;
  readonly #statements = new Map<string, Statement>();
  /** What a running `select` calls. */
  #tests: TextTest[] = [];
  #lastSeq: number;
  #closed = false;

  /** `release` gives up the claim on the file when the store is closed. */
  constructor(database: Database, path: string, release: () => void) {
    this.#database = database;
    this.path = path;
    this.#release = release;
    database.function('passes', { deterministic: false, varargs: true }, (test, ...columns) =>
      Number(this.#tests[Number(test)]?.(...(columns as (string | null)[])) ?? false),
    );
    this.#lastSeq = Number(this.#get('SELECT max(seq) AS seq FROM events')?.seq ?? 0);
  }

  append(events: readonly WireEvent[]): number[] {
    const insert = this.#statement(
      'INSERT INTO events (seq, at, server, epoch, lane, body, meta) VALUES (?,?,?,?,?,?,?)',
    );
    const seqs: number[] = [];
    const write = () => {
      for (const event of events) {
        const { lane, body, meta } = toColumns(event);
        const seq = this.#lastSeq + seqs.length + 1;
        insert.run(seq, event.at, event.server, event.epoch, lane, body, meta);
        seqs.push(seq);
      }
    };
    if (events.length === 1) write();
    else this.#transaction(write);
    this.#lastSeq += seqs.length;
    return seqs;
  }

  event(seq: number): StoredEvent | null {
    const columns = this.#get('SELECT * FROM events WHERE seq = ?', seq);
    return columns ? readEvent(columns) : null;
  }

  eventsAfter(seq: number, limit: number): StoredEvent[] {
    return this.#all('SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?', seq, limit).map(readEvent);
  }

  lastSeq(): number {
    return this.#lastSeq;
  }

  connectionsAfter(seq: number): { server: string; epoch: number }[] {
    return this.#all('SELECT DISTINCT server, epoch FROM events WHERE seq > ?', seq) as never;
  }

  put(rows: readonly RowPut[], state: LogState): void {
    this.#transaction(() => {
      for (const put of rows) this.#putRow(put);
      this.#run('INSERT OR REPLACE INTO state (one, state) VALUES (1, ?)', JSON.stringify(state));
    });
  }

  #putRow(put: RowPut): void {
    const { id, ord } = put.row;
    if (put.isNew) this.#run(insertRow, ...fixedValues(put), ...changingValues(put));
    else this.#run(updateRow, ...changingValues(put), ord);
    if (put.failure !== null) this.#run('INSERT OR REPLACE INTO failures (row, failure) VALUES (?,?)', id, put.failure);
    else if (!put.isNew) this.#run('DELETE FROM failures WHERE row = ?', id);
    const first = firstSeq(id);
    for (const seq of put.events) {
      if (seq !== first) this.#run('INSERT OR IGNORE INTO row_events (row, seq) VALUES (?,?)', id, seq);
    }
  }

  state(): LogState | null {
    const text = this.#get('SELECT state FROM state WHERE one = 1')?.state;
    return typeof text === 'string' ? (JSON.parse(text) as LogState) : null;
  }

  clearRows(): void {
    this.#transaction(() => {
      for (const table of ['rows', 'failures', 'row_events', 'state']) this.#database.exec(`DELETE FROM ${table}`);
    });
  }

  row(id: number): Row | null {
    const columns = this.#get('SELECT * FROM rows WHERE id = ?', id);
    return columns ? readRow(columns) : null;
  }

  rowsFrom(from: number, count: number): Row[] {
    return this.#rows('SELECT * FROM rows WHERE ord >= ? ORDER BY ord LIMIT ?', from, count);
  }

  rowsAt(ords: readonly number[]): Row[] {
    return this.#rows(
      'SELECT * FROM rows WHERE ord IN (SELECT value FROM json_each(?)) ORDER BY ord',
      JSON.stringify(ords),
    );
  }

  rowsAfterRev(rev: number, limit: number): Row[] {
    return this.#rows('SELECT * FROM rows WHERE rev > ? ORDER BY rev LIMIT ?', rev, limit);
  }

  select({ filter, now, servers }: Question, from: number, to: number): Selection {
    const { sql, values, tests } = toSql(filter, now, servers);
    this.#tests = tests;
    // Prepared for this question only: keeping one statement for each filter ever typed would never end.
    const find = this.#database.prepare(`SELECT ord FROM rows WHERE ${sql} AND ord >= ? AND ord < ? ORDER BY ord`);
    return { ords: find.all(...values, from, to).map(({ ord }) => ord as number), candidates: [] };
  }

  failure(id: number): string | null {
    return (this.#get('SELECT failure FROM failures WHERE row = ?', id)?.failure as string | undefined) ?? null;
  }

  eventsOf(id: number): number[] {
    const more = this.#all('SELECT seq FROM row_events WHERE row = ? ORDER BY seq', id);
    return [firstSeq(id), ...more.map(({ seq }) => seq as number)];
  }

  pendingRows(): Row[] {
    return this.#rows('SELECT * FROM rows WHERE pending = 1 ORDER BY ord');
  }

  contextRows(server: string, epoch: number, newest: number): Row[] {
    const recent = this.#rows(
      'SELECT * FROM rows WHERE server = ? AND epoch = ? ORDER BY ord DESC LIMIT ?',
      server,
      epoch,
      newest,
    );
    const telling = this.#rows(
      `SELECT * FROM rows WHERE server = ? AND epoch = ? AND method IN ('initialize', 'tools/list') ORDER BY ord`,
      server,
      epoch,
    );
    return [...new Map([...telling, ...recent].map((row) => [row.id, row])).values()];
  }

  chainRows(chain: number, limit: number): Row[] {
    return this.#rows('SELECT * FROM rows WHERE chain = ? ORDER BY ord LIMIT ?', chain, limit);
  }

  rowsBefore(server: string, ord: number, limit: number): Row[] {
    const sql = 'SELECT * FROM rows WHERE server = ? AND ord < ? ORDER BY ord DESC LIMIT ?';
    return this.#rows(sql, server, ord, limit).reverse();
  }

  failedRows(ord: number, towards: 'newer' | 'older', limit: number, server?: string): Row[] {
    const [sign, order] = towards === 'newer' ? ['>', 'ASC'] : ['<', 'DESC'];
    const where = `failed = 1 AND ord ${sign} ?${server === undefined ? '' : ' AND server = ?'}`;
    const sql = `SELECT * FROM rows WHERE ${where} ORDER BY ord ${order} LIMIT ?`;
    return server === undefined ? this.#rows(sql, ord, limit) : this.#rows(sql, ord, server, limit);
  }

  stderrUntil(server: string, epoch: number, at: number, limit: number): Row[] {
    const sql = `SELECT * FROM rows WHERE server = ? AND epoch = ? AND kind = 'stderr' AND at <= ? ORDER BY ord DESC LIMIT ?`;
    return this.#rows(sql, server, epoch, at, limit).reverse();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#statements.clear();
    this.#database.close();
    this.#release();
  }

  #transaction(work: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      // A full disk ends the transaction by itself; then there is nothing left to roll back.
      try {
        this.#database.exec('ROLLBACK');
      } catch {}
      throw error;
    }
  }

  #statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #run(sql: string, ...values: SqlValue[]): void {
    this.#statement(sql).run(...values);
  }

  #get(sql: string, ...values: SqlValue[]): Record<string, unknown> | undefined {
    return this.#statement(sql).get(...values);
  }

  #all(sql: string, ...values: SqlValue[]): Record<string, unknown>[] {
    return this.#statement(sql).all(...values);
  }

  #rows(sql: string, ...values: SqlValue[]): Row[] {
    return this.#all(sql, ...values).map(readRow);
  }
}

const columns = [...fixedColumns, ...changingColumns];
const insertRow = `INSERT INTO rows (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(',')})`;
const updateRow = `UPDATE rows SET ${changingColumns.map((name) => `${name} = ?`).join(', ')} WHERE ord = ?`;

function readEvent(columns: Record<string, unknown>): StoredEvent {
  return fromColumns(columns as unknown as EventColumns & { seq: number; at: number; server: string; epoch: number });
}
