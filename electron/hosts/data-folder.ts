// Where Misfire keeps what it keeps: one folder, private to the user. Every door asks here.

import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export interface Surroundings {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  home: string;
}

const here = (): Surroundings => ({ platform: process.platform, env: process.env, home: homedir() });

/** The folder chosen by a person, or by MISFIRE_DATA, or the system's usual place. */
export function findDataFolder(chosen: string | undefined, { platform, env, home }: Surroundings = here()): string {
  if (chosen) return resolve(chosen);
  if (env.MISFIRE_DATA) return resolve(env.MISFIRE_DATA);
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Misfire');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Misfire');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'misfire');
}

/** Only the user may look into what is created; a folder that was there keeps its rights. Throws the system's error. */
export function makeDataFolder(folder: string): string {
  if (isFolder(folder)) return folder;
  const parent = dirname(folder);
  // By hand: Node's own `recursive` never comes back where a parent is a link that leads nowhere.
  if (parent !== folder) makeDataFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (problem) {
    // Another Misfire may have been quicker.
    if (!isFolder(folder)) throw problem;
  }
  return folder;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
