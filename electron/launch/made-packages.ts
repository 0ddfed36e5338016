// Which packages electron-builder left in the output folder, and which of this system's are missing. It may fail after the first one
// without an exit code, so this checks the files themselves.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface Kind {
  name: string;
  isOne(file: string): boolean;
}

const ending = (end: string) => (file: string) => file.endsWith(end);
const unpacked: Kind = { name: 'the unpacked app', isOne: (file) => /-unpacked$|^mac/.test(file) };

const kinds: Partial<Record<NodeJS.Platform, Kind[]>> = {
  linux: [
    { name: 'AppImage', isOne: ending('.AppImage') },
    { name: 'deb', isOne: ending('.deb') },
  ],
  darwin: [
    { name: 'dmg', isOne: ending('.dmg') },
    { name: 'zip', isOne: ending('.zip') },
  ],
  win32: [
    { name: 'nsis', isOne: (file) => / Setup .*\.exe$/.test(file) },
    { name: 'portable', isOne: (file) => file.endsWith('.exe') && !file.includes(' Setup ') },
  ],
};

interface MadePackages {
  paths: string[];
  /** Names of expected packages that are missing. */
  missing: string[];
}

/** `since`: older files belong to an earlier run. */
export function findPackages(
  folder: string,
  since: number,
  platform: NodeJS.Platform,
  isUnpackedOnly: boolean,
): MadePackages {
  const wanted = isUnpackedOnly ? [unpacked] : (kinds[platform] ?? []);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const fresh = files.filter((file) => statSync(join(folder, file)).mtimeMs >= since);
  const found = wanted.map(({ name, isOne }) => ({ name, file: fresh.find(isOne) }));
  return {
    paths: found.flatMap(({ file }) => (file === undefined ? [] : [join(folder, file)])),
    missing: found.flatMap(({ name, file }) => (file === undefined ? [name] : [])),
  };
}
