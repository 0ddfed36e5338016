// Updates: checked only if the user asks or has agreed, downloaded and installed only after a confirmation. Owns the questions.
// The feed is set when a package is built (electron-builder.yml); without one there are no updates.

import type { ShellState } from './shell-state.ts';

const dayMs = 24 * 3_600_000;

/** The parts of electron-updater that are used. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: { version: string } } | null>;
  downloadUpdate(): Promise<unknown>;
  quitAndInstall(): void;
}

/** One question with its buttons; returns the index of the pressed one. The last is "no". */
export type AskQuestion = (question: {
  message: string;
  detail: string;
  buttons: string[];
  offerDaily: boolean;
}) => Promise<{
  button: number;
  daily: boolean;
}>;

interface UpdatesOptions {
  state: ShellState;
  version: string;
  load(): Promise<Updater>;
  ask: AskQuestion;
  log(text: string): void;
}

export class Updates {
  readonly #options: UpdatesOptions;

  constructor(options: UpdatesOptions) {
    this.#options = options;
  }

  /** Checks from time to time, if the user agreed. */
  start(): void {
    const look = () => {
      if (this.#options.state.now.updates === 'yes') void this.check(false);
    };
    look();
    setInterval(look, dayMs).unref();
  }

  /** `asked`: the user waits for the result, so "nothing new" and errors are shown too. */
  async check(asked: boolean): Promise<void> {
    const { version, load, ask, log, state } = this.#options;
    try {
      const updater = await load();
      updater.autoDownload = false;
      updater.autoInstallOnAppQuit = false;
      const found = await updater.checkForUpdates();
      const isNew = found?.isUpdateAvailable ?? false;
      if (!isNew && !asked) return;
      const offerDaily = state.now.updates !== 'yes';
      if (!found || !isNew) {
        const detail = 'Misfire looks for newer versions only when you ask, unless you want it to look once a day.';
        const { daily } = await ask({
          message: `Misfire ${version} is the newest.`,
          detail,
          buttons: ['OK'],
          offerDaily,
        });
        if (daily) state.change({ updates: 'yes' });
        return;
      }
      const next = found.updateInfo.version;
      const wish = await ask({
        message: `Misfire ${next} is there. You have ${version}.`,
        detail: 'The update downloads now. You choose when to install it.',
        buttons: ['Download', 'Not now'],
        offerDaily,
      });
      if (wish.daily) state.change({ updates: 'yes' });
      if (wish.button !== 0) return;
      await updater.downloadUpdate();
      const restart = await ask({
        message: `Misfire ${next} is ready.`,
        detail: 'Installing it ends Misfire and the servers it started. What was recorded stays.',
        buttons: ['Install and restart', 'When I quit'],
        offerDaily: false,
      });
      if (restart.button === 0) updater.quitAndInstall();
      else updater.autoInstallOnAppQuit = true;
    } catch (problem) {
      log(`Looking for a newer version failed: ${problem instanceof Error ? problem.message : problem}`);
      const detail = 'Try again later. The log file has the reason.';
      if (asked)
        await ask({
          message: 'Misfire could not look for a newer version.',
          detail,
          buttons: ['OK'],
          offerDaily: false,
        });
    }
  }
}
