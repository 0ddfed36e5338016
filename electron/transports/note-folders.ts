// Where a watching process says what is missing when it can begin no file in the spool: in the first of these folders that takes a
// note. The app reads all of them. The system's temporary folder is for everybody, so only a folder of one's own there is used.

import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export function noteFolders(dataDir: string): string[] {
  const own = `misfire-notes-${process.getuid?.() ?? 'own'}`;
  // Clients strip the environment, and with it perhaps the name of the temporary folder.
  const temporary = process.platform === 'win32' ? [tmpdir()] : [tmpdir(), '/tmp'];
  return [...new Set([resolve(dataDir, 'spool-notes'), ...temporary.map((folder) => join(folder, own))])];
}

/** Throws where there can be none. */
export function makeNoteFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (problem) {
    if (!isOwnFolder(folder)) throw problem;
  }
}

/** Nobody else can have put anything there. */
export function isOwnFolder(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  return process.platform === 'win32' || (found.uid === process.getuid?.() && (found.mode & 0o077) === 0);
}
