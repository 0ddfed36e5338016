// Loads what a wrap needs to come between its client and its server, once it is known that it should. Reports a plan that cannot be read.

import type { WantedRehearsal } from '../../../rehearse/running/find-rehearsal.ts';
import { loadRehearsal, type OwnDialect } from '../../../rehearse/running/rehearsal.ts';
import { rehearsedLines } from '../../../rehearse/running/rehearse-lines.ts';
import { firstPart } from '../later/first-part.ts';
import { laterLines } from '../later/later-lines.ts';
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

/** What the file in the data folder says: a rehearsal, or what another feature does. */
export async function wrapJoined(
  file: string,
  server: string,
  client: string | null,
  own?: OwnDialect,
): Promise<WrapRehearsal | undefined> {
  const part = await firstPart(laterLines, file, { server, client });
  if (!part) return wrapRehearsal({ source: file, by: 'file', server }, own);
  return { begin: (ends) => new RehearsedPipes(ends, part).begin() };
}
