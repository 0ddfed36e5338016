import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const minute = 60_000;
it.each([
  [0, 'just now'],
  [5_000, '5s ago'],
  [90_000, '1m ago'],
  [3 * 60 * minute, '3h ago'],
  [2 * 1440 * minute, '2d ago'],
  [70 * 1440 * minute, '2mo ago'],
  [800 * 1440 * minute, '2y ago'],
])('%d ms before now is %s', (ms, words) =>
  expect(relativeTime(1_000_000_000_000 - ms, 1_000_000_000_000)).toBe(words),
);
