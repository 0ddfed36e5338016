// The desktop's own log file, safe to share: starts, exits, bugs. No traffic, no secrets. The current file and the previous one,
// each of at most a megabyte.

import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Masker } from '../../../shared/mask/masker.ts';
import { makeFolders } from '../../foreign-files/make-folders.ts';

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
        makeFolders(folder);
        if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > limit) renameSync(path, `${path}.1`);
        // The message of a bug may quote a server.
        appendFileSync(path, `${new Date().toISOString()} ${new Masker().mask(text)}\n`, { mode: 0o600 });
      } catch {
        // If the disk is full, other places report it.
      }
    },
  };
}
