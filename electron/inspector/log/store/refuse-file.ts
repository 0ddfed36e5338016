// Whether Misfire may use a log file: a file and not a link, a known version, and only the expected tables. Owns the refusals and their messages. A
// copied file may come from an attacker, so nothing in it is executed.

import { existsSync, lstatSync, renameSync } from 'node:fs';
import { applicationId, type Database, schemaOf, schemaVersion, schemaVersionOf } from './log-schema.ts';

/** Why a file is refused, as the end of the sentence "The log file X …". */
export class FileRefusal extends Error {
  readonly advice: string;
  constructor(reason: string, advice: string) {
    super(reason);
    this.advice = advice;
  }
}

/** All files that SQLite reads or writes for a log. Through a link it would write to another program's file. */
const beside = ['', '-wal', '-shm', '-journal', '.lock', '.tally'];

export function refuseOddFiles(path: string): void {
  for (const suffix of beside) {
    const found = lstatSync(path + suffix, { throwIfNoEntry: false });
    const isLink = found?.isSymbolicLink() ?? false;
    // SQLite reports a folder itself, and would wait for a pipe forever.
    if (found === undefined || found.isFile() || found.isDirectory()) continue;
    const what = isLink ? 'a link to another place' : 'a pipe or a device';
    throw new FileRefusal(
      suffix === '' ? `is ${what}` : `has ${what} beside it (${path}${suffix})`,
      isLink
        ? 'Misfire writes to its own folder only: move the file itself there, or choose another data folder.'
        : 'Remove it, or choose another data folder.',
    );
  }
}

/**
 * Misfire logs have a write-ahead log and never a rollback journal. A journal next to one comes from an interrupted first start, or was
 * planted there. SQLite would write its pages into the log, and delete a file that it names.
 */
export function putJournalAside(path: string): void {
  const journal = `${path}-journal`;
  if (existsSync(journal)) renameSync(journal, `${journal}.aside-${Date.now()}`);
}

/** Refuses foreign files, newer files, and files with SQL that runs on read or write. `make` opens an empty database. */
export function refuseForeign(database: Database, make: () => Database): void {
  const found = database.prepare('SELECT type, name, sql FROM sqlite_schema').all();
  const owner = Number(database.prepare('PRAGMA application_id').get()?.application_id ?? 0);
  if (owner !== applicationId && found.length > 0) {
    throw new FileRefusal('is not a log of Misfire', 'Choose another data folder or move the file away.');
  }
  const version = schemaVersionOf(database);
  if (version > schemaVersion) {
    throw new FileRefusal('was written by a newer Misfire', 'Update Misfire, or choose another data folder.');
  }
  // Triggers, views, computed columns, defaults, checks and expression indexes run with our own statements.
  const own = new Set(schemaOf(make, version).map(asWritten));
  if (found.some((entry) => entry.sql !== null && !own.has(asWritten(entry)))) {
    throw new FileRefusal('has been altered by another program', 'Move the file away and start again.');
  }
}

/** Ignores spaces and quotes: SQLite versions write them differently after a table was altered. */
function asWritten({ type, name, sql }: Record<string, unknown>): string {
  return [
    type,
    name,
    String(sql)
      .replace(/[\s"'`[\]]/g, '')
      .toLowerCase(),
  ].join('\n');
}
