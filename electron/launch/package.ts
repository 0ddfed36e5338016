// `npm run -s package`: builds Misfire and makes the packages of this system: AppImage and deb, dmg and zip, or nsis and portable. Prints
// the path of each; if one is missing, names it and exits with 1. `-- --dir` makes the unpacked app only. ELECTRON_OVERRIDE_DIST_PATH names
// an Electron to pack instead of the pinned one. Owns the call of electron-builder; electron-builder.yml defines the contents of a package.

import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Configuration } from 'electron-builder';
import { projectRoot } from './build-stamp.ts';
import { ensureBuilt } from './ensure-built.ts';
import { findPackages } from './made-packages.ts';

const { values } = parseArgs({ options: { dir: { type: 'boolean' }, output: { type: 'string' } } });
await ensureBuilt();

const electronDist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
const feed = process.env.MISFIRE_UPDATES;
/** On top of electron-builder.yml, which electron-builder reads itself. */
const config: Configuration = {
  ...(electronDist ? { electronDist, electronVersion: versionOf(electronDist), afterExtract: dropDefaultApp } : {}),
  ...(feed ? { publish: { provider: 'generic', url: feed } } : {}),
  ...(values.output ? { directories: { output: values.output, buildResources: 'build' } } : {}),
};
// Without a certificate the packages are not signed; electron-builder would otherwise search the keychain for one.
if (!process.env.CSC_LINK) process.env.CSC_IDENTITY_AUTO_DISCOVERY = 'false';

// File systems store times with a lower resolution than the clock.
const since = Date.now() - 2_000;
let problem: unknown = null;
try {
  await build({ projectDir: projectRoot, config, publish: 'never', ...(values.dir ? { dir: true } : {}) });
} catch (thrown) {
  problem = thrown;
}
const folder = resolve(projectRoot, values.output ?? 'release');
// An incomplete unpacked app looks the same from outside.
const made =
  problem !== null && values.dir
    ? { paths: [], missing: ['the unpacked app'] }
    : findPackages(folder, since, process.platform, values.dir === true);
for (const path of made.paths) console.log(path);
if (problem !== null) console.error(problem instanceof Error ? problem.stack : problem);
if (problem !== null || made.missing.length > 0) {
  const missing = made.missing.length > 0 ? `Not made: ${made.missing.join(', ')}. ` : '';
  console.error(
    `${missing}${made.paths.length === 0 ? 'No package was made.' : `Made: ${made.paths.join(', ')}.`} ` +
      'Electron and the packaging tools are downloaded on first use. `npm run -s package -- --dir` needs Electron only.',
  );
  // Not `exitCode`: electron-builder exits with 0 once nothing is left to do.
  process.exit(1);
}

/** The default app of Electron. A custom Electron may have it as a folder, on which the next steps fail. */
async function dropDefaultApp({ appOutDir }: { appOutDir: string }): Promise<void> {
  await rm(join(appOutDir, 'resources', 'default_app.asar'), { recursive: true, force: true });
}

/** An Electron folder names its version; if it does not, it counts as the pinned one. */
function versionOf(folder: string): string {
  const file = join(folder, 'version');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim().replace(/^v/, '');
  return JSON.parse(readFileSync(join(projectRoot, 'node_modules', 'electron', 'package.json'), 'utf8')).version;
}
