import { expect, test } from 'vitest';
import { duration } from './duration.ts';

test.each([
  [0, '0 ms'],
  [0.4, '< 1 ms'],
  [8, '8 ms'],
  [999, '999 ms'],
  [999.7, '1 s'],
  [1_240, '1.2 s'],
  [9_990, '10 s'],
  [12_500, '12.5 s'],
  [24_000, '24 s'],
  [59_990, '1 min'],
  [90_000, '1 min 30 s'],
  [125_000, '2 min 5 s'],
  [3_600_000, '1 h'],
  [11_400_000, '3 h 10 min'],
  [172_800_000, '2 days'],
  [-1_500, '-1.5 s'],
  [Number.POSITIVE_INFINITY, 'a very long time'],
])('%d ms is %s', (ms, words) => {
  expect(duration(ms)).toBe(words);
});

test('shows one more digit for comparisons', () => {
  expect(duration(30_020, 2)).toBe('30.02 s');
  expect(duration(59_999, 2)).toBe('1 min');
});
