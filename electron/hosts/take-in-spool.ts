// Brings the log up to date before a command reads it: what watched clients said is in the spool until some Misfire takes it in.
// Where a window has the log, the window does that, and the command waits for it.

import { setTimeout as pause } from 'node:timers/promises';
import { appVersion } from '../inspector/paths/app-paths.ts';
import { hasOpenRuns, isTakenIn, spoolSizes, spoolState } from '../inspector/spool/spool-state.ts';

/** How long a window may take to read what is there now. */
const patienceMs = 3000;
const lookEveryMs = 30;

export class SpoolIntake {
  readonly #dataDir: string;
  /** The spool as it was when it was taken in last. */
  #seen: string | null = null;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Resolves once the log has all that the spool holds now. Returns why not, in one sentence; '' when it has. */
  async takeIn(): Promise<string> {
    const state = spoolState(this.#dataDir);
    if (state === '' || state === this.#seen) return '';
    const sizes = spoolSizes(this.#dataDir);
    if (!isTakenIn(this.#dataDir, sizes) || (this.#seen === null && hasOpenRuns(this.#dataDir))) {
      // Loading it takes longer than most commands, and mostly there is nothing to take in.
      const { takeInSpool } = await import('../app/open-inspector.ts');
      const isDone = await takeInSpool({ dataDir: this.#dataDir, version: appVersion() });
      if (!isDone && !(await this.#waitForOther(sizes)))
        return `Some of the traffic in ${this.#dataDir}/spool is not in the log yet: another Misfire has the log, or it cannot be written.`;
    }
    this.#seen = state;
    return '';
  }

  async #waitForOther(sizes: ReadonlyMap<string, number>): Promise<boolean> {
    for (const until = Date.now() + patienceMs; Date.now() < until; await pause(lookEveryMs))
      if (isTakenIn(this.#dataDir, sizes)) return true;
    return false;
  }
}
