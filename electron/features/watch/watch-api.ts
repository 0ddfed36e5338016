// Implements the API for watching other programs' servers. Everything shown of their settings is masked, because entries hold keys.

import type { HookChange, WatchEntry } from '../../../shared/api/watching.ts';
import type { SpoolLimits } from '../../../shared/capture/spool.ts';
import type { Ask } from '../../../shared/contract/api.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import { Masker } from '../../../shared/mask/masker.ts';
import { HookSetup } from './setup/hook-setup.ts';
import { WatchSetup, type WatchSetupOptions } from './setup/watch-setup.ts';

interface Options {
  setup: WatchSetupOptions;
  /** Where the spool's limits are stored; null: nothing is stored in this run. */
  spool: {
    limits(): Promise<SpoolLimits>;
    setLimits(limits: SpoolLimits): Promise<string>;
    problem(): Promise<string>;
  } | null;
}

export class WatchApi {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  readonly watchEntries: Ask<'watchEntries'> = async ({ folder }) => {
    const setup = new WatchSetup({ ...this.#options.setup, folder });
    return done({ entries: (await setup.list()).map(shown), unreadable: await setup.unreadable() });
  };

  readonly planWatch: Ask<'planWatch'> = async ({ entry }) => {
    const plan = await this.#setup.plan(entry);
    if (!plan.ok) return refused('refused', plan.problem);
    const masker = new Masker();
    const lines = plan.value.lines.map((line) => ({ ...line, text: masker.mask(line.text) }));
    return done({ ...plan.value, ...shown(plan.value), lines });
  };

  readonly startWatch: Ask<'startWatch'> = async ({ entry }) => {
    const watched = await this.#setup.watch(entry);
    return watched.ok ? done(shown(watched.value)) : refused('refused', watched.problem);
  };

  readonly undoWatch: Ask<'undoWatch'> = async ({ entry }) => {
    const undone = await this.#setup.undo(entry);
    return undone.ok ? done({ exact: undone.value.exact }) : refused('refused', undone.problem);
  };

  readonly hookClients: Ask<'hookClients'> = async () => done({ clients: await this.#hooks.list() });

  readonly planHook: Ask<'planHook'> = async ({ client }) => {
    const plan = await this.#hooks.plan(client);
    return plan.ok ? done(maskedLines(plan.value)) : refused('refused', plan.problem);
  };

  readonly setUpHook: Ask<'setUpHook'> = async ({ client }) => {
    const made = await this.#hooks.setUp(client);
    return made.ok ? done(maskedLines(made.value)) : refused('refused', made.problem);
  };

  readonly undoHook: Ask<'undoHook'> = async ({ client }) => {
    const undone = await this.#hooks.undo(client);
    return undone.ok ? done({ exact: undone.value.exact }) : refused('refused', undone.problem);
  };

  readonly spoolLimits: Ask<'spoolLimits'> = async (wanted) => {
    const { spool } = this.#options;
    if (!spool) return refused('refused', 'Nothing is kept in this run.');
    const limits = { ...(await spool.limits()), ...wanted };
    const refusal = Object.keys(wanted).length > 0 ? await spool.setLimits(limits) : '';
    if (refusal !== '') return refused('refused', refusal);
    return done({ ...limits, problem: await spool.problem() });
  };

  get #hooks(): HookSetup {
    const { machine, dataDir, runtime } = this.#options.setup;
    return new HookSetup({ machine, dataDir, runtime });
  }

  get #setup(): WatchSetup {
    return new WatchSetup(this.#options.setup);
  }
}

const shown = (entry: WatchEntry): WatchEntry => ({ ...entry, command: new Masker().mask(entry.command) });

function maskedLines(change: HookChange): HookChange {
  const masker = new Masker();
  return { ...change, lines: change.lines.map((line) => ({ ...line, text: masker.mask(line.text) })) };
}
