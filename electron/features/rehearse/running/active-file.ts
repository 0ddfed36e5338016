// Notices that a rehearsal was started, changed or stopped: by the file in the data folder that says so. Loaded by every wrap, so it
// only looks; reading is rehearsal.ts's.
//
// A look is one `stat`, made when a client sends something: some microseconds, and nothing while the client is quiet. Watching the
// folder (`fs.watch`) would cost a handle per wrap, of which Linux allows few per user, and its notice may come after the call.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { longestPlanFile } from '../../../../shared/features/rehearse/plan-files.ts';

export const activePath = (dataDir: string): string => join(dataDir, 'rehearse', 'active.json');

export class ActiveFile {
  readonly path: string;
  /** Which file was looked at last; null: there is none. */
  #known: string | null = null;

  constructor(path: string) {
    this.path = path;
  }

  /** Whether there is a file that was not there at the last look. */
  isNew(): boolean {
    const found = identityOf(this.path);
    const isNew = found !== null && found !== this.#known;
    this.#known = found;
    return isNew;
  }
}

/** Equal as long as the file was not written again. null: there is none that can be read. */
export function identityOf(path: string): string | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    // Reading a pipe or a device could wait for ever.
    if (!found?.isFile() || found.size > longestPlanFile) return null;
    return `${found.ino} ${found.mtimeMs} ${found.size}`;
  } catch {
    return null;
  }
}
