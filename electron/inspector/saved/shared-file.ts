// Small files of the data folder that several copies of Misfire may write: each change is made to what the file holds now, under
// a lock, and put in place whole. Owns the lock and the writing; what the file means is its owner's.

import {
  chownSync,
  closeSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A change takes milliseconds: a lock that is older was left behind by a copy that was killed. */
const staleMs = 10_000;
const patienceMs = 3000;
const pauseMs = 5;

/** `change` gets the text that is there (null: none) and returns what shall be there. What it throws leaves the file alone. */
export function changeFile(path: string, change: (text: string | null) => string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const release = lock(`${path}.lock`);
  try {
    replaceFile(path, change(readIfThere(path)));
  } finally {
    release();
  }
}

/** Written beside and renamed: a crash leaves the old text or the new one, and a link in its place is replaced, not followed. */
export function replaceFile(path: string, text: string | Uint8Array): void {
  const draft = `${path}.${process.pid}.draft`;
  // Never through a link that somebody left there.
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', 0o600);
  try {
    try {
      const bytes = Buffer.from(text as string);
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      const owner = ownerIn(dirname(path));
      if (owner) fchownSync(file, owner.uid, owner.gid);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Folders for their owner alone, each inside the one before. */
export function makeFolder(folder: string, ...names: readonly string[]): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return names.reduce((parent, name) => {
    const made = join(parent, name);
    const isNew = mkdirSync(made, { recursive: true, mode: 0o700 }) !== undefined;
    const owner = isNew ? ownerIn(parent) : null;
    if (owner) chownSync(made, owner.uid, owner.gid);
    return made;
  }, folder);
}

/** Root working for another user: what it makes in that user’s folder must be that user’s. null: nothing is to be given away. */
function ownerIn(folder: string): { uid: number; gid: number } | null {
  if (process.geteuid?.() !== 0) return null;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? null : { uid, gid };
}

export function readIfThere(path: string): string | null {
  try {
    // A link to a device would be read for ever.
    if (statSync(path).isCharacterDevice()) throw new Error('it is a device');
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A file that cannot be read is kept under another name, never overwritten: it may hold an afternoon's work. */
export function setAside(path: string): string | null {
  const aside = `${path}.unreadable-${Date.now()}`;
  try {
    renameSync(path, aside);
    return aside;
  } catch {
    return null;
  }
}

function lock(path: string): () => void {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      closeSync(openSync(path, 'wx', 0o600));
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (isStale(path)) rmSync(path, { force: true });
    else if (performance.now() > until) throw new Error('another Misfire is writing it');
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
}

function isStale(path: string): boolean {
  try {
    // A clock that jumped makes it old or young, so both ends count.
    return Math.abs(Date.now() - statSync(path).mtimeMs) > staleMs;
  } catch {
    return false; // It is gone: the next try takes it.
  }
}
