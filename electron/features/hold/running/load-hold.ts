// Reads whether the file in the data folder says that messages are held, and connects to the app that holds them.

import { readActiveHold } from '../../../../shared/features/hold/channel.ts';
import { longestPlanFile } from '../../../../shared/features/rehearse/plan-files.ts';
import { readForeignText } from '../../../foreign-files/foreign-file.ts';
import type { Parties, RehearsedLineReader } from '../../rehearse/running/rehearse-lines.ts';
import { HeldLines } from './held-lines.ts';
import { HoldLink } from './hold-link.ts';

export interface LoadedHold extends RehearsedLineReader {
  readonly link: HoldLink;
}

/** null: the file says something else, or its app is gone. */
export async function loadHold(file: string, parties: Parties): Promise<LoadedHold | null> {
  const active = readActiveHold(textOf(file));
  const link = active === null ? null : await HoldLink.open(active, parties);
  if (!link) return null;
  return {
    link,
    get isOn() {
      return link.isOn;
    },
    lines: (ends) => new HeldLines(link, ends),
  };
}

function textOf(file: string): string {
  try {
    return readForeignText(file, { maxBytes: longestPlanFile });
  } catch {
    return '';
  }
}
