// For a missing script or folder, finds the one that was probably meant. The decoder reads no disk, so the exit event of the process carries the
// result. Bounded, because a folder can hold anything: few names are read, and only a nearly identical name counts.

import { existsSync, opendirSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { missingScript } from '../../shared/stderr/missing-script.ts';
import { editDistance } from '../../shared/text/edit-distance.ts';

const mostNames = 2000;
const mostFolders = 40;
/** Script names that differ only in these characters are as close as one letter. */
const scripts = new Set('.js .mjs .cjs .ts .mts .cts .jsx .tsx .py .rb .php .sh .pl .jar'.split(' '));

/** The file closest to the script that these stderr lines report as missing; null if no script is missing or nothing is close. */
export function nearestScript(stderr: readonly string[], cwd = ''): string | null {
  const named = missingScript(stderr);
  const wanted = named === null ? null : resolved(cwd, named);
  if (wanted === null || existsSync(wanted)) return null;
  return nearestEntry(wanted, 'files');
}

/** The file or folder closest to a path that does not exist; null if nothing is close. */
export function nearestEntry(path: string, kind: 'files' | 'folders'): string | null {
  // The folder itself may be misspelled.
  const folder = [dirname(path), dirname(dirname(path))].find((each) => existsSync(each));
  return folder === undefined ? null : nearestIn(folder, basename(path).toLowerCase(), kind);
}

/** null: no `cwd` was set, and the current folder of this process was deleted. */
function resolved(cwd: string, path: string): string | null {
  try {
    return resolve(cwd, path);
  } catch {
    return null;
  }
}

function nearestIn(folder: string, wanted: string, kind: 'files' | 'folders'): string | null {
  const isRoot = dirname(folder) === folder;
  const room = { names: mostNames };
  const top = read(folder, room);
  let best: { path: string; away: number } | null = null;
  // The same folder comes first: of two equally close names, its own wins.
  const folders = isRoot ? [] : top.folders.slice(0, mostFolders).map((name) => join(folder, name));
  for (const place of [folder, ...folders]) {
    const found = place === folder ? top : read(place, room);
    for (const name of found[kind]) {
      const away = howFar(wanted, name.toLowerCase());
      if (away < (best?.away ?? tooFar)) best = { path: join(place, name), away };
    }
  }
  return best?.path ?? null;
}

const tooFar = 3;

function howFar(wanted: string, name: string): number {
  const reach = wanted.length <= 6 ? 1 : 2;
  const away = editDistance(wanted, name, reach);
  if (away <= reach) return away;
  const [ending, other] = [extname(wanted), extname(name)];
  const isSameStem = basename(wanted, ending) === basename(name, other);
  return isSameStem && scripts.has(ending) && scripts.has(other) ? 1 : tooFar;
}

/** Sorted, so that the result does not depend on the order on disk. An unreadable folder counts as empty. */
function read(path: string, room: { names: number }): { files: string[]; folders: string[] } {
  const files: string[] = [];
  const folders: string[] = [];
  try {
    const folder = opendirSync(path);
    try {
      for (let entry = folder.readSync(); entry !== null && room.names > 0; entry = folder.readSync()) {
        room.names -= 1;
        if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
        if (entry.isDirectory()) folders.push(entry.name);
        else files.push(entry.name);
      }
    } finally {
      folder.closeSync();
    }
  } catch {
    // Deleted meanwhile, or not readable.
  }
  return { files: files.sort(), folders: folders.sort() };
}
