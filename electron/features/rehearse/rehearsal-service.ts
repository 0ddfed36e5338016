// Starts and stops a rehearsal for watched clients, and notices one that a command started. A file in the data folder says that it
// is on (shared/features/rehearse/active.ts); a wrap or proxy that starts reads it. Owns that file while it runs, and leaves nothing.

import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RehearsalView } from '../../../shared/api/views.ts';
import type { Batch } from '../../../shared/contract/api.ts';
import { type Ask, done, refused } from '../../../shared/contract/api.ts';
import {
  activeFile,
  activeOwner,
  type KnownDialects,
  readActive,
  rehearseFolder,
  turnsFile,
  writeActive,
} from '../../../shared/features/rehearse/active.ts';
import { longestPlanFile } from '../../../shared/features/rehearse/plan-files.ts';
import { readyPlan } from '../../../shared/features/rehearse/ready-plans.ts';
import { type Plan, readPlan } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import { readForeignText } from '../../foreign-files/foreign-file.ts';
import { isRunning } from '../../foreign-files/named-process.ts';
import type { Log } from '../../inspector/log/log.ts';
import { makeFolder, replaceFile } from '../../inspector/saved/shared-file.ts';

/** How soon a rehearsal of a command is noticed, and how often its count is brought up to date. */
const lookMs = 1000;
const mostEvents = 5000;

interface RehearsalOptions {
  /** null: nothing is kept, so no client can be told. */
  dataDir: string | null;
  log: () => Log;
  /** The error models that watched servers have shown, by the names of their wraps. */
  dialects: () => KnownDialects;
  /** Whether watched traffic is followed: only then is there something to look for. */
  follows: boolean;
  onChange: () => void;
}

export class RehearsalService {
  readonly #options: RehearsalOptions;
  readonly #file: string | null;
  readonly #timer: NodeJS.Timeout | null = null;
  #running: RehearsalView | null = null;
  /** What counts as injected is after this event. */
  #countedTo = 0;
  #hasChanged = false;

  constructor(options: RehearsalOptions) {
    this.#options = options;
    this.#file = options.dataDir === null ? null : join(options.dataDir, rehearseFolder, activeFile);
    if (this.#file === null || !options.follows) return;
    this.#timer = setInterval(() => this.#look(), lookMs);
    this.#timer.unref();
  }

  readonly rehearsal: Ask<'rehearsal'> = async () => {
    this.#look();
    return done({ running: this.#running });
  };

  readonly startRehearsal: Ask<'startRehearsal'> = async ({ plan: wanted }) => {
    if (this.#file === null) return refused('refused', 'Without a data folder no client can be reached.');
    this.#look();
    if (this.#running) return refused('refused', `${this.#running.title} is on. Stop it first.`);
    // Both are said in the same file, and touch the same messages.
    if (isTaken(this.#file))
      return refused('refused', 'Messages of watched clients are held. Release them before you start a rehearsal.');
    const plan = readyPlan(wanted) ?? readPlan(wanted);
    if ('ok' in plan && !plan.ok) return refused('bad_input', plan.problem);
    const chosen = 'ok' in plan ? plan.plan : plan;
    const now = Date.now();
    makeFolder(this.#options.dataDir as string, rehearseFolder);
    const expiry = now + chosen.endsAfterMs;
    const dialects = this.#options.dialects();
    replaceFile(this.#file, writeActive({ plan: chosen, pid: process.pid, expiry, dialects }));
    this.#look();
    return this.#running ? done(this.#running) : refused('refused', 'The rehearsal could not be started.');
  };

  readonly stopRehearsal: Ask<'stopRehearsal'> = async () => {
    if (this.#file !== null) removeActive(this.#file);
    this.#look();
    return done(null);
  };

  takeChanged(): Batch['rehearsal'] {
    if (!this.#hasChanged) return null;
    this.#hasChanged = false;
    return { running: this.#running };
  }

  /** One that was started here ends with Misfire. */
  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    if (this.#running?.isOwn && this.#file !== null) removeActive(this.#file);
  }

  #look(): void {
    const before = this.#running;
    const active = this.#file === null ? null : readIfOn(this.#file);
    if (active === null) {
      if (before === null) return;
      if (before.isOwn && this.#file !== null) removeActive(this.#file);
      this.#note(null);
      return;
    }
    const { plan, expiry, pid } = active;
    const isSame = before?.endsAt === expiry && before.name === plan.name;
    if (!isSame) this.#countedTo = this.#options.log().store.lastSeq();
    const injected = (isSame ? before.injected : 0) + this.#countNew();
    if (isSame && injected === before.injected) return;
    this.#note({
      name: plan.name,
      title: plan.title,
      startedAt: expiry - plan.endsAfterMs,
      endsAt: expiry,
      injected,
      atMost: atMostOf(plan),
      isOwn: pid === process.pid,
    });
  }

  #note(running: RehearsalView | null): void {
    this.#running = running;
    this.#hasChanged = true;
    this.#options.onChange();
  }

  /** Requests that were touched since the last look. */
  #countNew(): number {
    const { store } = this.#options.log();
    const events = store.eventsAfter(this.#countedTo, mostEvents);
    this.#countedTo = events.at(-1)?.seq ?? this.#countedTo;
    return events.filter(({ lane, rehearsed }) => lane === 'out' && rehearsed === true).length;
  }
}

function removeActive(file: string): void {
  rmSync(file, { force: true });
  rmSync(join(dirname(file), turnsFile), { force: true });
}

function readIfOn(file: string): ReturnType<typeof readActive> {
  const active = readActiveFile(file);
  return active && Date.now() < active.expiry && isRunning(active.pid) ? active : null;
}

/** By a process that runs no rehearsal. */
function isTaken(file: string): boolean {
  try {
    const text = readForeignText(file, { maxBytes: longestPlanFile });
    const pid = readActive(text) === null ? activeOwner(text) : null;
    return pid !== null && isRunning(pid);
  } catch {
    return false;
  }
}

function readActiveFile(file: string): ReturnType<typeof readActive> {
  try {
    return readActive(readForeignText(file, { maxBytes: longestPlanFile }));
  } catch {
    return null;
  }
}

/** null: a step has no limit of its own. */
function atMostOf({ steps }: Plan): number | null {
  const limits = steps.map(({ often, atMost }) => {
    if (often === 'once') return 1;
    return atMost ?? (typeof often === 'object' && 'first' in often ? often.first : null);
  });
  return limits.includes(null) ? null : limits.reduce<number>((sum, limit) => sum + (limit ?? 0), 0);
}
