// Loads what a wrap needs to rehearse or to hold messages, once it is known that it should. Reports a plan that cannot be read.

import { loadHold } from '../../../hold/running/load-hold.ts';
import type { WantedRehearsal } from '../../../rehearse/running/find-rehearsal.ts';
import { loadRehearsal, type OwnDialect } from '../../../rehearse/running/rehearsal.ts';
import { rehearsedLines } from '../../../rehearse/running/rehearse-lines.ts';
import { RehearsedPipes } from './rehearse-pipes.ts';
import type { WrapRehearsal } from './wrap.ts';

/** undefined: nothing is injected. Throws when the plan of the command line cannot be read. */
export function wrapRehearsal(wanted: WantedRehearsal, own?: OwnDialect): WrapRehearsal | undefined {
  const loaded = loadRehearsal(wanted, own);
  if (loaded.ok) {
    const { rehearsal } = loaded;
    return {
      begin(ends) {
        ends.spool.life('rehearsing', { message: rehearsal.plan.name, plan: rehearsal.plan });
        new RehearsedPipes(ends, rehearsedLines(rehearsal)).begin();
      },
    };
  }
  if (wanted.by === 'option') throw new Error(loaded.problem);
  if (wanted.by === 'variable') process.stderr.write(`misfire: ${loaded.problem} Nothing is injected.\n`);
  return undefined;
}

/** What the file in the data folder says: a rehearsal, or that messages are held. */
export async function wrapJoined(
  file: string,
  server: string,
  client: string | null,
  own?: OwnDialect,
): Promise<WrapRehearsal | undefined> {
  const hold = await loadHold(file, { server, client });
  if (!hold) return wrapRehearsal({ source: file, by: 'file', server }, own);
  return { begin: (ends) => new RehearsedPipes(ends, hold).begin() };
}
