// What watching processes could not keep and no line of the spool tells of: notes that they left in another place, and files that were
// begun and got nothing, as on a full disk. Owns finding these and forgetting them once they are told.

import { lstat, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readSpoolName } from '../../../shared/capture/spool.ts';
import { isObject, type JsonObject, parseJson } from '../../../shared/json/json.ts';
import { isOwnFolder, noteFolder } from '../../transports/note-folder.ts';
import { processIsAlive } from '../../transports/process-groups.ts';

export interface UntoldGap {
  run: string;
  /** Who spoke; empty where nobody could write that down. */
  header: JsonObject;
  at: number;
  message: string;
  path: string;
}

const longestNote = 64 * 1024;

/** Of processes that have ended: the others still try to tell it themselves. A run is told of once. */
export async function findUntoldGaps(dataDir: string, spool: string): Promise<UntoldGap[]> {
  const gaps: UntoldGap[] = [];
  const folder = noteFolder(dataDir);
  if (isOwnFolder(folder)) gaps.push(...(await notesIn(folder, dataDir)));
  const noted = new Set(gaps.map(({ run }) => run));
  for (const gap of await emptyIn(spool))
    if (noted.has(gap.run)) await forgetGap(gap);
    else gaps.push(gap);
  return gaps;
}

export async function forgetGap({ path }: UntoldGap): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}

/** A folder for notes is only there while there are some. */
export async function removeNoteFolders(gaps: readonly UntoldGap[], spool: string): Promise<void> {
  for (const folder of new Set(gaps.map(({ path }) => dirname(path))))
    if (folder !== spool) await rmdir(folder).catch(() => {});
}

async function notesIn(folder: string, dataDir: string): Promise<UntoldGap[]> {
  const gaps: UntoldGap[] = [];
  for (const { run, path, size, changedAt } of await leftIn(folder)) {
    const note = size > longestNote ? null : parseJson(await readFile(path, 'utf8'));
    const header = note?.ok && isObject(note.value) ? note.value : {};
    const { data, missing } = header;
    // A data folder that was copied brings the notes of another along.
    if (data !== resolve(dataDir) || typeof missing !== 'string') continue;
    gaps.push({ run, header, at: changedAt, message: missing.slice(0, 500), path });
  }
  return gaps;
}

async function emptyIn(spool: string): Promise<UntoldGap[]> {
  return (await leftIn(spool))
    .filter(({ size }) => size === 0)
    .map(({ run, path, changedAt, startedAt }) => {
      const message = `What passed from ${new Date(startedAt).toISOString()} on could not be kept: the disk took nothing.`;
      return { run, header: {}, at: changedAt, message, path };
    });
}

/** Files of processes that have ended. */
async function leftIn(folder: string) {
  const names = await readdir(folder).catch(() => []);
  const left = [];
  for (const name of names.flatMap((each) => readSpoolName(each) ?? [])) {
    const path = join(folder, name.name);
    const found = await lstat(path).catch(() => null);
    if (!found?.isFile() || processIsAlive(name)) continue;
    left.push({ ...name, path, size: found.size, changedAt: found.mtimeMs });
  }
  return left;
}
