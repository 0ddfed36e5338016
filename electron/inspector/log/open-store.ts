// Chooses where the log is kept. Of a damaged log what can be read goes into a new one, and the damaged file is kept aside.
// Any other file that cannot be used is left exactly as it is: the log then stays in memory, with a notice that names the
// file, the reason and what to do.

import { chmodSync, closeSync, constants, copyFileSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { copyDamaged, isOurLog, keepAside, removeLog, replaceStart, restoreLength } from './damaged-file.ts';
import { salvage, tellSalvage } from './salvage.ts';
import { applicationId, type Database, migrate, schemaVersion, versionOf } from './schema.ts';
import { MemoryShelf, type Shelf } from './session-file.ts';
import { SqliteFile } from './sqlite-file.ts';
import { SqliteShelf } from './sqlite-shelf.ts';
import { SqliteStore } from './sqlite-store.ts';
import type { LogStore } from './store.ts';

type Sqlite = typeof import('node:sqlite');

export interface OpenOptions {
  /** null keeps the log in memory, without a notice. */
  path: string | null;
  /** How SQLite is loaded: some runtimes lack it. */
  loadSqlite?: () => Promise<Sqlite>;
}

export async function openShelf({ path, loadSqlite = loadNodeSqlite }: OpenOptions): Promise<Shelf> {
  if (path === null) return new MemoryShelf('');
  let sqlite: Sqlite;
  try {
    sqlite = await loadSqlite();
  } catch {
    return new MemoryShelf('This runtime has no SQLite; the log is kept in memory and ends with the app.');
  }
  try {
    return new SqliteShelf(openFile(sqlite, path));
  } catch (error) {
    let failed = error;
    try {
      if (isDamage(error) && isOurLog(path)) return await openSalvaged(sqlite, path);
    } catch (again) {
      if (!isDamage(again)) failed = again;
    }
    const { reason, advice } = explain(failed, path);
    return new MemoryShelf(
      `The log file ${path} ${reason}. New messages are kept in memory and end with the app; the file was not touched. ${advice}`,
      true,
    );
  }
}

/** The newest recorded session alone, for whoever needs no other; closing it closes the file. */
export async function openStore(options: OpenOptions): Promise<LogStore> {
  const shelf = await openShelf(options);
  const store = shelf.open(lastRecorded(shelf) ?? shelf.create({ kind: 'recorded', startedAt: Date.now() }));
  const { close } = store;
  store.close = () => {
    close.call(store);
    shelf.close();
  };
  return store;
}

/** The sessions of a file, only to be read, also while another Misfire records into it. A refusal is thrown in words. */
export async function openToRead(path: string): Promise<{ shelf: Shelf; store: (session: number) => LogStore }> {
  const sqlite = await loadNodeSqlite();
  try {
    inspect(sqlite, path, false);
    const database = open(sqlite, path, true);
    if (versionOf(database) !== schemaVersion) {
      database.close();
      throw new Refusal('is of an older version', 'Start Misfire once to bring it up to date.');
    }
    const file = new SqliteFile(database, path, () => {});
    file.hasTexts = true;
    return { shelf: new SqliteShelf(file, true), store: (session) => new SqliteStore(file, session) };
  } catch (error) {
    const { reason, advice } = explain(error, path);
    throw new Error(`The log file ${path} ${reason}. ${advice}`);
  }
}

export function lastRecorded(shelf: Shelf): number | null {
  return shelf.list().find(({ kind }) => kind === 'recorded')?.id ?? null;
}

function loadNodeSqlite(): Promise<Sqlite> {
  return import('node:sqlite');
}

/** Why a file is refused, as the end of the sentence "The log file X …". */
class Refusal extends Error {
  readonly advice: string;
  constructor(reason: string, advice: string) {
    super(reason);
    this.advice = advice;
  }
}

function openFile(sqlite: Sqlite, path: string): SqliteFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const release = claim(sqlite, path);
  let database: Database | undefined;
  try {
    inspect(sqlite, path);
    // Before SQLite makes it: -wal and -shm take their mode from this file.
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
    const opened = open(sqlite, path, false);
    database = opened;
    // Only a file without tables takes this: what is deleted later can then be given back to the disk.
    if (Number(opened.prepare('PRAGMA page_count').get()?.page_count) === 0)
      opened.exec('PRAGMA auto_vacuum = INCREMENTAL');
    opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    // Checkpoints are asked for elsewhere; this is for when they do not come.
    opened.exec('PRAGMA cache_size = -32768; PRAGMA mmap_size = 1073741824; PRAGMA wal_autocheckpoint = 262144');
    migrate(opened, (version) => backUp(opened, path, version));
    // No one else writes, since the file is claimed; whoever does all the same must not make the app wait.
    opened.exec('PRAGMA busy_timeout = 100');
    const file = new SqliteFile(opened, path, release);
    probe(file);
    return file;
  } catch (error) {
    database?.close();
    release();
    throw error;
  }
}

/** What can be read of a damaged log, in a new one. The damaged file leaves its place only when the new one is complete. */
async function openSalvaged(sqlite: Sqlite, path: string): Promise<Shelf> {
  const [copy, fresh] = [`${path}.copy`, `${path}.new`];
  const release = claim(sqlite, path);
  let notice: string;
  try {
    removeLog(fresh);
    // As every new log is made, so that its tables begin where those of the damaged one do.
    new SqliteShelf(openFile(sqlite, fresh)).close();
    copyDamaged(path, copy);
    const damaged = openDamaged(sqlite, copy, fresh);
    const target = open(sqlite, fresh, false);
    try {
      target.exec('PRAGMA journal_mode = DELETE');
      const salvaged = await salvage(damaged, target);
      target.close();
      const aside = keepAside(path, fresh, new Date().toISOString().slice(0, 10));
      notice = tellSalvage(path, aside, salvaged);
    } finally {
      damaged?.close();
      if ((target as { isOpen?: boolean }).isOpen) target.close();
    }
  } finally {
    removeLog(copy);
    removeLog(fresh);
    release();
  }
  return new SqliteShelf(openFile(sqlite, path), false, notice);
}

