// Rows with given words are requested in portions that start small, so that a first page waits only briefly.

import { expect, it } from 'vitest';
import { WordHits } from './word-hits.ts';

it('requests few rows at first, and more each time', async () => {
  const asked: number[][] = [];
  const hits = new WordHits(async (...question) => {
    asked.push(question);
    const [from, below, most] = question;
    const low = Math.max(from, below - most);
    return { ords: Uint32Array.from({ length: below - low }, (_, i) => below - 1 - i), from: low };
  }, 100_000);
  while (hits.from > 0) await hits.more(0);
  expect(asked.map(([, , most]) => most)).toEqual([250, 8000, 25_000, 25_000, 25_000, 25_000]);
  expect(asked.slice(0, 3).map(([, below]) => below)).toEqual([100_000, 99_750, 91_750]);
  expect([...hits.within(3, 6)]).toEqual([5, 4, 3]);
});
