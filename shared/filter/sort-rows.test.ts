import { expect, it } from 'vitest';
import { makeRow } from '../../renderer/testing/row-fixtures.ts';
import { compareRows, isPlainOrder } from './sort-rows.ts';

const rows = [
  makeRow({ id: 1, ord: 0, target: 'b', latencyMs: 30, server: 's2' }),
  makeRow({ id: 2, ord: 1, target: 'a', latencyMs: null, server: 's1' }),
  makeRow({ id: 3, ord: 2, target: 'b', latencyMs: 10, server: 's1' }),
];
const sorted = (by: Parameters<typeof compareRows>[0]['by'], isDown: boolean) =>
  rows.toSorted(compareRows({ by, isDown }, (id) => (id === 's1' ? 'Zebra' : 'ant'))).map(({ id }) => id);

it('sorts both ways, and lists rows without a value last', () => {
  expect(sorted('latency', false)).toEqual([3, 1, 2]);
  expect(sorted('latency', true)).toEqual([1, 3, 2]);
});

it('keeps the order of time among equal rows', () => {
  expect(sorted('call', false)).toEqual([2, 1, 3]);
  expect(sorted('call', true)).toEqual([1, 3, 2]);
});

it('sorts servers by the names that are shown', () => {
  expect(sorted('mark', false)).toEqual([1, 2, 3]);
});

it('sorts by what the model got: differences first, calls without a model last', () => {
  const seen = [
    makeRow({ id: 1, ord: 0, remarks: ['joined', 'arrived'] }),
    makeRow({ id: 2, ord: 1, remarks: [] }),
    makeRow({ id: 3, ord: 2, remarks: ['joined', 'differs'] }),
    makeRow({ id: 4, ord: 3, remarks: ['transcript', 'never_sent'] }),
  ];
  const order = compareRows({ by: 'seen', isDown: false }, (id) => id);
  expect(seen.toSorted(order).map(({ id }) => id)).toEqual([4, 3, 1, 2]);
});

it('knows the order that needs no sorting', () => {
  expect(isPlainOrder(undefined)).toBe(true);
  expect(isPlainOrder({ by: 'time', isDown: true })).toBe(false);
});
