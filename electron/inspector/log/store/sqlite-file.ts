// One open log file: its statements, its transactions and its event count. Recordings share it. sqlite-store.ts, sqlite-events.ts and the
// search define what the tables mean.

import { existsSync, statSync } from 'node:fs';
import { type Database, listRows, type SqlValue, type Statement } from './log-schema.ts';
import type { TextTest } from './sql-condition.ts';
import type { WordSearch } from './store.ts';
import type { Tally } from './tally.ts';

/** Transactions after which the search thread is asked for a checkpoint. */
const moveEvery = 32;
/** Pages of 4 kB. From 16 MB on the write-ahead log should restart, which it can once nearly everything is checkpointed. */
export const walPages = { many: 4096, few: 250, urgent: 8192, fewWhenUrgent: 1500 } as const;
/** The last pages are checkpointed here, where recording waits for the disk. Skipped while the disk is slower than this, unless urgent. */
const quickMs = 20;

/**
 * Opens a file read-only. SQLite needs two more files next to it. The last process that closes it deletes them if it may write. So the file
 * is opened for writing if possible, and then set to refuse writes. Not next to a rollback journal, which is never ours: SQLite would
 * replay it.
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
  /** How far it was written, for the next start; null if read-only. */
  readonly tally: Tally | null;
  readonly search: WordSearch;
  readonly #statements = new Map<string, Statement>();
  readonly #listing = new Map<string, Statement>();
  /** The functions a running `select` calls. */
  tests: TextTest[] = [];
  /** Across all recordings. */
  lastSeq: number;
  #closed = false;
  #commits = 0;

  /** `release` releases the claim on the file on close. */
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
      // A full disk ends the transaction on its own; then there is nothing to roll back.
      try {
        this.#database.exec('ROLLBACK');
      } catch {}
      throw error;
    }
  }

  /** For large statements that are not repeated soon: they would push others out of the cache. */
  withLittleCache(work: () => void): void {
    const kept = Number(this.get('PRAGMA cache_size')?.cache_size);
    this.#database.exec('PRAGMA cache_size = -1024');
    try {
      work();
    } finally {
      this.#database.exec(`PRAGMA cache_size = ${kept}`);
    }
  }

  /** Occasionally checkpoints the write-ahead log into the file; the search thread does nearly all of that. */
  noteCommit(): void {
    this.#commits += 1;
    if (this.#commits % moveEvery === 0) this.search.move();
  }

  /**
   * A constant writer always stays ahead of the search thread. The few pages left are checkpointed here, so that the write-ahead log
   * restarts.
   */
  #moveRest(pages: number, left: number, ms: number): void {
    const isQuick = pages >= walPages.many && left <= walPages.few && ms <= quickMs;
    const isUrgent = pages >= walPages.urgent && left <= walPages.fewWhenUrgent;
    if (this.#closed || !(isQuick || isUrgent)) return;
    try {
      this.get('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {} // Retried later.
  }

  /** For our own SQL, which repeats. */
  statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** For SQL built from user input: cached statements would grow without limit. */
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

  /** Rows as arrays of columns. */
  lists(sql: string, ...values: SqlValue[]): unknown[][] {
    let statement = this.#listing.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#listing.set(sql, statement);
    }
    return listRows(statement, values);
  }

  /** Bytes on disk: the log with its write-ahead log, and the word index. Free space that cannot be returned counts as unused. */
  get bytes(): number {
    const free = this.#canShrink() ? 0 : this.#pragma('freelist_count');
    const wal = statSync(`${this.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    return (this.#pragma('page_count') - free) * this.#pragma('page_size') + wal + this.search.bytes;
  }

  /** Space inside the file that can be returned to the disk. Files from the first versions keep theirs. */
  get freeBytes(): number {
    return this.#canShrink() ? this.#pragma('freelist_count') * this.#pragma('page_size') : 0;
  }

  #canShrink(): boolean {
    return this.#pragma('auto_vacuum') === 2;
  }

  /** Returns a little free space to the disk; false when there is none. */
  giveBack(): boolean {
    if (this.freeBytes === 0) return false;
    this.exec('PRAGMA incremental_vacuum(200)');
    this.noteCommit();
    return true;
  }

  /** Checkpoints everything and truncates the write-ahead log, unless another connection is reading. */
  async emptyWal(): Promise<void> {
    await this.search.moved();
    if (this.#closed) return;
    try {
      this.exec('PRAGMA busy_timeout = 0');
      this.get('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Retried later.
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
    // First the search thread, then this: the last connection to close checkpoints the write-ahead log and deletes it.
    this.search.close();
    if (this.#commits > 0) {
      try {
        this.#database.exec('PRAGMA busy_timeout = 3000; PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {}
    }
    this.#statements.clear();
    this.#listing.clear();
    this.#database.close();
    // If the write-ahead log is not empty, another process is still reading it.
    if (!((statSync(`${this.path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)) this.tally?.remove();
    this.#release();
  }
}
