// Chooses where the log is stored. Readable data of a damaged log is copied into a new one, and the damaged file is renamed. Any other
// unusable file is left exactly as it is. The log then stays in memory, with a notice that names the file, the reason and the fix.

import { chmodSync, closeSync, constants, copyFileSync, existsSync, openSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from '../../foreign-files/make-folders.ts';
import { SearchThread } from './search/search-thread.ts';
import {
  copyDamaged,
  isDamage,
  isOurLog,
  keepAside,
  removeLog,
  replaceStart,
  restoreLength,
} from './store/damaged-file.ts';
import { copiedBefore, type Database, migrate, schemaVersion, schemaVersionOf } from './store/log-schema.ts';
import { MemoryRecordings, type RecordingsFile } from './store/recordings-file.ts';
import { FileRefusal, putJournalAside, refuseForeign, refuseOddFiles } from './store/refuse-file.ts';
import { salvage, tellSalvage } from './store/salvage.ts';
import { openWithoutTrace, SqliteFile } from './store/sqlite-file.ts';
import { SqliteRecordings } from './store/sqlite-recordings.ts';
import { SqliteStore } from './store/sqlite-store.ts';
import type { LogStore } from './store/store.ts';
import { readTally, Tally, wordsNotTold } from './store/tally.ts';
import { applyWal, isWalDamaged } from './store/write-ahead.ts';

type Sqlite = typeof import('node:sqlite');

export interface OpenOptions {
  /** null keeps the log in memory, without a notice. */
  path: string | null;
  /** How SQLite is loaded; some runtimes lack it. */
  loadSqlite?: () => Promise<Sqlite>;
  /** How long to wait for another Misfire that holds the file. */
  patienceMs?: number | undefined;
}

/** The other process may only be importing the spool, which takes less time than this. */
const defaultPatienceMs = 2000;

export async function openRecordings(options: OpenOptions): Promise<RecordingsFile> {
  const { path, loadSqlite = loadNodeSqlite, patienceMs = defaultPatienceMs } = options;
  if (path === null) return new MemoryRecordings('');
  let sqlite: Sqlite;
  try {
    sqlite = await loadSqlite();
  } catch {
    return new MemoryRecordings('This runtime has no SQLite; the log is kept in memory and ends with the app.');
  }
  try {
    refuseOddFiles(path);
    const tally = readTally(path);
    const file = openFile(sqlite, path, patienceMs);
    return await clearWords(file, wordsNotTold(file, path, tally));
  } catch (error) {
    let failed = error;
    try {
      if (isDamage(error) && isOurLog(path)) return await openSalvaged(sqlite, path);
    } catch (again) {
      if (!isDamage(again)) failed = again;
    }
    const { reason, advice } = explain(failed, path);
    return new MemoryRecordings(
      `The log file ${path} ${reason}. New messages are kept in memory and end with the app; the file was not touched. ${advice}`,
      true,
    );
  }
}

/** Earlier versions stored the word index inside the log. A worker thread drops it at once and frees its pages step by step. */
async function clearWords(file: SqliteFile, notice: string): Promise<RecordingsFile> {
  if (file.get("SELECT 1 AS found FROM sqlite_schema WHERE name = 'texts'")) await file.search.clearLog();
  const logFile = new SqliteRecordings(file, false, notice);
  void logFile.tidy().catch(() => {}); // If the file rejects writes, the next start cleans it up.
  return logFile;
}

/** Only the newest recorded recording, for callers that need no other. Closing it closes the file. */
export async function openStore(options: OpenOptions): Promise<LogStore> {
  const logFile = await openRecordings(options);
  const store = logFile.open(lastRecorded(logFile) ?? logFile.create({ kind: 'recorded', startedAt: Date.now() }));
  const { close } = store;
  store.close = () => {
    close.call(store);
    logFile.close();
  };
  return store;
}

interface ReadOnlyFile {
  logFile: RecordingsFile;
  store: (recording: number) => LogStore;
  /** Changes once another program has written to the file. */
  version: () => number;
}

/** The recordings of a file, read-only, also while another Misfire records into it. Throws a readable message on refusal. */
export async function openToRead(path: string): Promise<ReadOnlyFile> {
  const sqlite = await loadNodeSqlite();
  try {
    refuseOddFiles(path);
    inspect(sqlite, path, false);
    const database = openWithoutTrace(path, (readOnly) => open(sqlite, path, readOnly));
    if (schemaVersionOf(database) !== schemaVersion) {
      database.close();
      throw new FileRefusal('is of an older version', 'Start Misfire once to bring it up to date.');
    }
    const file = new SqliteFile(database, path, new SearchThread(path, false), () => {});
    const asked = database.prepare('PRAGMA data_version');
    return {
      logFile: new SqliteRecordings(file, true),
      store: (recording) => new SqliteStore(file, recording),
      version: () => Number(asked.get()?.data_version ?? 0),
    };
  } catch (error) {
    const { reason, advice } = explain(error, path);
    throw new Error(`The log file ${path} ${reason}. ${advice}`);
  }
}

export function lastRecorded(logFile: RecordingsFile): number | null {
  return logFile.list().find(({ kind }) => kind === 'recorded')?.id ?? null;
}

function loadNodeSqlite(): Promise<Sqlite> {
  return import('node:sqlite');
}

function openFile(sqlite: Sqlite, path: string, patienceMs = 0): SqliteFile {
  makeFolders(dirname(path));
  refuseOddFiles(path);
  const release = claim(sqlite, path, patienceMs);
  let database: Database | undefined;
  try {
    putJournalAside(path);
    // Checked before SQLite opens it: SQLite would skip what it cannot read and overwrite it.
    if (isWalDamaged(path)) throw new Error('The write-ahead log is malformed');
    inspect(sqlite, path);
    // Created before SQLite does it, because -wal and -shm inherit the mode of this file.
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
    const opened = open(sqlite, path, false);
    database = opened;
    // Only takes effect in a file without tables. It lets SQLite return deleted pages to the disk.
    const isNew = Number(opened.prepare('PRAGMA page_count').get()?.page_count) === 0;
    if (isNew) opened.exec('PRAGMA auto_vacuum = INCREMENTAL');
    opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    opened.exec('PRAGMA cache_size = -32768; PRAGMA mmap_size = 1073741824');
    // A worker thread checkpoints the write-ahead log (sqlite-file.ts). If it lags, this connection does so at 112 MB. That exceeds
    // the longest message, whose checkpoint would block the app for as long as the disk takes.
    opened.exec('PRAGMA wal_autocheckpoint = 28672; PRAGMA journal_size_limit = 16777216');
    migrate(opened, (version) => backUp(opened, path, version));
    // Tables created and dropped by migrations leave gaps. Without them every new log starts with the same layout (damaged-file.ts).
    if (isNew) opened.exec('PRAGMA incremental_vacuum');
    // The file is claimed, so there is no other writer. If there is one anyway, it must not make the app wait.
    opened.exec('PRAGMA busy_timeout = 100');
    const file = new SqliteFile(opened, path, new SearchThread(path, true), release, new Tally(path));
    probe(file);
    return file;
  } catch (error) {
    database?.close();
    release();
    throw error;
  }
}

/** Copies the readable data of a damaged log into a new one. The damaged file is moved only when the new one is complete. */
async function openSalvaged(sqlite: Sqlite, path: string): Promise<RecordingsFile> {
  const [copy, fresh] = [`${path}.copy`, `${path}.new`];
  const release = claim(sqlite, path);
  let notice: string;
  try {
    removeLog(fresh);
    // Created like every new log, so that its tables start at the same pages as in the damaged file.
    new SqliteRecordings(openFile(sqlite, fresh)).close();
    copyDamaged(path, copy);
    applyWal(copy);
    const damaged = openDamaged(sqlite, copy, fresh);
    const target = open(sqlite, fresh, false);
    try {
      target.exec('PRAGMA journal_mode = DELETE');
      const salvaged = await salvage(damaged, target, readTally(path));
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
  return new SqliteRecordings(openFile(sqlite, path), false, notice);
}

/** A copy of a damaged log, with its start replaced as far as needed to find the events; null if nothing helps. */
function openDamaged(sqlite: Sqlite, copy: string, fresh: string): Database | null {
  restoreLength(copy);
  for (const replaced of [null, 'header', 'first page'] as const) {
    if (replaced) replaceStart(copy, fresh, replaced);
    let database: Database | undefined;
    try {
      database = open(sqlite, copy, false);
      database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
      refuseForeign(database, inMemory(sqlite));
      database.prepare('SELECT seq FROM events LIMIT 0').all();
      return database;
    } catch (error) {
      database?.close();
      if (error instanceof FileRefusal) throw error;
    }
  }
  return null;
}

/** Backs up a file with data before a schema change. Without the backup nothing changes. Skipped where a backup has no use. */
function backUp(database: Database, path: string, version: number): void {
  const copy = `${path}.version-${version}`;
  if (existsSync(copy) || version >= copiedBefore) return;
  // Checkpoints everything into the one file first. The file is claimed, so there is no other writer.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  copyFileSync(path, copy, constants.COPYFILE_FICLONE);
  chmodSync(copy, 0o600);
}

const inMemory = (sqlite: Sqlite) => () => new sqlite.DatabaseSync(':memory:') as unknown as Database;

function open(sqlite: Sqlite, path: string, readOnly: boolean): Database {
  // `defensive` keeps SQL from writing to internal structures, and the limit keeps it from attaching files. Older runtimes ignore both.
  const options = { readOnly, defensive: true, limits: { attach: 0 } };
  const database = new sqlite.DatabaseSync(path, options) as unknown as Database;
  // Not the `timeout` option, which Node before 22.16 ignores.
  database.exec('PRAGMA busy_timeout = 2000');
  // Triggers and views in the file may only call functions without side effects, for reads and writes.
  database.exec('PRAGMA trusted_schema = OFF');
  return database;
}

/**
 * One writer at a time; others may still read. The claim is SQLite's lock on an empty file next to the log. The operating system releases
 * it when the process ends for any reason.
 */
function claim(sqlite: Sqlite, path: string, patienceMs = 0): () => void {
  const lockPath = `${path}.lock`;
  closeSync(openSync(lockPath, 'a', 0o600));
  const lock = new sqlite.DatabaseSync(lockPath);
  // Not the `timeout` option, which Node before 22.16 ignores.
  lock.exec(`PRAGMA busy_timeout = ${patienceMs}`);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    // A full disk has no room for a lock either.
    if (!/locked|busy/i.test(String(error))) throw error;
    throw new FileRefusal('is in use by another Misfire', 'Close the other one and start again.');
  }
  return () => lock.close();
}

/** Reads what every start reads. Checking a whole large file takes too long, but it must not fail later either. */
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

/** Checks without writing, so that a foreign or newer file stays unchanged. */
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
    refuseForeign(database, inMemory(sqlite));
    if (whole && size <= wholeCheckLimit) {
      const verdict = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
      if (verdict !== 'ok') throw new Error('database disk image is malformed');
    }
  } finally {
    database.close();
  }
}

/** SQLite only reports that it could not write. */
function hasNoRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < 500_000;
  } catch {
    return false;
  }
}

function explain(error: unknown, path: string): { reason: string; advice: string } {
  if (error instanceof FileRefusal) return { reason: error.message, advice: error.advice };
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || /readonly/.test(message)) {
    return { reason: 'cannot be written', advice: 'Check the permissions of the file and its folder.' };
  }
  if (code === 'ENOSPC' || /full/.test(message) || (/I\/O|unable to open/.test(message) && hasNoRoom(path))) {
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
