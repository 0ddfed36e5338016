// Writes a settings file of another program, only if it is still the file that was read. Owner, mode and links stay unchanged. Renames a
// draft over it; if that would lose its owner or a hard link, writes the file in place.

import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, chown, lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ForeignFileError, readForeignBytes, readForeignText } from '../../foreign-files/foreign-file.ts';

type ReadBytes = { ok: true; path: string; bytes: Buffer; text: string } | { ok: false; problem: string };

/** Another program wrote the file between our read and our write. */
export const changedMeanwhile = 'Another program changed the file at the same moment. Try again.';

/** A file that is not UTF-8 would be changed by a round trip. */
export async function readExactly(file: string): Promise<ReadBytes> {
  try {
    const path = await realpath(file);
    const bytes = readForeignBytes(path);
    const text = bytes.toString('utf8');
    if (!Buffer.from(text, 'utf8').equals(bytes))
      return { ok: false, problem: 'The file is not written in UTF-8, so Misfire leaves it alone.' };
    return { ok: true, path, bytes, text };
  } catch (error) {
    return { ok: false, problem: explain(error, 'read') };
  }
}

/** `path` is the file itself, not a link to it. Returns '' on success, else the reason. */
export async function writeExactly(path: string, before: Buffer, text: string): Promise<string> {
  try {
    const stats = await lstat(path);
    if (!stats.isFile()) return changedMeanwhile;
    const problem =
      stats.nlink > 1 ? await writeInPlace(path, before, text) : await writeBeside(path, before, text, stats);
    if (problem !== '') return problem;
    return readForeignText(path) === text ? '' : 'Another program has written the file back. Quit it and try again.';
  } catch (error) {
    return explain(error, 'change');
  }
}

async function writeBeside(path: string, before: Buffer, text: string, stats: Stats): Promise<string> {
  const draft = `${path}.misfire-${randomBytes(4).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw isDenied(error) ? new FolderDenied(dirname(path)) : error;
    });
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!(await giveTo(draft, stats))) {
      await rm(draft, { force: true });
      return await writeInPlace(path, before, text);
    }
    // After the owner, because changing the owner clears some of these bits.
    await chmod(draft, stats.mode & 0o7777);
    // As late as possible: some programs write this file all the time.
    if (!readForeignBytes(path).equals(before)) {
      await rm(draft, { force: true });
      return changedMeanwhile;
    }
    await rename(draft, path);
    return '';
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** Writes in place; if the write fails midway, the old contents are restored. */
async function writeInPlace(path: string, before: Buffer, text: string): Promise<string> {
  const file = await open(path, 'r+');
  try {
    if (!readForeignBytes(path).equals(before)) return changedMeanwhile;
    try {
      await overwrite(Buffer.from(text));
    } catch (error) {
      await overwrite(before).catch(() => {});
      throw error;
    }
    return '';
  } finally {
    await file.close();
  }
  async function overwrite(bytes: Buffer): Promise<void> {
    await file.write(bytes, 0, bytes.length, 0);
    await file.truncate(bytes.length);
    await file.sync();
  }
}

/** false: this user cannot give a file to that owner. */
async function giveTo(draft: string, { uid, gid }: Stats): Promise<boolean> {
  const made = await lstat(draft);
  if (made.uid === uid && made.gid === gid) return true;
  try {
    await chown(draft, uid, gid);
    return true;
  } catch (error) {
    if (isDenied(error)) return false;
    throw error;
  }
}

class FolderDenied extends Error {}

const isDenied = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
};

function explain(error: unknown, verb: 'read' | 'change'): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof FolderDenied)
    return `Misfire cannot write in the folder ${message}, so the file stays as it is. Allow it there and try again.`;
  if (isDenied(error)) return `Misfire is not allowed to ${verb} this file.`;
  if (code === 'ENOENT') return 'The file does not exist any more.';
  if (code === 'ENOSPC') return 'The disk is full, so nothing was changed.';
  if (error instanceof ForeignFileError) return `The file cannot be read: ${error.reason}.`;
  return `The file cannot be ${verb === 'read' ? 'read' : 'changed'}: ${message}.`;
}
