// What the result of a replay is besides its verdict, in a sentence.

import type { ReplayVerdict } from '../../../shared/retry/replay-verdict.ts';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

interface DoneFacts {
  verdict: ReplayVerdict | null;
  fixed: number;
  attempts: number;
  /** The replayed call had succeeded. */
  passedBefore: boolean;
  /** Why there was no further attempt; a sentence if it is worth showing. */
  stop: string;
}

/** Without the name of the verdict, which is shown next to it; '' if there is no more to say. */
export function doneWords({ verdict, fixed, attempts, passedBefore, stop }: DoneFacts): string {
  if (passedBefore) return verdict === 'same' ? '' : 'It passed before and fails now.';
  const why = /^[A-Z]/.test(stop) ? stop : '';
  const after = (words: string) => [words, why].filter(Boolean).join(' ');
  switch (verdict) {
    case 'fixed':
      if (attempts === 1) return 'The call passes now.';
      return fixed === attempts
        ? `It passed all ${attempts} times.`
        : `It passed on the ${ordinals[attempts - 1] ?? `${attempts}th`} try.`;
    case 'flaky':
      return '';
    case 'same':
    case 'different':
      return after(attempts > 1 ? `It failed ${attempts} times.` : '');
    case 'worse':
      return after('');
    case null:
      return after('Nothing can be said about it.');
    default:
      return verdict satisfies never;
  }
}
