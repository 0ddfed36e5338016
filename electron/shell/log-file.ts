// What the desktop itself has to say, in a file that a person can show to others: starts, endings, bugs. No traffic, no secrets.
// One file and the one before it, each of a megabyte at most.

import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Masker } from '../../shared/mask/masker.ts';

const limit = 1_000_000;

export interface LogFile {
  readonly path: string;
  write(text: string): void;
}

export function openLogFile(dataDir: string): LogFile {
  const folder = join(dataDir, 'logs');
  const path = join(folder, 'misfire.log');
  return {
    path,
    write(text) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > limit) renameSync(path, `${path}.1`);
        // The message of a bug may quote what a server said.
        appendFileSync(path, `${new Date().toISOString()} ${new Masker().mask(text)}\n`, { mode: 0o600 });
      } catch {
        // A disk without room has worse to say than this.
      }
    },
  };
}
