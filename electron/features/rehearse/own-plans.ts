// The plans that people wrote, one JSON file each in `rehearse/plans` of the data folder, so that the command line can use them too.
// Owns these files. Their text is kept as it was written; shared/features/rehearse reads it.

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Ask, done, refused } from '../../../shared/contract/api.ts';
import { rehearseFolder } from '../../../shared/features/rehearse/active.ts';
import { planFileName, plansFolder } from '../../../shared/features/rehearse/plan-files.ts';
import { readyPlan } from '../../../shared/features/rehearse/ready-plans.ts';
import { longestPlan, readPlan } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import { makeFolder, readIfThere, replaceFile } from '../../inspector/saved/shared-file.ts';

const mostPlans = 200;

export class OwnPlans {
  readonly #dataDir: string | null;
  readonly #folder: string | null;

  /** null: nothing is kept. */
  constructor(dataDir: string | null) {
    this.#dataDir = dataDir;
    this.#folder = dataDir === null ? null : join(dataDir, rehearseFolder, plansFolder);
  }

  readonly rehearsalPlans: Ask<'rehearsalPlans'> = async () => {
    const plans = this.#files().flatMap((file) => {
      const text = this.#read(file);
      return text === null || text.length > longestPlan ? [] : [{ file, text }];
    });
    return done({ plans, folder: this.#folder });
  };

  readonly savePlan: Ask<'savePlan'> = async ({ text, replaces }) => {
    if (this.#dataDir === null || this.#folder === null)
      return refused('refused', 'Without a data folder no plan can be saved. Export it instead.');
    const read = readPlan(text, '');
    if (!read.ok) return refused('bad_input', read.problem);
    const { name, title } = read.plan;
    const file = planFileName(name || title);
    if (readyPlan(file)) return refused('bad_input', `${file} is a ready plan. Choose another title or name.`);
    const files = this.#files();
    if (file !== replaces && files.includes(file))
      return refused('bad_input', `There is a plan ${file} already. Choose another title or name.`);
    if (!files.includes(replaces ?? file) && files.length >= mostPlans)
      return refused('refused', `There are ${mostPlans} plans already. Delete one first.`);
    try {
      makeFolder(this.#dataDir, rehearseFolder, plansFolder);
      replaceFile(this.#path(file), text.endsWith('\n') ? text : `${text}\n`);
      if (replaces !== null && replaces !== file && files.includes(replaces))
        rmSync(this.#path(replaces), { force: true });
    } catch (error) {
      return refused('refused', `The plan could not be written to ${this.#folder}: ${String(error)}`);
    }
    return done({ file, text });
  };

  readonly removePlan: Ask<'removePlan'> = async ({ file }) => {
    const text = this.#files().includes(file) ? this.#read(file) : null;
    if (text === null) return refused('not_found', `There is no plan ${file}.`);
    rmSync(this.#path(file), { force: true });
    return done({ text });
  };

  /** Only names that Misfire would give: no other file of the folder is touched. */
  #files(): string[] {
    if (this.#folder === null) return [];
    try {
      return readdirSync(this.#folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
        .filter((name) => planFileName(name) === name)
        .sort()
        .slice(0, mostPlans);
    } catch {
      return [];
    }
  }

  #read(file: string): string | null {
    try {
      return readIfThere(this.#path(file));
    } catch {
      return null;
    }
  }

  #path(file: string): string {
    return join(this.#folder as string, `${file}.json`);
  }
}
