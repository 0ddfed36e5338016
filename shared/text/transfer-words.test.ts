import { expect, it } from 'vitest';
import { transferWords } from './transfer-words.ts';

it('shows progress, rate and remaining time', () => {
  expect(transferWords(84_000_000, 200_000_000, 5_250)).toBe('84 of 200 MB, 16 MB/s, about 8 s left');
  expect(transferWords(2_500_000, 1_100_000_000, 1_000)).toBe('2.5 of 1,100 MB, 2.5 MB/s, about 7 min 19 s left');
});

it('omits the rate in the first second, and the remaining time if the size is unknown', () => {
  expect(transferWords(1_000_000, 3_000_000, 100)).toBe('1.0 of 3.0 MB');
  expect(transferWords(30_000_000, null, 2_000)).toBe('30 MB, 15 MB/s');
  expect(transferWords(3_000_000, 3_000_000, 2_000)).toBe('3.0 of 3.0 MB, 1.5 MB/s');
});
