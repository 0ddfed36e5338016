// What `--rehearse` means for the commands between a client and its server: loads the plan, and the code that injects it, only then.

import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import type { LaterRehearsal } from '../../watch/programs/proxy/proxy-rehearsals.ts';
import type { HttpRehearsal } from '../../watch/programs/proxy/rehearse-exchange.ts';
import { ActiveFile, activePath } from '../running/active-file.ts';
import type { WantedRehearsal } from '../running/find-rehearsal.ts';
import type { Rehearsal } from '../running/rehearsal.ts';

/** undefined: nothing is injected. */
export async function rehearsalOf(
  { io, output }: CommandRun,
  wanted: WantedRehearsal | null,
): Promise<Rehearsal | undefined> {
  if (!wanted) return undefined;
  const { loadRehearsal } = await import('../running/rehearsal.ts');
  const { LearnedDialect } = await import('../running/learned-dialect.ts');
  const loaded = loadRehearsal({ ...wanted, folder: io.folder }, new LearnedDialect());
  if (loaded.ok) return loaded.rehearsal;
  if (wanted.by === 'option') throw new UsageError(loaded.problem);
  if (wanted.by === 'variable') output.printMessage(`misfire: ${loaded.problem} Nothing is injected.`);
  return undefined;
}

export async function httpRehearsal(
  run: CommandRun,
  wanted: WantedRehearsal | null,
): Promise<HttpRehearsal | undefined> {
  const rehearsal = await rehearsalOf(run, wanted);
  if (!rehearsal) return undefined;
  const { HttpRehearsal } = await import('../../watch/programs/proxy/rehearse-exchange.ts');
  return new HttpRehearsal(rehearsal);
}

/** A rehearsal, or held messages, that begin while a proxy runs. */
export const laterRehearsal = (run: CommandRun, dataDir: string, server: string): LaterRehearsal => ({
  active: new ActiveFile(activePath(dataDir)),
  async load(file) {
    const { loadHold } = await import('../../hold/running/load-hold.ts');
    const hold = await loadHold(file, { server, client: null });
    if (!hold) return httpRehearsal(run, { source: file, by: 'file', server });
    const { HttpHold } = await import('../../watch/programs/proxy/held-exchange.ts');
    return new HttpHold(hold.link);
  },
});
