// Writes a settings file of another program: beside it and renamed, with the rights it had, and only if it is still the file
// that was read. Links are followed, so that the link itself stays.

import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';

export type ReadBytes = { ok: true; path: string; bytes: Buffer; text: string } | { ok: false; problem: string };

/** A file whose bytes are not UTF-8 would come back as another one. */
export async function readExactly(file: string): Promise<ReadBytes> {
  try {
    const path = await realpath(file);
    const bytes = await readFile(path);
    const text = bytes.toString('utf8');
    if (!Buffer.from(text, 'utf8').equals(bytes))
      return { ok: false, problem: 'The file is not written in UTF-8, so Misfire leaves it alone.' };
    return { ok: true, path, bytes, text };
  } catch (error) {
    return { ok: false, problem: explain(error) };
  }
}

/** '' when it was written; else why not. */
export async function writeExactly(path: string, before: Buffer, text: string): Promise<string> {
  const draft = `${path}.misfire-${randomBytes(4).toString('hex')}`;
  try {
    const { mode } = await stat(path);
    const file = await open(draft, 'wx', mode & 0o777);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(draft, mode & 0o777);
    // As late as can be: some programs write this file all the time.
    if (!(await readFile(path)).equals(before)) {
      await rm(draft, { force: true });
      return 'Somebody changed the file at the same moment. Try again.';
    }
    await rename(draft, path);
    return (await readFile(path, 'utf8')) === text
      ? ''
      : 'Another program has written the file back. Quit it and try again.';
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    return explain(error);
  }
}

function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'Misfire is not allowed to change this file.';
  if (code === 'ENOENT') return 'The file is not there any more.';
  if (code === 'ENOSPC') return 'The disk is full, so nothing was changed.';
  return `The file cannot be changed: ${message}.`;
}
