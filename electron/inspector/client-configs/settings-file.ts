// Reads one file of another program: limited in size, never a device, with a message if it cannot be read.

import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export type ReadFile = { kind: 'absent' } | { kind: 'text'; text: string } | { kind: 'problem'; problem: string };

/** Claude Code keeps its history in the same file, so these files grow. */
const largest = 32 * 1024 * 1024;
const mostFolders = 100;

export async function readSettings(path: string): Promise<ReadFile> {
  try {
    // Opened first and then checked, so that it is the same file. Non-blocking, because a pipe would block.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return { kind: 'problem', problem: 'This is not a file.' };
      if (stat.size > largest) {
        return { kind: 'problem', problem: `The file is larger than ${largest / 1024 / 1024} MB, so it was not read.` };
      }
      const bytes = Buffer.alloc(stat.size);
      const { bytesRead } = await file.read(bytes, 0, stat.size, 0);
      return { kind: 'text', text: bytes.toString('utf8', 0, bytesRead) };
    } finally {
      await file.close();
    }
  } catch (error) {
    return explain(error as NodeJS.ErrnoException, path);
  }
}

async function explain(error: NodeJS.ErrnoException, path: string): Promise<ReadFile> {
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      // A dangling link exists all the same.
      return (await isLink(path))
        ? { kind: 'problem', problem: 'This is a link to a file that does not exist.' }
        : { kind: 'absent' };
    case 'EACCES':
    case 'EPERM':
      return { kind: 'problem', problem: 'Misfire is not allowed to read this file.' };
    case 'ELOOP':
      return { kind: 'problem', problem: 'This is a link that leads back to itself.' };
    case 'EISDIR':
      return { kind: 'problem', problem: 'This is a folder, not a file.' };
    default:
      return { kind: 'problem', problem: `The file cannot be read: ${error.message}.` };
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}

/** The files that a path with `*` matches, sorted by name. */
export async function expandPath(base: string, path: string): Promise<string[]> {
  const [before, after] = path.split('/*/', 2);
  if (before === undefined || after === undefined) return [join(base, path)];
  const folder = join(base, before);
  try {
    const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    return names
      .map(({ name }) => name)
      .sort()
      .slice(0, mostFolders)
      .map((name) => join(folder, name, after));
  } catch {
    return [];
  }
}
