// A script that is not there, and the file that was probably meant: the decoder reads no disk, so the end of the process says it.
// Bounded, as a folder can hold anything: few names are read, and only a name that is nearly the same counts.

import { existsSync, opendirSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { missingScript } from '../../shared/stderr/missing-script.ts';
import { editDistance } from '../../shared/text/edit-distance.ts';

const mostNames = 2000;
const mostFolders = 40;
/** Names of scripts that differ only in these are as near as one letter. */
const scripts = new Set('.js .mjs .cjs .ts .mts .cts .jsx .tsx .py .rb .php .sh .pl .jar'.split(' '));

/** The path of the nearest file to the script that these lines of stderr miss; null: they miss none, or nothing is near. */
export function nearestScript(stderr: readonly string[], cwd = ''): string | null {
  const named = missingScript(stderr);
  const wanted = named === null ? null : resolved(cwd, named);
  if (wanted === null || existsSync(wanted)) return null;
  // The folder itself may be the one that is misspelled.
  const folder = [dirname(wanted), dirname(dirname(wanted))].find((path) => existsSync(path));
  return folder === undefined ? null : nearestIn(folder, basename(wanted).toLowerCase());
}

/** null: no `cwd` was given, and the folder of this process was removed. */
function resolved(cwd: string, path: string): string | null {
  try {
    return resolve(cwd, path);
  } catch {
    return null;
  }
}

function nearestIn(folder: string, wanted: string): string | null {
  const isRoot = dirname(folder) === folder;
  const room = { names: mostNames };
  const top = read(folder, room);
  let best: { path: string; away: number } | null = null;
  // The same folder comes first: of two names as near, its own counts.
  const folders = isRoot ? [] : top.folders.slice(0, mostFolders).map((name) => join(folder, name));
  for (const place of [folder, ...folders]) {
    const { files } = place === folder ? top : read(place, room);
    for (const name of files) {
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

/** Sorted, so that the answer does not depend on the order of the disk. A folder that cannot be read holds nothing. */
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
    // Gone meanwhile, or not ours to read.
  }
  return { files: files.sort(), folders: folders.sort() };
}
