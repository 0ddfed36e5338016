// Where a part of the inspector keeps its file: in the data folder, or nowhere where nothing is kept. Owns that an empty folder
// never becomes a path: it would be relative, and whatever folder a command is started in would be read and trusted.

import { isAbsolute, join } from 'node:path';

/** null: nothing is kept. */
export function dataFilePath(dataDir: string, name: string): string | null {
  if (dataDir === '') return null;
  if (!isAbsolute(dataDir)) throw new Error('The data folder must be named by its whole path.');
  return join(dataDir, name);
}
