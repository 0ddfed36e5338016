// Where the file of words is and how large. Apart from search-file.ts, which needs SQLite: some runtimes have none, and must start.

import { statSync } from 'node:fs';

export const searchPath = (log: string): string => `${log}.search`;

/** Bytes on disk, with what is not in the file yet. */
export function sizeOfFiles(path: string): number {
  return ['', '-wal'].reduce((sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0), 0);
}
