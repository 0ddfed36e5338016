// Loads what a wrap needs to rehearse, once it is known that there is a plan. Reports a plan that cannot be read.

import type { WantedRehearsal } from '../../../rehearse/running/find-rehearsal.ts';
import { loadRehearsal, type OwnDialect } from '../../../rehearse/running/rehearsal.ts';
import { RehearsedPipes } from './rehearse-pipes.ts';
import type { WrapRehearsal } from './wrap.ts';

/** undefined: nothing is injected. Throws when the plan of the command line cannot be read. */
export function wrapRehearsal(wanted: WantedRehearsal, own?: OwnDialect): WrapRehearsal | undefined {
  const loaded = loadRehearsal(wanted, own);
  if (loaded.ok) return { begin: (ends) => new RehearsedPipes(ends, loaded.rehearsal).begin() };
  if (wanted.by === 'option') throw new Error(loaded.problem);
  if (wanted.by === 'variable') process.stderr.write(`misfire: ${loaded.problem} Nothing is injected.\n`);
  return undefined;
}
