// What became of a call that was run again, and how that is counted and named, by the command and by its reports alike.

import { type ReplayVerdict, verdictNames } from '../../../../shared/retry/replay-verdict.ts';
import type { ReproCall } from '../repro-set.ts';

export interface ReplayedCall {
  call: ReproCall;
  /** `passes`: it did before, too. `not_sent`: nothing was tried, `because` says why. `unreachable`: its server was. */
  verdict: ReplayVerdict | 'passes' | 'not_sent' | 'unreachable';
  because: string;
  /** What came back: the sentence of the failure, else the start of the result. */
  headline: string;
  latencyMs: number | null;
}

/** A call that was written down as passing is good when it still passes. */
export const isGood = ({ verdict }: ReplayedCall): boolean => verdict === 'fixed' || verdict === 'passes';

export const verdictWords: Record<ReplayedCall['verdict'], string> = {
  ...verdictNames,
  passes: 'Still passes',
  not_sent: 'Not sent',
  unreachable: 'Unreachable',
};

/** One sentence that counts every call once: "2 of 5 fixed, 1 still passes, 2 not sent." */
export function summaryOf(replayed: readonly ReplayedCall[]): string {
  const count = (verdict: ReplayedCall['verdict']) => replayed.filter((result) => result.verdict === verdict).length;
  const failing = replayed.length - count('passes');
  const parts = [
    ...(failing > 0 ? [`${count('fixed')} of ${failing} fixed`] : []),
    ...(count('passes') > 0 ? [`${count('passes')} still ${count('passes') === 1 ? 'passes' : 'pass'}`] : []),
    ...(count('not_sent') > 0 ? [`${count('not_sent')} not sent`] : []),
    ...(count('unreachable') > 0 ? [`${count('unreachable')} unreachable`] : []),
  ];
  return `${parts.join(', ')}.`;
}
