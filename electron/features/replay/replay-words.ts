// The result of a replay in one sentence.

import type { ReplayVerdict } from '../../../shared/retry/replay-verdict.ts';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

export interface DoneFacts {
  verdict: ReplayVerdict | null;
  fixed: number;
  attempts: number;
  /** The replayed call had succeeded. */
  passedBefore: boolean;
  /** Why there was no further attempt; a sentence if it is worth showing. */
  stop: string;
}

export function doneWords({ verdict, fixed, attempts, passedBefore, stop }: DoneFacts): string {
  if (passedBefore) return verdict === 'same' ? 'It passes, as before.' : 'It passed before and fails now.';
  const why = /^[A-Z]/.test(stop) ? ` ${stop}` : '';
  const times = attempts > 1 ? `, ${attempts} times` : '';
  switch (verdict) {
    case 'fixed':
      if (attempts === 1) return 'Fixed: the call passes now.';
      return fixed === attempts
        ? `Fixed: it passed all ${attempts} times.`
        : `Fixed on the ${ordinals[attempts - 1] ?? `${attempts}th`} try.`;
    case 'flaky':
      return `Flaky: ${fixed} of ${attempts} passed.`;
    case 'same':
      return `Same failure${times}.${why}`;
    case 'different':
      return `A different failure${attempts > 1 ? ` in ${attempts} attempts` : ''}.${why}`;
    case 'worse':
      return `Worse than before.${why}`;
    case null:
      return `Nothing can be said about it.${why}`;
    default:
      return verdict satisfies never;
  }
}
