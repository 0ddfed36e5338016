// What became of a call that was run again, and how that is counted and named, by the command and by its reports alike.

import type { FailureIdentity } from '../../../../shared/diff/verdict.ts';
import { type ReplayVerdict, verdictNames } from '../../../../shared/retry/replay-verdict.ts';
import type { ReproCall } from '../repro-set.ts';

export interface ReplayedCall {
  call: ReproCall;
  /** `passes`: it did before, too. `as_expected`: it fails as the set says it must. `not_sent`: nothing was tried, `because` says why. `unreachable`: its server was. */
  verdict: ReplayVerdict | 'passes' | 'as_expected' | 'not_sent' | 'unreachable';
  because: string;
  /** What came back: the sentence of the failure, else the start of the result. */
  headline: string;
  latencyMs: number | null;
  /** In the log of this command; omitted: it was not sent. */
  row?: number;
  /** How it failed; null: it succeeded. Omitted: it was not sent. */
  after?: FailureIdentity | null;
}

/** A call that was written down as passing is good when it still passes, and a rejection when it is the expected one. */
export const isGood = ({ verdict }: Pick<ReplayedCall, 'verdict'>): boolean =>
  verdict === 'fixed' || verdict === 'passes' || verdict === 'as_expected';

export const replayVerdictWords: Record<ReplayedCall['verdict'], string> = {
  ...verdictNames,
  passes: 'Still passes',
  as_expected: 'Fails as expected',
  not_sent: 'Not sent',
  unreachable: 'Unreachable',
};

/** One sentence that counts every call once: "2 of 5 fixed, 1 still passes, 2 not sent." */
export function replaySummary(replayed: readonly ReplayedCall[]): string {
  const count = (verdict: ReplayedCall['verdict']) => replayed.filter((result) => result.verdict === verdict).length;
  const failing = replayed.length - count('passes') - count('as_expected');
  const parts = [
    ...(failing > 0 ? [`${count('fixed')} of ${failing} fixed`] : []),
    ...(count('passes') > 0 ? [`${count('passes')} still ${count('passes') === 1 ? 'passes' : 'pass'}`] : []),
    ...(count('as_expected') > 0
      ? [`${count('as_expected')} ${count('as_expected') === 1 ? 'fails' : 'fail'} as expected`]
      : []),
    ...(count('not_sent') > 0 ? [`${count('not_sent')} not sent`] : []),
    ...(count('unreachable') > 0 ? [`${count('unreachable')} unreachable`] : []),
  ];
  return `${parts.join(', ')}.`;
}
