// What `--rehearse` means for the commands between a client and its server: loads the plan, and the code that injects it, only then.

import type { WantedRehearsal } from '../../watch/find-rehearsal.ts';
import type { Rehearsal } from '../../watch/rehearsal.ts';
import type { HttpRehearsal } from '../../watch/rehearse-exchange.ts';
import { UsageError } from './exit-codes.ts';
import { printMessage } from './output.ts';

/** undefined: nothing is injected. */
export async function rehearsalOf(wanted: WantedRehearsal | null): Promise<Rehearsal | undefined> {
  if (!wanted) return undefined;
  const { loadRehearsal } = await import('../../watch/rehearsal.ts');
  const { LearnedDialect } = await import('../../watch/learned-dialect.ts');
  const loaded = loadRehearsal(wanted, new LearnedDialect());
  if (loaded.ok) return loaded.rehearsal;
  if (wanted.by === 'option') throw new UsageError(loaded.problem);
  if (wanted.by === 'variable') printMessage(`misfire: ${loaded.problem} Nothing is injected.`);
  return undefined;
}

export async function httpRehearsal(wanted: WantedRehearsal | null): Promise<HttpRehearsal | undefined> {
  const rehearsal = await rehearsalOf(wanted);
  if (!rehearsal) return undefined;
  const { HttpRehearsal } = await import('../../watch/rehearse-exchange.ts');
  return new HttpRehearsal(rehearsal);
}
