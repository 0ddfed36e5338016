// `npm run -s licenses`: every package of the lock file with its license, one per line. Owns which licenses are accepted. Reads only the
// lock file, so that the result is the same on every platform. `npm run -s sbom` is npm's own command.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './build-stamp.ts';

interface LockedPackage {
  name: string;
  version: string;
  /** '' if the package names none. */
  license: string;
  integrity: string;
  runsScripts: boolean;
}

const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  // Two small parts of electron-builder.
  'Python-2.0',
  'WTFPL',
  'Zlib',
  // The public MCP servers, which only tests run: MIT and Apache-2.0, as full text in the file.
  'SEE LICENSE IN LICENSE',
]);

export function readLock(folder = projectRoot): LockedPackage[] {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<
      string,
      { version: string; license?: string; integrity?: string; hasInstallScript?: boolean; link?: boolean }
    >;
  };
  return (
    Object.entries(lock.packages)
      // Our own: Misfire itself, and the workspace that pins its Node.
      .filter(([path, { link }]) => path.includes('node_modules/') && !link)
      .map(([path, { version, license, integrity, hasInstallScript }]) => ({
        name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
        version,
        license: license ?? '',
        integrity: integrity ?? '',
        runsScripts: hasInstallScript === true,
      }))
  );
}

/** In `A OR B` one must be accepted, in `A AND B` both. */
export function isAccepted(license: string): boolean {
  const bare = license.replace(/^\((.*)\)$/, '$1');
  if (accepted.has(bare)) return true;
  if (bare.includes(' AND ')) return bare.split(' AND ').every((part) => accepted.has(part));
  return bare.includes(' OR ') && bare.split(' OR ').some((part) => accepted.has(part));
}

if (process.argv[1] === import.meta.filename) {
  const packages = readLock();
  for (const { name, version, license } of packages)
    console.log(`${name}@${version}  ${license || 'no license named'}`);
  const strange = packages.filter(({ license }) => !isAccepted(license));
  if (strange.length > 0) {
    console.error(`Not among the accepted licenses: ${strange.map(({ name }) => name).join(', ')}`);
    process.exitCode = 1;
  }
}
