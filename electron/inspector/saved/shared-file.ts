// Small files in the data folder that several copies of Misfire may write. Each change is applied to the current contents under a lock and
// replaces the file atomically. Owns the lock and the write; each file's owner defines its contents.

import {
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { readForeignTextIfThere } from '../../foreign-files/foreign-file.ts';
import { makeFolders } from '../../foreign-files/make-folders.ts';

/** A change takes milliseconds: an older lock belongs to a copy that was killed. */
const staleMs = 10_000;
const patienceMs = 3000;
const pauseMs = 5;

/** `change` gets the current text (null: none) and returns the new one. If it throws, the file is left alone. */
export function changeFile(path: string, change: (text: string | null) => string): void {
  makeFolders(dirname(path));
  const release = lock(`${path}.lock`);
  try {
    replaceFile(path, change(readIfThere(path)));
  } finally {
    release();
  }
}

/** One task at a time, over all copies of Misfire, of those that take longer than a change. A task must not wait for another one. */
export async function whileLocked<T>(path: string, task: () => Promise<T>): Promise<T> {
  makeFolders(dirname(path));
  const release = await lockLater(path);
  try {
    return await task();
  } finally {
    release();
  }
}

async function lockLater(path: string): Promise<() => void> {
  for (let tries = 0; ; tries += 1) {
    const release = tryLock(path);
    if (release) return release;
    if (tries > (2 * staleMs) / pauseMs) throw new Error('another Misfire is at it');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Written next to it and renamed: a crash leaves the old text or the new one, and a link in its place is replaced, not followed. */
export function replaceFile(path: string, text: string | Uint8Array): void {
  const draft = `${path}.${process.pid}.draft`;
  // Never through a link that was planted there.
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

/** Nested folders that only their owner can read. */
export function makeFolder(folder: string, ...names: readonly string[]): string {
  makeFolders(folder);
  return names.reduce((parent, name) => {
    const made = join(parent, name);
    const owner = existsSync(made) ? null : ownerIn(parent);
    makeFolders(made);
    if (owner) chownSync(made, owner.uid, owner.gid);
    return made;
  }, folder);
}

/** Root working for another user: files it creates in that user's folder must belong to that user. null: ownership stays. */
function ownerIn(folder: string): { uid: number; gid: number } | null {
  if (process.geteuid?.() !== 0) return null;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? null : { uid, gid };
}

export const readIfThere = (path: string): string | null => readForeignTextIfThere(path);

/** A file that cannot be read is kept under another name, never overwritten: it may hold hours of work. */
export function setFileAside(path: string): string | null {
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
    const release = tryLock(path);
    if (release) return release;
    if (performance.now() > until) throw new Error('another Misfire is writing it');
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
}

/** null: another one has it. */
function tryLock(path: string): (() => void) | null {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return () => rmSync(path, { force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (isStale(path)) rmSync(path, { force: true });
  return null;
}

function isStale(path: string): boolean {
  try {
    // A clock that jumped makes it old or young, so both ends count.
    return Math.abs(Date.now() - statSync(path).mtimeMs) > staleMs;
  } catch {
    return false; // It is gone: the next attempt takes it.
  }
}
