import { expect, it } from 'vitest';
import { replayVerdicts, verdictNames } from '../../../shared/retry/replay-verdict.ts';
import { doneWords } from './replay-words.ts';

it('never repeats the verdict next to it', () => {
  for (const verdict of replayVerdicts)
    for (const [attempts, passedBefore] of [
      [1, false],
      [3, false],
      [1, true],
    ] as const)
      for (const fixed of [1, attempts]) {
        const words = doneWords({ verdict, fixed, attempts, passedBefore, stop: 'The policy allows no more.' });
        expect(words.toLowerCase()).not.toContain(verdictNames[verdict].toLowerCase());
      }
  expect(doneWords({ verdict: 'fixed', fixed: 1, attempts: 1, passedBefore: false, stop: '' })).toBe(
    'The call passes now.',
  );
});
