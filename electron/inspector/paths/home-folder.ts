// The person's home folder. A relative one (`HOME=x`), an empty one or none would lead to files of the folder that a command was started
// in, which may be another person's project: none of them is used.

import { devNull, homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** null: there is none that can be used. */
export function findHome(find: () => string = homedir): string | null {
  try {
    const home = find();
    return isAbsolute(home) ? home : null;
  } catch {
    // No HOME, and no entry in the system's list of users.
    return null;
  }
}

/** For what may be missing, such as settings of other programs: an empty folder replaces a missing home. */
export const homeOrNowhere = (): string => findHome() ?? nowhere;

/** A place where nothing can be. */
export const nowhere = join(devNull, 'nowhere');
