// A damaged log file: whether it is a Misfire log, a copy with a readable start, and where the damaged file is kept. salvage.ts reads the
// data out of the copy.

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

/** By its application id, or by the text of its tables in one of its first pages. */
export function isOurLog(path: string): boolean {
  // A new log is entirely in its write-ahead log.
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

/** Works on the copy, because SQLite would write to the file that it reads. */
export function copyDamaged(path: string, copy: string): void {
  removeLog(copy);
  copyFileSync(path, copy, constants.COPYFILE_FICLONE);
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
}

export function removeLog(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal', '.lock', '.tally']) rmSync(path + suffix, { force: true });
}

/** A truncated file is padded with zero pages; SQLite rejects it otherwise. */
export function restoreLength(copy: string): void {
  const header = readBytes(copy, headerSize);
  const { size } = statSync(copy);
  const declaredSize = header.length === headerSize ? header.readUInt32BE(28) * pageSize : 0;
  const length = Math.max(Math.ceil(size / pageSize) * pageSize, Math.min(declaredSize, size * 16 + pageSize * 1024));
  if (length !== size) truncateSync(copy, length);
}

/**
 * Replaces the start of the copy with that of an empty log: its header, or its whole first page, which names the root pages. Tables have
 * the same root pages in every log of this version.
 */
export function replaceStart(copy: string, fresh: string, what: 'header' | 'first page'): void {
  const start = readBytes(fresh, what === 'header' ? headerSize : pageSize);
  const pages = Math.ceil(statSync(copy).size / pageSize);
  start.writeUInt32BE(pages, 28);
  // No free pages: their contents are not needed.
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

/** Replaces the damaged log with the new one and keeps the damaged file under another name, byte for byte. */
export function keepAside(path: string, fresh: string, today: string): string {
  const name = `${path}.damaged-${today}`;
  let aside = name;
  for (let next = 2; existsSync(aside); next += 1) aside = `${name}-${next}`;
  let isLinked = true;
  try {
    linkSync(path, aside);
  } catch {
    isLinked = false; // Some file systems have no hard links; then there is a moment without a log.
  }
  // Done before the new log is in place: SQLite would treat the old write-ahead log as its own.
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
