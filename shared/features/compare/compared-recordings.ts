// Two compared recordings as a window lists them: the calls whose outcome changed, the worst first, each with the rows to open.

import {
  type ComparedCall,
  countVerdicts,
  outcomeSentence,
  type RecordedOutcome,
  type VerdictCounts,
} from './compare-recordings.ts';

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

export const mostChanged = 100;
const longest = 300;

export function listChanged(all: readonly ComparedCall[]): ComparedRecordings {
  const changed = changedVerdicts.flatMap((verdict) =>
    all
      .filter((call) => call.verdict === verdict)
      .slice(0, mostChanged)
      .map(({ because, server, method, target, args, before, after }): ChangedCall => {
        const subject = { server, method, target: target?.slice(0, longest) ?? null, args: args.slice(0, longest) };
        return { verdict, because, ...subject, before: changedOutcome(before), after: changedOutcome(after) };
      }),
  );
  return { counts: countVerdicts(all), changed };
}

const changedOutcome = (outcome: RecordedOutcome | null): ChangedOutcome | null =>
  outcome && {
    row: outcome.line,
    words: outcomeSentence(outcome).slice(0, longest),
    hasFailed: outcome.failure !== null,
  };
