import { describe, expect, it } from 'vitest';
import { makeRow } from '../testing/row-fixtures.ts';
import { type Held, type Line, type ShownPortion, takePortion } from './portions.ts';

const lines = (from: number, count: number): Line[] =>
  Array.from({ length: count }, (_, place) => ({
    index: from + place,
    row: makeRow({ id: from + place }),
    scale: null,
  }));
const indices = ({ lines: shown }: ShownPortion) => shown.map(({ index }) => index);
const keys = [0, 1, 2, 3, 4];
const nothing: Held = new Map();

describe('a screen of rows in portions', () => {
  it('shows new elements at once', () => {
    const found = takePortion(nothing, lines(0, 5), keys, 2);
    expect(indices(found)).toEqual([0, 1, 2, 3, 4]);
    expect(found.done).toBe(true);
  });

  it('changes a few per frame, the newest first, until all are done', () => {
    const before = takePortion(nothing, lines(0, 5), keys, 2);
    const wanted = lines(10, 5);
    const first = takePortion(before.held, wanted, keys, 2);
    expect(first.done).toBe(false);
    const second = takePortion(first.held, wanted, keys, 2);
    expect(indices(second)).toEqual([0, 11, 12, 13, 14]);
    const last = takePortion(second.held, wanted, keys, 2);
    expect(indices(last)).toEqual([10, 11, 12, 13, 14]);
    expect(last.done).toBe(true);
  });

  it('continues with the newest target', () => {
    const before = takePortion(nothing, lines(0, 5), keys, 2);
    const first = takePortion(before.held, lines(10, 5), keys, 2);
    expect(indices(takePortion(first.held, lines(20, 5), keys, 3))).toEqual([0, 1, 22, 23, 24]);
  });

  it('changes everything at once if nothing is held back, and keeps unchanged lines', () => {
    const first = lines(0, 5);
    const { held } = takePortion(nothing, first, keys, 2);
    const again = takePortion(
      held,
      first.map((line) => ({ ...line })),
      keys,
      0,
    );
    expect(again.lines.every((line, place) => line === first[place])).toBe(true);
    expect(indices(takePortion(again.held, lines(10, 5), keys, Number.POSITIVE_INFINITY))).toEqual([
      10, 11, 12, 13, 14,
    ]);
  });

  it('draws the same if a frame is drawn twice', () => {
    const { held } = takePortion(nothing, lines(0, 5), keys, 2);
    const wanted = lines(10, 5);
    expect(takePortion(held, wanted, keys, 2)).toEqual(takePortion(held, wanted, keys, 2));
  });
});
