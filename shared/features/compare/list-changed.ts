// Lists the calls whose outcome changed between two recordings, for a window.

import { type ComparedCall, countVerdicts, outcomeSentence, type RecordedOutcome } from './compare-recordings.ts';
import {
  type ChangedCall,
  type ChangedOutcome,
  type ComparedRecordings,
  changedVerdicts,
} from './compared-recordings.ts';

const mostChanged = 100;
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
