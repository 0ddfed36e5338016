// The path of a file in the data folder, or null if nothing is stored. Ensures that an empty folder never becomes a path: a relative path
// would read and trust files of the current folder.

import { isAbsolute, join } from 'node:path';

/** null: nothing is stored. */
export function dataFilePath(dataDir: string, name: string): string | null {
  if (dataDir === '') return null;
  if (!isAbsolute(dataDir)) throw new Error('The data folder must be named by its whole path.');
  return join(dataDir, name);
}

/** The user's own dialects. null: nothing is stored, so there are none. */
export const dialectFolderOf = (dataDir: string): string | null => dataFilePath(dataDir, 'dialects');
