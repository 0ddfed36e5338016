// Asks features in order what the file in the data folder says, until one of them answers.

import type { Parties } from '../../../rehearse/running/rehearse-lines.ts';

export type Load<Part> = (file: string, parties: Parties) => Promise<Part | null>;

/** null: it says what none of them does. */
export async function firstPart<Part>(
  loads: readonly Load<Part>[],
  file: string,
  parties: Parties,
): Promise<Part | null> {
  for (const load of loads) {
    const part = await load(file, parties);
    if (part) return part;
  }
  return null;
}
