// A damaged log as a file: whether it is ours at all, a copy whose head can be read again, and the place where it is kept.
// What is read out of the copy is salvage.ts's.

import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';

const headerSize = 100;
const pageSize = 4096;

/** By its mark, or by the text of its tables, which stands in one of its first pages. */
export function isOurLog(path: string): boolean {
  // A new log is in its write-ahead log alone.
  return [path, `${path}-wal`].some((file) => {
    if (!existsSync(file)) return false;
    const start = readBytes(file, 1_048_576).toString('latin1');
    return (
      start.slice(68, 72) === 'MISF' ||
      (start.includes('CREATE TABLE events') && start.includes('CREATE TABLE row_events'))
    );
  });
}

export function isDamage(error: unknown): boolean {
  return /malformed|not a database|vtable constructor/.test((error as Error).message);
}

/** The copy is what is worked on: SQLite would write to the file that it reads. */
export function copyDamaged(path: string, copy: string): void {
  removeLog(copy);
  copyFileSync(path, copy, constants.COPYFILE_FICLONE);
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
}

export function removeLog(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal', '.lock', '.tally']) rmSync(path + suffix, { force: true });
}

/** A file that was cut off gets pages of zeros for those it lacks: SQLite refuses it otherwise. */
export function restoreLength(copy: string): void {
  const header = readBytes(copy, headerSize);
  const { size } = statSync(copy);
  const told = header.length === headerSize ? header.readUInt32BE(28) * pageSize : 0;
  const length = Math.max(Math.ceil(size / pageSize) * pageSize, Math.min(told, size * 16 + pageSize * 1024));
  if (length !== size) truncateSync(copy, length);
}

/**
 * Replaces the start of the copy by that of an empty log of ours: its header, or its first page whole, which names the pages
 * where tables begin. They begin at the same pages in every log that this version made.
 */
export function replaceStart(copy: string, fresh: string, what: 'header' | 'first page'): void {
  const start = readBytes(fresh, what === 'header' ? headerSize : pageSize);
  const pages = Math.ceil(statSync(copy).size / pageSize);
  start.writeUInt32BE(pages, 28);
  // No free pages: what they hold is not asked for.
  start.writeUInt32BE(0, 32);
  start.writeUInt32BE(0, 36);
  start.copy(start, 92, 24, 28);
  const file = openSync(copy, 'r+');
  try {
    writeSync(file, start, 0, start.length, 0);
  } finally {
    closeSync(file);
  }
}

/** Puts the new log in the place of the damaged one, which is kept under another name with every byte as it was. */
export function keepAside(path: string, fresh: string, today: string): string {
  const name = `${path}.damaged-${today}`;
  let aside = name;
  for (let next = 2; existsSync(aside); next += 1) aside = `${name}-${next}`;
  let isLinked = true;
  try {
    linkSync(path, aside);
  } catch {
    isLinked = false; // Some disks have no links; then there is a moment without a log.
  }
  // Before the new log comes: SQLite would take the old write-ahead log for its own.
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${aside}-wal`);
  rmSync(`${path}-shm`, { force: true });
  if (!isLinked) renameSync(path, aside);
  renameSync(fresh, path);
  return aside;
}

function readBytes(path: string, count: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(count);
    return bytes.subarray(0, readSync(file, bytes, 0, count, 0));
  } finally {
    closeSync(file);
  }
}
