// One open log file: its statements, its transactions and the count of its events. Recordings share it.
// What the tables mean is up to sqlite-store.ts, sqlite-events.ts and the search.

import { existsSync, statSync } from 'node:fs';
import { type Database, listRows, type SqlValue, type Statement } from './schema.ts';
import type { TextTest } from './sql-condition.ts';
import type { WordSearch } from './store.ts';
import type { Tally } from './tally.ts';

/** Transactions after which the other thread is asked to move what was written into the file. */
const moveEvery = 32;
/** Pages of 4 kB. From 16 MB on the write-ahead log should begin anew, which it can once next to nothing of it is left to move. */
export const walPages = { many: 4096, few: 250, urgent: 8192, fewWhenUrgent: 1500 } as const;
/** The last bit is moved where recording waits for the disk: not while the disk is slower than this, unless it is urgent. */
const quickMs = 20;

/**
 * Opens a file only to read it. SQLite lets nobody read such a file without two more beside it, which whoever closes it last takes
 * away, if it may write. So it is opened to be written, where that is allowed, and then made to refuse that. Not beside a rollback
 * journal, which is never ours: SQLite would do what it says.
 */
export function openWithoutTrace(path: string, open: (readOnly: boolean) => Database): Database {
  if (existsSync(`${path}-journal`)) return open(true);
  try {
    const database = open(false);
    database.exec('PRAGMA query_only = ON');
    return database;
  } catch {
    return open(true);
  }
}

export class SqliteFile {
  readonly path: string;
  readonly #database: Database;
  readonly #release: () => void;
  /** How far it was written, for the next start; null where it is only read. */
  readonly tally: Tally | null;
  readonly search: WordSearch;
  readonly #statements = new Map<string, Statement>();
  readonly #listing = new Map<string, Statement>();
  /** What a running `select` calls. */
  tests: TextTest[] = [];
  /** Over all recordings. */
  lastSeq: number;
  #closed = false;
  #commits = 0;

  /** `release` gives up the claim on the file when it is closed. */
  constructor(database: Database, path: string, search: WordSearch, release: () => void, tally: Tally | null = null) {
    this.tally = tally;
    this.#database = database;
    this.path = path;
    this.search = search;
    search.onMoved = (pages, left, ms) => this.#moveRest(pages, left, ms);
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
      this.noteCommit();
    } catch (error) {
      // A full disk ends the transaction by itself; then there is nothing left to roll back.
      try {
        this.#database.exec('ROLLBACK');
      } catch {}
      throw error;
    }
  }

  /** For what is large and asked for by nobody next: it would only push the rest out of the cache. */
  withLittleCache(work: () => void): void {
    const kept = Number(this.get('PRAGMA cache_size')?.cache_size);
    this.#database.exec('PRAGMA cache_size = -1024');
    try {
      work();
    } finally {
      this.#database.exec(`PRAGMA cache_size = ${kept}`);
    }
  }

  /** Now and then what was written goes from the write-ahead log into the file; the other thread does nearly all of that. */
  noteCommit(): void {
    this.#commits += 1;
    if (this.#commits % moveEvery === 0) this.search.move();
  }

  /** Whoever writes without a pause is always ahead of the other thread. The little that is left is moved here, so that the write-ahead log begins anew. */
  #moveRest(pages: number, left: number, ms: number): void {
    const isQuick = pages >= walPages.many && left <= walPages.few && ms <= quickMs;
    const isUrgent = pages >= walPages.urgent && left <= walPages.fewWhenUrgent;
    if (this.#closed || !(isQuick || isUrgent)) return;
    try {
      this.get('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {} // Another time.
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
      this.#listing.set(sql, statement);
    }
    return listRows(statement, values);
  }

  /** Bytes on disk: the log with what is not in the file yet, and the file of words. Free room that cannot be given back is no use of it. */
  get bytes(): number {
    const free = this.#canShrink() ? 0 : this.#pragma('freelist_count');
    const wal = statSync(`${this.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    return (this.#pragma('page_count') - free) * this.#pragma('page_size') + wal + this.search.bytes;
  }

  /** Room inside the file that can be given back; files that the first versions made keep theirs. */
  get freeBytes(): number {
    return this.#canShrink() ? this.#pragma('freelist_count') * this.#pragma('page_size') : 0;
  }

  #canShrink(): boolean {
    return this.#pragma('auto_vacuum') === 2;
  }

  /** Gives a little free room back to the disk; false when there is none. */
  giveBack(): boolean {
    if (this.freeBytes === 0) return false;
    this.exec('PRAGMA incremental_vacuum(200)');
    this.noteCommit();
    return true;
  }

  /** What was written goes into the file, and the write-ahead log is cut to nothing, unless somebody is reading just now. */
  async emptyWal(): Promise<void> {
    await this.search.moved();
    if (this.#closed) return;
    try {
      this.exec('PRAGMA busy_timeout = 0');
      this.get('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Another time.
    } finally {
      this.exec('PRAGMA busy_timeout = 100');
    }
  }

  #pragma(name: string): number {
    return Number(this.get(`PRAGMA ${name}`)?.[name] ?? 0);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // First the other thread, then this: whoever closes last puts the write-ahead log into the file and removes it.
    this.search.close();
    if (this.#commits > 0) {
      try {
        this.#database.exec('PRAGMA busy_timeout = 3000; PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {}
    }
    this.#statements.clear();
    this.#listing.clear();
    this.#database.close();
    // Where something is left in the write-ahead log, somebody else still reads it.
    if (!((statSync(`${this.path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)) this.tally?.remove();
    this.#release();
  }
}
