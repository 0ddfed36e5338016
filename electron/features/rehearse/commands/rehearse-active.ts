// The file that lets a wrap or proxy join a rehearsal: written at its start, removed at its end.

import { rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  activeFile,
  readActive,
  rehearseFolder,
  turnsFile,
  writeActive,
} from '../../../../shared/features/rehearse/active.ts';
import { longestPlanFile } from '../../../../shared/features/rehearse/plan-files.ts';
import type { Plan } from '../../../../shared/features/rehearse/rehearsal-plan.ts';
import { readForeignText } from '../../../foreign-files/foreign-file.ts';
import { makeFolders } from '../../../foreign-files/make-folders.ts';
import { isRunning } from '../../../foreign-files/named-process.ts';
import { UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';

export class ActivePlan {
  readonly file: string;
  readonly #folder: string;

  private constructor(folder: string, file: string) {
    this.#folder = folder;
    this.file = file;
  }

  /** Throws when another rehearsal runs: its failures would be taken for those of this one. */
  static begin(dataDir: string, plan: Plan, expiry: number): ActivePlan {
    const folder = makeFolders(join(dataDir, rehearseFolder));
    const file = join(folder, activeFile);
    const other = readOther(file);
    if (other)
      throw new UsageError(`The rehearsal of ${other.plan.name} is running (process ${other.pid}). Stop it first.`);
    writeFileSync(file, writeActive({ plan, pid: process.pid, expiry }), { mode: 0o600 });
    return new ActivePlan(folder, file);
  }

  end(): void {
    if (readActiveFile(this.file)?.pid === process.pid) {
      rmSync(this.file, { force: true });
      rmSync(join(this.#folder, turnsFile), { force: true });
    }
    try {
      rmdirSync(this.#folder);
    } catch {
      // Plans of a person are in it.
    }
  }
}

function readOther(file: string) {
  const active = readActiveFile(file);
  return active && active.pid !== process.pid && active.expiry > Date.now() && isRunning(active.pid) ? active : null;
}

function readActiveFile(file: string) {
  try {
    return readActive(readForeignText(file, { maxBytes: longestPlanFile }));
  } catch {
    return null;
  }
}
