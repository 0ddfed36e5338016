// The only way to make nested folders. Node's own `recursive` never ends where the system denies that a parent exists: below a link that
// leads nowhere, and in /proc.

import { mkdir, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Only their owner may look into those that are created; a folder that was there keeps its rights. Throws the system's error. */
export function makeFolders(folder: string, mode = 0o700): string {
  if (isFolder(folder)) return folder;
  const parent = dirname(folder);
  if (parent !== folder) makeFolders(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (problem) {
    // Another Misfire may have been quicker.
    if (!isFolder(folder)) throw problem;
  }
  return folder;
}

/** The same for programs that must not wait for a disk. */
export async function makeFoldersLater(folder: string, isLast = false): Promise<void> {
  try {
    await makeOne(folder);
  } catch (problem) {
    if (isFolder(folder)) return;
    const parent = dirname(folder);
    if (isLast || parent === folder || (problem as NodeJS.ErrnoException).code !== 'ENOENT') throw problem;
    await makeFoldersLater(parent);
    await makeFoldersLater(folder, true);
  }
}

/** The wrap loads no more of Node than it needs. */
const makeOne = (folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    mkdir(folder, { mode: 0o700 }, (problem) => (problem === null ? resolve() : reject(problem)));
  });

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
