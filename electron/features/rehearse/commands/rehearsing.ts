// What `--rehearse` means for the commands between a client and its server: loads the plan, and the code that injects it, only then.

import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import type { HttpRehearsal } from '../../watch/programs/proxy/rehearse-exchange.ts';
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
