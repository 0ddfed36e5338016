// The environment of a server: the user's own, without variables that npm, Electron and Misfire added. Otherwise `node` would be
// Misfire's Node, and a server would find npm's settings and Misfire's folder.

import { delimiter, dirname, sep } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that npm sets for its scripts (`npm run`, `npx`), besides those that start with `npm_`. */
const npmNames = new Set(['INIT_CWD', 'NODE', 'COLOR']);
/** Variables that packages of the desktop app and Chromium set for their own processes. */
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

/** Without the folders that npm adds in front, and without that of a Node installed as a package. */
function personPath(path: string, byNpm: boolean, execPath: string): string {
  const ownNode = execPath.includes(`${sep}node_modules${sep}`) ? dirname(execPath) : null;
  const folders = path.split(delimiter).filter((folder) => {
    if (folder === ownNode) return false;
    return !byNpm || !/[\\/]node_modules[\\/]\.bin[\\/]?$|[\\/]node-gyp-bin[\\/]?$/.test(folder);
  });
  return folders.join(delimiter);
}
