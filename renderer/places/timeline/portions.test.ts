import { describe, expect, it } from 'vitest';
import { makeRow } from '../../text/fixtures.ts';
import { type Line, Portions } from './portions.ts';

const lines = (from: number, count: number): Line[] =>
  Array.from({ length: count }, (_, place) => ({
    index: from + place,
    row: makeRow({ id: from + place }),
    scale: null,
  }));
const indices = ({ lines: shown }: { lines: Line[] }) => shown.map(({ index }) => index);
const keys = [0, 1, 2, 3, 4];

describe('a screen of rows in portions', () => {
  it('shows elements that are new at once', () => {
    const found = new Portions().next(lines(0, 5), keys, 2);
    expect(indices(found)).toEqual([0, 1, 2, 3, 4]);
    expect(found.done).toBe(true);
  });

  it('changes a few a frame, the newest first, until all are there', () => {
    const portions = new Portions();
    portions.next(lines(0, 5), keys, 2);
    const wanted = lines(10, 5);
    expect(portions.next(wanted, keys, 2)).toMatchObject({ done: false });
    const second = portions.next(wanted, keys, 2);
    expect(indices(second)).toEqual([0, 11, 12, 13, 14]);
    const last = portions.next(wanted, keys, 2);
    expect(indices(last)).toEqual([10, 11, 12, 13, 14]);
    expect(last.done).toBe(true);
  });

  it('goes on to what is wanted by now', () => {
    const portions = new Portions();
    portions.next(lines(0, 5), keys, 2);
    portions.next(lines(10, 5), keys, 2);
    expect(indices(portions.next(lines(20, 5), keys, 3))).toEqual([0, 1, 22, 23, 24]);
  });

  it('changes everything at once where nothing is held back, and keeps lines that stay the same', () => {
    const portions = new Portions();
    const first = lines(0, 5);
    portions.next(first, keys, 2);
    const again = first.map((line) => ({ ...line }));
    expect(portions.next(again, keys, 0).lines.every((line, place) => line === first[place])).toBe(true);
    expect(indices(portions.next(lines(10, 5), keys, Number.POSITIVE_INFINITY))).toEqual([10, 11, 12, 13, 14]);
  });
});
