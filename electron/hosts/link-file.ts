// One unused link to a running browser door, in a file of the data folder that only its owner can read. `misfire serve --link` prints it,
// and once it is used the next one is there: a link works once, but a person may want several browsers.
// Owns the files, one a process, and taking away those of processes that are gone.

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readForeignText } from '../foreign-files/foreign-file.ts';
import { makeFolders } from '../foreign-files/make-folders.ts';
import { isRunning } from '../foreign-files/named-process.ts';
import { replaceFile } from '../inspector/saved/shared-file.ts';

const folderOf = (dataDir: string): string => join(dataDir, 'links');

interface LinkFile {
  write(link: string): void;
  remove(): void;
}

/** Fails silently where the folder cannot be written: the door works, and the printed address too. */
export function openLinkFile(dataDir: string, pid = process.pid): LinkFile {
  const file = join(folderOf(dataDir), `${pid}.txt`);
  return {
    write(link) {
      try {
        makeFolders(folderOf(dataDir));
        replaceFile(file, `${link}\n`);
      } catch {
        // Said by `misfire serve --link`, when someone asks.
      }
    },
    remove: () => rmSync(file, { force: true }),
  };
}

/** A link to each Misfire that runs on this folder and serves a browser. */
export function readLinks(dataDir: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folderOf(dataDir));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const pid = Number(/^(\d{1,10})\.txt$/.exec(name)?.[1] ?? Number.NaN);
    if (!Number.isSafeInteger(pid) || pid < 1) return [];
    const file = join(folderOf(dataDir), name);
    if (!isRunning(pid)) {
      rmSync(file, { force: true });
      return [];
    }
    try {
      const link = readForeignText(file).trim();
      return /^http:\/\/127\.0\.0\.1:\d{1,5}\/\?token=[\w-]{43}$/.test(link) ? [link] : [];
    } catch {
      return [];
    }
  });
}
