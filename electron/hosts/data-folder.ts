// Where Misfire keeps what it keeps: one folder, private to the user. Every door asks here.

import { isAbsolute, join, resolve } from 'node:path';
import { findHome, homeIn, nowhere } from '../inspector/paths/home-folder.ts';

interface Surroundings {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  /** null: there is none that can be used. */
  home: string | null;
  /** Where relative paths start. */
  folder?: string;
}

export const folderSurroundings = (env: Surroundings['env'], folder?: string): Surroundings => ({
  platform: process.platform,
  env,
  home: findHome(() => homeIn(env)),
  ...(folder === undefined ? {} : { folder }),
});

/** Something the person can put right, in one sentence. */
export class NoHomeError extends Error {}

/** The folder chosen by a person, or by MISFIRE_DATA, or the system's usual place. */
export function findDataFolder(chosen: string | undefined, around = folderSurroundings(process.env)): string {
  const { platform, env, home, folder = '' } = around;
  if (chosen) return resolve(folder, chosen);
  if (env.MISFIRE_DATA) return resolve(folder, env.MISFIRE_DATA);
  // The XDG specification says to ignore paths that are not absolute.
  const own = platform === 'win32' ? env.APPDATA : platform === 'darwin' ? undefined : env.XDG_DATA_HOME;
  if (own && isAbsolute(own)) return join(own, platform === 'win32' ? 'Misfire' : 'misfire');
  if (home === null) throw new NoHomeError(homeProblem(platform, env));
  if (platform === 'win32') return join(home, 'AppData', 'Roaming', 'Misfire');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Misfire');
  return join(home, '.local', 'share', 'misfire');
}

function homeProblem(platform: NodeJS.Platform, env: Surroundings['env']): string {
  const name = platform === 'win32' ? 'USERPROFILE' : 'HOME';
  const value = env[name];
  const wrong =
    value === undefined ? 'is not set' : value === '' ? 'is empty' : `is "${value}", which is not an absolute path`;
  return `${name} ${wrong}. Set it to your home folder, or name a data folder with --data DIR or MISFIRE_DATA.`;
}

/** For programs that a client waits for: without a data folder they run, but record nothing. */
export function findDataFolderOrNone(
  chosen: string | undefined,
  report: (why: string) => void,
  around = folderSurroundings(process.env),
): string {
  try {
    return findDataFolder(chosen, around);
  } catch (problem) {
    report((problem as Error).message);
    return nowhere;
  }
}
