// The user's home folder. A relative (`HOME=x`), empty or missing one is never used. It would lead to files in the current folder, which
// may be another person's project.

import { devNull, homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** null: there is no usable one. */
export function findHome(find: () => string = homedir): string | null {
  try {
    const home = find();
    return isAbsolute(home) ? home : null;
  } catch {
    // No HOME, and no entry in the system's user database.
    return null;
  }
}

/** What `homedir` returns for this environment. */
export function homeIn(env: Readonly<Record<string, string | undefined>>): string {
  return (process.platform === 'win32' ? env.USERPROFILE : env.HOME) ?? userInfo().homedir;
}

/** For optional files, such as settings of other programs: an empty folder replaces a missing home. */
export const homeOrNowhere = (env: Readonly<Record<string, string | undefined>> = process.env): string =>
  findHome(() => homeIn(env)) ?? nowhere;

/** A path where nothing can exist. */
export const nowhere = join(devNull, 'nowhere');
