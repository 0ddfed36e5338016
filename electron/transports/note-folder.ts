// Where a watching process says what is missing when it can begin no file in the spool: one folder in the data folder. If that takes
// no note either, none is left; the system's temporary folder is for everybody, and what was watched is nobody else's business.

import { lstatSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

export const noteFolder = (dataDir: string): string => resolve(dataDir, 'spool-notes');

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
