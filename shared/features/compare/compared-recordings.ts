// Two compared recordings as a window lists them: the calls whose outcome changed, the worst first, each with the rows to open. list-changed.ts
// makes them, with the decoder, which no window has.

import type { ComparedCall, VerdictCounts } from './compare-recordings.ts';

export type ChangedVerdict = Exclude<ComparedCall['verdict'], 'same'>;

export interface ChangedOutcome {
  /** The id of its row. */
  row: number;
  words: string;
  hasFailed: boolean;
}

export interface ChangedCall extends Pick<ComparedCall, 'because' | 'server' | 'method' | 'target' | 'args'> {
  verdict: ChangedVerdict;
  before: ChangedOutcome | null;
  after: ChangedOutcome | null;
}

export interface ComparedRecordings {
  counts: VerdictCounts;
  /** The first ones of each verdict. */
  changed: ChangedCall[];
}

/** In the order of a list: what needs attention first. */
export const changedVerdicts = [
  'worse',
  'different',
  'only after',
  'only before',
  'fixed',
] as const satisfies readonly ChangedVerdict[];