/** The copy of a damaged log, with as much of its start replaced as is needed to find its events; null when nothing helps. */
function openDamaged(sqlite: Sqlite, copy: string, fresh: string): Database | null {
  restoreLength(copy);
  for (const replaced of [null, 'header', 'first page'] as const) {
    if (replaced) replaceStart(copy, fresh, replaced);
    let database: Database | undefined;
    try {
      database = open(sqlite, copy, false);
      database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
      refuseForeign(database);
      database.prepare('SELECT seq FROM events LIMIT 0').all();
      return database;
    } catch (error) {
      database?.close();
      if (error instanceof Refusal) throw error;
    }
  }
  return null;
}

/** A copy as it was, before the tables of a file with data change. Without the copy nothing changes. */
function backUp(database: Database, path: string, version: number): void {
  const copy = `${path}.version-${version}`;
  if (existsSync(copy)) return;
  // Everything into the one file first; no one else writes, since the file is claimed.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  copyFileSync(path, copy, constants.COPYFILE_FICLONE);
  chmodSync(copy, 0o600);
}

function open(sqlite: Sqlite, path: string, readOnly: boolean): Database {
  // `defensive` keeps SQL from writing to the file's own structures; older runtimes ignore it.
  const database = new sqlite.DatabaseSync(path, { timeout: 2000, readOnly, defensive: true }) as unknown as Database;
  // What stands in the file's own tables may call only what has no effect, to read as well as to write.
  database.exec('PRAGMA trusted_schema = OFF');
  return database;
}

/**
 * One writer at a time, while others may still read. The claim is SQLite's own lock on an empty file beside the log,
 * which the system gives up when the process ends, however it ends.
 */
function claim(sqlite: Sqlite, path: string): () => void {
  const lockPath = `${path}.lock`;
  closeSync(openSync(lockPath, 'a', 0o600));
  const lock = new sqlite.DatabaseSync(lockPath, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new Refusal('is in use by another Misfire', 'Close the other one and start again.');
  }
  return () => lock.close();
}

/** Reads what every start reads: a large file is not checked whole, but it must not fail later either. */
function probe(file: SqliteFile): void {
  const last = file.get('SELECT id FROM sessions ORDER BY touched DESC LIMIT 1')?.id;
  if (typeof last !== 'number') return;
  const store = new SqliteStore(file, last);
  const state = store.state();
  store.eventsAfter(state?.derivedSeq ?? 0, 1);
  store.pendingRows();
  store.failedRows(state?.rows ?? 0, 'older', 1000);
}

const wholeCheckLimit = 64 * 1024 * 1024;

/** Looks without writing, so that a file which is not ours, or newer than we are, stays as it is. */
function inspect(sqlite: Sqlite, path: string, whole = true): void {
  let size: number;
  try {
    size = statSync(path).size;
  } catch {
    return;
  }
  if (size === 0) return;
  const database = open(sqlite, path, true);
  try {
    refuseForeign(database);
    if (whole && size <= wholeCheckLimit) {
      const verdict = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
      if (verdict !== 'ok') throw new Error('database disk image is malformed');
    }
  } finally {
    database.close();
  }
}

/** Files that are not ours, are newer than we are, or hold SQL that would run when we read or write. */
function refuseForeign(database: Database): void {
  const tables = database.prepare('SELECT type, name FROM sqlite_schema').all();
  const owner = Number(database.prepare('PRAGMA application_id').get()?.application_id ?? 0);
  if (owner !== applicationId && tables.length > 0) {
    throw new Refusal('is not a log of Misfire', 'Choose another data folder or move the file away.');
  }
  if (versionOf(database) > schemaVersion) {
    throw new Refusal('was written by a newer Misfire', 'Update Misfire, or choose another data folder.');
  }
  // A trigger in a file from elsewhere would run with our inserts.
  if (tables.some(({ type }) => type === 'trigger' || type === 'view') || computesColumns(database)) {
    throw new Refusal('has been altered by another program', 'Move the file away and start again.');
  }
}

/** Columns that SQL in the file computes. Misfire has none, and would run that SQL whenever it reads or writes. */
function computesColumns(database: Database): boolean {
  return (
    database
      .prepare(
        `SELECT 1 AS found FROM sqlite_schema tables, pragma_table_xinfo(tables.name) columns
         WHERE tables.type = 'table' AND columns.hidden IN (2, 3) LIMIT 1`,
      )
      .get() !== undefined
  );
}

function isDamage(error: unknown): boolean {
  return /malformed|not a database|vtable constructor/.test((error as Error).message);
}

function explain(error: unknown, path: string): { reason: string; advice: string } {
  if (error instanceof Refusal) return { reason: error.message, advice: error.advice };
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || /readonly/.test(message)) {
    return { reason: 'cannot be written', advice: 'Check the permissions of the file and its folder.' };
  }
  if (code === 'ENOSPC' || /full/.test(message)) {
    return { reason: 'has no room left on its disk', advice: 'Free some space and start again.' };
  }
  if (isDamage(error)) {
    return { reason: 'is damaged', advice: `Move ${path} away to start a new log, and keep it if it matters.` };
  }
  if (/locked|busy/i.test(message)) {
    return { reason: 'is locked by another program', advice: 'Close the other program and start again.' };
  }
  return { reason: `could not be opened (${message})`, advice: 'Choose another data folder, or move the file away.' };
}
