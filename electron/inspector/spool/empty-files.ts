// Spool files that stayed empty because the disk did not accept even a first line. Finds those of processes that have ended and removes
// them once they are recorded.

import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readSpoolName } from '../../../shared/capture/spool.ts';
import { processIsAlive } from '../../transports/process-groups.ts';

export interface EmptyFile {
  run: string;
  at: number;
  message: string;
  path: string;
}

/** A running process may still write to its own. */
export async function findEmptyFiles(spool: string): Promise<EmptyFile[]> {
  const found: EmptyFile[] = [];
  for (const name of (await readdir(spool).catch(() => [])).flatMap((each) => readSpoolName(each) ?? [])) {
    const path = join(spool, name.name);
    const stat = await lstat(path).catch(() => null);
    if (!stat?.isFile() || stat.size > 0 || processIsAlive(name)) continue;
    const message = `What passed from ${new Date(name.startedAt).toISOString()} on could not be kept: the disk took nothing.`;
    found.push({ run: name.run, at: stat.mtimeMs, message, path });
  }
  return found;
}

export async function removeEmptyFile({ path }: EmptyFile): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}
