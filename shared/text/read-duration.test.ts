import { expect, it } from 'vitest';
import { readDuration } from './read-duration.ts';

it.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['1.5m', 90_000],
  ['5 min', 300_000],
  ['2h', 7_200_000],
  ['250', 250],
])('reads %s', (text, ms) => expect(readDuration(text, 1)).toBe(ms));

it('reads a plain number in the unit of the option', () => expect(readDuration('2', 1_000)).toBe(2_000));

it.each(['', 'soon', '-5s', '5 weeks', '1e3', '10s30'])('does not read %j', (text) =>
  expect(readDuration(text, 1)).toBeNull(),
);
