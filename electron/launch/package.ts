// `npm run -s package`: builds Misfire and makes the packages of this system: AppImage and deb, dmg and zip, or nsis and portable.
// `-- --dir` makes the unpacked app only. ELECTRON_OVERRIDE_DIST_PATH names an Electron to pack instead of the pinned one.
// Owns the call of electron-builder; what goes into a package is electron-builder.yml's.

import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Configuration } from 'electron-builder';
import { projectRoot } from './build-stamp.ts';
import { ensureBuilt } from './ensure-built.ts';

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

try {
  const made = await build({ projectDir: projectRoot, config, publish: 'never', ...(values.dir ? { dir: true } : {}) });
  for (const path of made) console.log(path);
} catch (problem) {
  console.error(problem instanceof Error ? problem.stack : problem);
  console.error(
    'The packages were not made. Tools for them are downloaded on first use; `npm run -s package -- --dir` needs none.',
  );
  process.exitCode = 1;
}

/** What Electron shows when it is given no app. An Electron of one's own may hold it as a folder, which the next steps stumble over. */
async function dropDefaultApp({ appOutDir }: { appOutDir: string }): Promise<void> {
  await rm(join(appOutDir, 'resources', 'default_app.asar'), { recursive: true, force: true });
}

/** A folder of Electron says its version; one that does not is taken for the pinned one. */
function versionOf(folder: string): string {
  const file = join(folder, 'version');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim().replace(/^v/, '');
  return JSON.parse(readFileSync(join(projectRoot, 'node_modules', 'electron', 'package.json'), 'utf8')).version;
}
