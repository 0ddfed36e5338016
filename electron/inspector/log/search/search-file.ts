// The word index file next to the log: opens it, creates it if missing, and moves a damaged one away. It holds nothing that the log does
// not hold, so any damage only costs the time to rebuild it.

import { chmodSync, closeSync, existsSync, lstatSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isDamage } from '../store/damaged-file.ts';
import type { Database } from '../store/log-schema.ts';
import { openWithoutTrace } from '../store/sqlite-file.ts';
import { searchVersion, WordIndex } from './word-index.ts';

/** 'MISW' */
const applicationId = 0x4d495357;
/** A larger file is not checked completely at every start. */
const wholeCheckLimit = 64 * 1024 * 1024;

/** `database` is null if none can be opened. `notice` says why one was rebuilt, if the user should know. */
export function openSearchFile(path: string, mayWrite: boolean): { database: Database | null; notice: string } {
  // The target of a link belongs to another program. A rollback journal is never ours, and SQLite would replay it.
  const isLinked = files.some((suffix) => isLink(path + suffix));
  if (!mayWrite)
    return { database: existsSync(path) && !isLinked ? attempt(() => openToRead(path)) : null, notice: '' };
  let notice = '';
  try {
    if (isLinked) removeFiles(path);
    rmSync(`${path}-journal`, { force: true });
    if (existsSync(path) && isOlder(path)) removeFiles(path);
    return { database: openToWrite(path), notice };
  } catch (error) {
    if (!isDamage(error)) return { database: null, notice };
    notice = setAside(path);
    return { database: attempt(() => openToWrite(path)), notice };
  }
}

/** Describes in one sentence what was done. */
export function setAside(path: string): string {
  const aside = `${path}.damaged`;
  removeFiles(aside);
  renameSync(path, aside);
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  return `The search file ${path} was damaged; it is kept as ${aside}, and a new one is being made, which takes nothing from what can be found.`;
}

function connect(path: string, readOnly: boolean): Database {
  return new DatabaseSync(path, { readOnly, defensive: true, limits: { attach: 0 } }) as unknown as Database;
}

function openToRead(path: string): Database {
  const database = openWithoutTrace(path, (readOnly) => connect(path, readOnly));
  try {
    prepareToRead(database, path);
    if (read(database, 'user_version') !== searchVersion) throw new Error('of another version');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepareToRead(database: Database, path: string): void {
  database.exec('PRAGMA busy_timeout = 2000; PRAGMA trusted_schema = OFF');
  if (statSync(path).size <= wholeCheckLimit) check(database);
}

function openToWrite(path: string): Database {
  // Created before SQLite does it, because -wal and -shm inherit the mode of this file.
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  const database = connect(path, false);
  try {
    prepareToRead(database, path);
    // Only takes effect in a file without tables. It lets SQLite return deleted pages to the disk.
    if (read(database, 'page_count') === 0) database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384');
    database.exec('PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_size_limit = 4194304');
    WordIndex.prepare(database);
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${searchVersion}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Another version splits words differently. */
function isOlder(path: string): boolean {
  if (statSync(path).size === 0) return false;
  const database = new DatabaseSync(path, { readOnly: true }) as unknown as Database;
  try {
    const isOurs = read(database, 'application_id') === applicationId;
    return (isOurs && read(database, 'user_version') !== searchVersion) || isAltered(database);
  } finally {
    database.close();
  }
}

/** SQL that runs on its own is not ours. The file holds no data of its own, so it is rebuilt. */
function isAltered(database: Database): boolean {
  const sql = "SELECT 1 AS found FROM sqlite_schema WHERE type IN ('trigger', 'view') LIMIT 1";
  return database.prepare(sql).get() !== undefined;
}

function check(database: Database): void {
  const verdict = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  if (verdict !== 'ok') throw new Error('database disk image is malformed');
}

function read(database: Database, pragma: string): number {
  return Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma] ?? 0);
}

const files = ['', '-wal', '-shm'];

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

function removeFiles(path: string): void {
  for (const suffix of files) rmSync(path + suffix, { force: true });
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
