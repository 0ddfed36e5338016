// Path and size of the word index file. Separate from search-file.ts, which needs SQLite: runtimes without SQLite must still start.

import { statSync } from 'node:fs';

export const searchPath = (log: string): string => `${log}.search`;

/** Bytes on disk, including the write-ahead log. */
export function sizeOfFiles(path: string): number {
  return ['', '-wal'].reduce((sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0), 0);
}
