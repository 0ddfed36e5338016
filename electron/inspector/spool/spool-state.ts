// What the spool holds, and how much of it is in the log: for programs that import it only if there is something new.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readSpoolName, spoolFolder } from '../../../shared/capture/spool.ts';
import { SpoolPlaces } from './spool-places.ts';

/** Sizes by file name; empty if there is no spool. */
export function spoolSizes(dataDir: string): Map<string, number> {
  const folder = join(dataDir, spoolFolder);
  try {
    const names = readdirSync(folder).filter((name) => readSpoolName(name) !== null);
    return new Map(names.map((name) => [name, statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0]));
  } catch {
    return new Map();
  }
}

/** Changes whenever data is added to the spool. */
export function spoolState(dataDir: string): string {
  return [...spoolSizes(dataDir)].map((entry) => entry.join(' ')).join('\n');
}

/** Whether the log has everything that the spool held when `sizes` were read. */
export function isTakenIn(dataDir: string, sizes: ReadonlyMap<string, number>): boolean {
  const { files } = new SpoolPlaces(join(dataDir, spoolFolder));
  return [...sizes].every(([name, size]) => (files.get(name) ?? 0) >= size);
}

/** A run in the log without its end: its process may have been killed since. */
export function hasOpenRuns(dataDir: string): boolean {
  const { runs } = new SpoolPlaces(join(dataDir, spoolFolder));
  return [...runs.values()].some(({ ended }) => !ended);
}
