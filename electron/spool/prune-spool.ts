// Makes room in the spool folder: removes the oldest files past what is kept. Owns when settings are read and what is removed; how
// much is kept and which files are overdue is shared/capture/spool.ts's. Never throws, and nothing waits for it.

import { readdir, stat, unlink } from 'node:fs';
import { join } from 'node:path';
import {
  busySpoolFiles,
  overdueSpoolFiles,
  readSpoolLimits,
  readSpoolName,
  type SpoolLimits,
  spoolSettingsName,
} from '../../shared/capture/spool.ts';
import { readForeignText } from '../foreign-files/foreign-file.ts';
import { processIsAlive } from '../transports/process-groups.ts';

export class SpoolPruner {
  readonly #folder: string;
  #limits: SpoolLimits = readSpoolLimits(undefined);

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `own`: the file being written. The limit is read each time, because the user may have changed it. */
  prune(own: string): void {
    try {
      this.#limits = readSpoolLimits(JSON.parse(readForeignText(join(this.#folder, spoolSettingsName))));
    } catch {
      // Settings that cannot be read leave the last ones.
    }
    readdir(this.#folder, (error, names) => {
      if (!error)
        this.#removeOverdue(
          names.filter((name) => readSpoolName(name) !== null),
          own,
        );
    });
  }

  #removeOverdue(spooled: readonly string[], own: string): void {
    const files: { name: string; bytes: number; changedAt: number }[] = [];
    let open = spooled.length;
    for (const name of spooled) {
      stat(join(this.#folder, name), (_problem, found) => {
        if (found) files.push({ name, bytes: found.size, changedAt: found.mtimeMs });
        open -= 1;
        if (open > 0) return;
        const busy = busySpoolFiles(spooled, processIsAlive).add(own);
        for (const overdue of overdueSpoolFiles(files, this.#limits, Date.now(), busy))
          unlink(join(this.#folder, overdue), () => {});
      });
    }
  }
}
