import { describe, expect, it } from 'vitest';
import { makeRow } from '../testing/row-fixtures.ts';
import {
  barOf,
  chainParts,
  drawnSpan,
  idleTime,
  isOutside,
  placeOf,
  scaleEnd,
  type TimeScale,
  timeScale,
  wholeAxis,
  zoomBy,
} from './waterfall-scale.ts';

const whole = { cuts: [], view: { from: 0, to: 1 } };

describe('timeScale', () => {
  it('spans the visible rows, rounded up', () => {
    const rows = [makeRow({ at: 1_000, endAt: 1_040 }), makeRow({ at: 12_000, endAt: 12_400 })];
    expect(timeScale(rows, 0)).toEqual({ from: 1_000, span: 12_000, ...whole });
    expect(timeScale([], 0)).toBeNull();
  });

  it('extends pending rows to now', () => {
    const rows = [makeRow({ at: 1_000, endAt: null, latencyMs: null, pending: true })];
    expect(timeScale(rows, 4_500)).toEqual({ from: 1_000, span: 4_000, ...whole });
    expect(scaleEnd(rows[0]!, 500)).toBe(1_000);
  });

  it('uses days if necessary', () => {
    const day = 86_400_000;
    expect(timeScale([makeRow({ at: 0, endAt: 2.5 * day })], 0)?.span).toBe(3 * day);
  });
});

describe('barOf', () => {
  it('stays on the axis', () => {
    const scale = { from: 0, span: 1_000, ...whole };
    expect(barOf(scale, 250, 500)).toEqual({ left: 25, width: 25 });
    expect(barOf(scale, -100, 2_000)).toEqual({ left: 0, width: 100 });
    expect(barOf(scale, 3_000, 4_000)).toEqual({ left: 100, width: 0 });
  });
});

describe('chainParts', () => {
  it('puts the waits between the attempts, in any order', () => {
    const first = makeRow({ id: 1, at: 0, endAt: 20, chain: 1, attempt: 1 });
    const second = makeRow({ id: 2, at: 1_020, endAt: 1_050, chain: 1, attempt: 2 });
    expect(chainParts([second, first], 0).map((part) => [part.kind, part.from, part.to])).toEqual([
      ['attempt', 0, 20],
      ['gap', 20, 1_020],
      ['attempt', 1_020, 1_050],
    ]);
  });
});

describe('idle stretches', () => {
  const hour = 3_600_000;
  const at = (...moments: number[]) => moments.map((moment) => makeRow({ at: moment, endAt: moment + 500 }));

  it('are shortened, so that the time before and after stays distinguishable', () => {
    const rows = at(0, 1_000, 3_000, hour, hour + 2_000, 3 * hour);
    const scale = timeScale(rows, 0) as TimeScale;
    expect(scale.span).toBe(8_000);
    expect(scale.cuts).toEqual([
      { from: 3_500, to: hour },
      { from: hour + 2_500, to: 3 * hour },
    ]);
    expect(idleTime(scale)).toBe(3 * hour - 3_500 - 2_500);
    const places = rows.map((row) => placeOf(scale, row.at));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.at(-1)).toBeLessThan(100);
    // Each is a separate bar: an hour on one scale would put them all at the same place.
    for (let index = 1; index < places.length; index++) expect(places[index]! - places[index - 1]!).toBeGreaterThan(4);
  });

  it('are not the pauses of manual work, nor waits between attempts', () => {
    expect(timeScale(at(0, 3_000, 7_000, 16_000, 24_000), 0)?.cuts).toEqual([]);
    const first = makeRow({ id: 1, at: 0, endAt: 20, chain: 1, attempt: 1 });
    const second = makeRow({ id: 2, at: 60_000, endAt: 60_020, chain: 1, attempt: 2 });
    expect(timeScale([first, second], 0)?.cuts).toEqual([]);
    expect(timeScale([first, { ...second, chain: null }], 0)?.cuts).toHaveLength(1);
  });

  it('keep their share small for any number', () => {
    const rows = at(...Array.from({ length: 30 }, (_, index) => index * hour));
    const scale = timeScale(rows, 0) as TimeScale;
    expect(scale.cuts).toHaveLength(29);
    expect(placeOf(scale, rows.at(-1)!.at + 500)).toBeLessThanOrEqual(100.001);
  });
});

describe('zoom', () => {
  const rows = [makeRow({ at: 0, endAt: 10 }), makeRow({ at: 9_990, endAt: 10_000 })];

  it('shows a part, and marks what is outside', () => {
    const closer = timeScale(rows, 0, { factor: 4, centre: 0 }) as TimeScale;
    expect(drawnSpan(closer)).toBe(2_500);
    expect(placeOf(closer, 1_250)).toBe(50);
    expect(isOutside(closer, 9_990, 10_000)).toBe(true);
    expect(isOutside(closer, 0, 10)).toBe(false);
  });

  it('keeps the time under the pointer in place', () => {
    let zoom = wholeAxis;
    const under = (scale: TimeScale) =>
      scale.from + (scale.view.from + (scale.view.to - scale.view.from) * 0.3) * scale.span;
    const before = under(timeScale(rows, 0, zoom) as TimeScale);
    for (let step = 0; step < 5; step++) zoom = zoomBy(zoom, 1.5, 0.3);
    expect(under(timeScale(rows, 0, zoom) as TimeScale)).toBeCloseTo(before, 3);
    for (let step = 0; step < 9; step++) zoom = zoomBy(zoom, 1 / 1.5, 0.3);
    expect(zoom).toEqual(wholeAxis);
    expect(zoomBy(wholeAxis, 1e9, 0.5).factor).toBe(200);
  });
});
