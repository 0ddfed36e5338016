// The environment that a server is started with: the person's own, without what npm, Electron and Misfire brought along when
// Misfire was started. Otherwise `node` would be Misfire's Node, and a server would find npm's settings and Misfire's folder.

import { delimiter, dirname, sep } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** What npm sets for the scripts it runs (`npm run`, `npx`), beside everything that begins with `npm_`. */
const npmNames = new Set(['INIT_CWD', 'NODE', 'COLOR']);
/** What packages of the desktop app and Chromium set for their own processes. */
const appNames = new Set([
  'APPDIR',
  'APPIMAGE',
  'ARGV0',
  'OWD',
  'CHROME_DESKTOP',
  'CHROME_CRASHPAD_PIPE_NAME',
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_NO_ATTACH_CONSOLE',
  'ELECTRON_OVERRIDE_DIST_PATH',
  'ORIGINAL_XDG_CURRENT_DESKTOP',
]);

export function personEnvironment(env: Environment = process.env, execPath = process.execPath): NodeJS.ProcessEnv {
  const byNpm = env.npm_execpath !== undefined || env.npm_command !== undefined;
  const kept: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (/^npm_/i.test(name) || name.startsWith('MISFIRE_') || appNames.has(name)) continue;
    if (byNpm && npmNames.has(name)) continue;
    kept[name] = name.toUpperCase() === 'PATH' ? personPath(value ?? '', byNpm, execPath) : value;
  }
  return kept;
}

/** Without the folders that npm puts in front, and without that of a Node which came as a package. */
function personPath(path: string, byNpm: boolean, execPath: string): string {
  const ownNode = execPath.includes(`${sep}node_modules${sep}`) ? dirname(execPath) : null;
  const folders = path.split(delimiter).filter((folder) => {
    if (folder === ownNode) return false;
    return !byNpm || !/[\\/]node_modules[\\/]\.bin[\\/]?$|[\\/]node-gyp-bin[\\/]?$/.test(folder);
  });
  return folders.join(delimiter);
}
