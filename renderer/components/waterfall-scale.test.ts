import { describe, expect, it } from 'vitest';
import { makeRow } from '../text/fixtures.ts';
import { barOf, chainParts, endOf, timeScale } from './waterfall-scale.ts';

describe('timeScale', () => {
  it('spans the rows in sight, rounded up', () => {
    const rows = [makeRow({ at: 1_000, endAt: 1_040 }), makeRow({ at: 12_000, endAt: 12_400 })];
    expect(timeScale(rows, 0)).toEqual({ from: 1_000, span: 12_000 });
    expect(timeScale([], 0)).toBeNull();
  });

  it('lets what is pending reach to now', () => {
    const rows = [makeRow({ at: 1_000, endAt: null, latencyMs: null, pending: true })];
    expect(timeScale(rows, 4_500)).toEqual({ from: 1_000, span: 4_000 });
    expect(endOf(rows[0]!, 500)).toBe(1_000);
  });

  it('takes days when it must', () => {
    const day = 86_400_000;
    expect(timeScale([makeRow({ at: 0, endAt: 0 }), makeRow({ at: 2.5 * day, endAt: 2.5 * day })], 0)?.span).toBe(
      3 * day,
    );
  });
});

describe('barOf', () => {
  it('stays on the axis', () => {
    const scale = { from: 0, span: 1_000 };
    expect(barOf(scale, 250, 500)).toEqual({ left: 25, width: 25 });
    expect(barOf(scale, -100, 2_000)).toEqual({ left: 0, width: 100 });
    expect(barOf(scale, 3_000, 4_000)).toEqual({ left: 100, width: 0 });
  });
});

describe('chainParts', () => {
  it('puts the waits between the attempts, whatever order they come in', () => {
    const first = makeRow({ id: 1, at: 0, endAt: 20, chain: 1, attempt: 1 });
    const second = makeRow({ id: 2, at: 1_020, endAt: 1_050, chain: 1, attempt: 2 });
    expect(chainParts([second, first], 0).map((part) => [part.kind, part.from, part.to])).toEqual([
      ['attempt', 0, 20],
      ['gap', 20, 1_020],
      ['attempt', 1_020, 1_050],
    ]);
  });
});
