// One open log file: its statements, its transactions and the count of its events. Sessions share it.
// Owns nothing of what the tables mean; that is for sqlite-store.ts, sqlite-shelf.ts and text-index.ts.

import type { Database, SqlValue, Statement } from './schema.ts';
import { SideThread } from './side-thread.ts';
import type { TextTest } from './sql-condition.ts';

/** Transactions between two checkpoints. */
const checkpointEvery = 200;
/** Of 4 kB: a write-ahead log of 256 MB, and what is moved in a few milliseconds. */
const manyPages = 65_536;
const fewPages = 1000;

export class SqliteFile {
  readonly path: string;
  readonly #database: Database;
  readonly #release: () => void;
  readonly search: SideThread;
  readonly #statements = new Map<string, Statement>();
  readonly #listing = new Map<string, Statement>();
  /** What a running `select` calls. */
  tests: TextTest[] = [];
  /** Whether bodies can be searched; some builds of SQLite cannot. */
  hasTexts = false;
  /** Over all sessions. */
  lastSeq: number;
  #closed = false;
  #kept = 0;

  /** `release` gives up the claim on the file when it is closed. */
  constructor(database: Database, path: string, release: () => void) {
    this.#database = database;
    this.path = path;
    this.search = new SideThread(path);
    this.#release = release;
    database.function('passes', { deterministic: false, varargs: true }, (test, ...columns) =>
      Number(this.tests[Number(test)]?.(...(columns as (string | null)[])) ?? false),
    );
    this.lastSeq = Number(this.get('SELECT max(seq) AS seq FROM events')?.seq ?? 0);
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  transaction(work: () => void): void {
    this.statement('BEGIN IMMEDIATE').run();
    try {
      work();
      this.statement('COMMIT').run();
      this.#noteCommit();
    } catch (error) {
      // A full disk ends the transaction by itself; then there is nothing left to roll back.
      try {
        this.#database.exec('ROLLBACK');
      } catch {}
      throw error;
    }
  }

  /** Now and then what was written goes from the write-ahead log into the file; the other thread does that. */
  #noteCommit(): void {
    this.#kept += 1;
    if (this.#kept % checkpointEvery === 0) this.search.checkpoint((pages, left) => this.#moveRest(pages, left));
  }

  /** Whoever writes without a pause is always ahead of the other thread. Once in a long while the little that is left is moved here. */
  #moveRest(pages: number, left: number): void {
    if (this.#closed || left === 0 || left > fewPages || pages < manyPages) return;
    try {
      this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {}
  }

  /** For SQL of our own that is asked again and again. */
  statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** For SQL made of what a person typed: kept statements would never end. */
  prepareOnce(sql: string): Statement {
    return this.#database.prepare(sql);
  }

  /** A function that SQL may call. */
  define(name: string, run: (...values: SqlValue[]) => SqlValue): void {
    this.#database.function(name, { deterministic: true, varargs: false }, run);
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  run(sql: string, ...values: SqlValue[]): { changes: number } {
    return this.statement(sql).run(...values) as { changes: number };
  }

  get(sql: string, ...values: SqlValue[]): Record<string, unknown> | undefined {
    return this.statement(sql).get(...values);
  }

  all(sql: string, ...values: SqlValue[]): Record<string, unknown>[] {
    return this.statement(sql).all(...values);
  }

  /** Rows as arrays of their columns. */
  lists(sql: string, ...values: SqlValue[]): unknown[][] {
    let statement = this.#listing.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      statement.setReturnArrays(true);
      this.#listing.set(sql, statement);
    }
    return statement.all(...values) as unknown as unknown[][];
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.search.close();
    if (this.#kept > 0) {
      try {
        // The other thread may still be at it.
        this.#database.exec('PRAGMA busy_timeout = 3000; PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {}
    }
    this.#statements.clear();
    this.#listing.clear();
    this.#database.close();
    this.#release();
  }
}
