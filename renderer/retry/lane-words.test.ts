import { expect, it } from 'vitest';
import { plannedWords } from './lane-words.ts';

it('says the time of a planned attempt, with its unit once', () => {
  expect(plannedWords(3_000, 3_600)).toBe('+3 to 3.6 s');
  expect(plannedWords(0, 0)).toBe('at once');
});
