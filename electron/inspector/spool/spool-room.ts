// How much of the spool is kept, and for how long: applies the user's limits and checks whether it can be written at all.

import { constants } from 'node:fs';
import { access, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  busySpoolFiles,
  overdueSpoolFiles,
  readSpoolLimits,
  readSpoolName,
  type SpoolLimits,
  spoolSettingsName,
} from '../../../shared/capture/spool.ts';
import { readForeignText } from '../../foreign-files/foreign-file.ts';
import { makeFoldersLater } from '../../foreign-files/make-folders.ts';
import { processIsAlive } from '../../transports/process-groups.ts';
import { replaceFile } from '../saved/shared-file.ts';

const tidyEveryMs = 60_000;

export class SpoolRoom {
  readonly #folder: string;
  #tidiedAt = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async limits(): Promise<SpoolLimits> {
    try {
      return readSpoolLimits(JSON.parse(readForeignText(join(this.#folder, spoolSettingsName))));
    } catch {
      return readSpoolLimits(undefined);
    }
  }

  /** '' once it is stored; else the reason why not. */
  async setLimits(limits: SpoolLimits): Promise<string> {
    try {
      replaceFile(join(this.#folder, spoolSettingsName), `${JSON.stringify(limits)}\n`);
      await this.tidy();
      return '';
    } catch (error) {
      return `This could not be kept in ${this.#folder}: ${(error as Error).message}.`;
    }
  }

  /** Why client traffic is currently not stored; '' if there is no problem. */
  async problem(): Promise<string> {
    try {
      await makeFoldersLater(this.#folder);
      await access(this.#folder, constants.R_OK | constants.W_OK | constants.X_OK);
      return '';
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return `Watched traffic passes but is not recorded: Misfire cannot write to ${this.#folder} (${code}). Check that it is a folder, and its permissions.`;
    }
  }

  /** Checked occasionally. */
  async tidyIfDue(): Promise<void> {
    if (Date.now() - this.#tidiedAt > tidyEveryMs) await this.tidy();
  }

  async tidy(): Promise<void> {
    this.#tidiedAt = Date.now();
    const files: { name: string; bytes: number; changedAt: number }[] = [];
    for (const name of await readdir(this.#folder)) {
      if (readSpoolName(name) === null) continue;
      const found = await stat(join(this.#folder, name)).catch(() => null);
      if (found) files.push({ name, bytes: found.size, changedAt: found.mtimeMs });
    }
    const busy = busySpoolFiles(
      files.map(({ name }) => name),
      processIsAlive,
    );
    for (const name of overdueSpoolFiles(files, await this.limits(), Date.now(), busy))
      await unlink(join(this.#folder, name)).catch(() => {});
  }
}
