// The file of words beside the log: opening it, making it where there is none, and putting a damaged one aside. It holds nothing
// that the log does not hold, so whatever is wrong with it costs only the time to make it anew.

import { chmodSync, closeSync, existsSync, lstatSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isDamage } from '../store/damaged-file.ts';
import type { Database } from '../store/schema.ts';
import { openWithoutTrace } from '../store/sqlite-file.ts';
import { searchVersion, WordIndex } from './word-index.ts';

/** 'MISW' */
const applicationId = 0x4d495357;
/** A larger file is not read whole at every start. */
const wholeCheckLimit = 64 * 1024 * 1024;

/** `database` is null where there is none to be had; `notice` says why one was made anew, if a person should know. */
export function openSearchFile(path: string, mayWrite: boolean): { database: Database | null; notice: string } {
  // What lies behind a link is somebody else's; a rollback journal is never ours, and SQLite would do what it says.
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

/** Says in one sentence what has been done. */
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
  // Before SQLite makes it: -wal and -shm take their mode from this file.
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  const database = connect(path, false);
  try {
    prepareToRead(database, path);
    // Only a file without tables takes this: what is deleted later can then be given back to the disk.
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

/** Of another version: its words would be others. */
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

/** What runs by itself is not ours. It holds nothing of its own, so it is simply made anew. */
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
