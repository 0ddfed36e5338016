import { expect, it } from 'vitest';
import { addDay, dayOf, lastDays } from './days.ts';

const noon = (day: number, month = 10): number => new Date(2026, month, day, 12).getTime();

it('counts by calendar day, also across a clock change', () => {
  const days = {};
  for (const at of [
    noon(1),
    noon(1),
    noon(3),
    new Date(2026, 10, 3, 23, 59).getTime(),
    new Date(2026, 10, 4, 0, 1).getTime(),
  ])
    addDay(days, at, 1);
  expect(lastDays(days, noon(4), 5)).toEqual([0, 2, 0, 2, 1]);
  addDay(days, noon(1), -1);
  expect(lastDays(days, noon(4), 4)).toEqual([1, 0, 2, 1]);
  expect(dayOf(new Date(2026, 2, 30, 12).getTime()) - dayOf(new Date(2026, 2, 27, 12).getTime())).toBe(3);
});

it('drops the oldest days', () => {
  const days = {};
  for (let day = 1; day <= 60; day += 1) addDay(days, noon(day, 0), 1);
  expect(Object.keys(days)).toHaveLength(40);
  expect(lastDays(days, noon(60, 0), 14)).toEqual(Array(14).fill(1));
});
