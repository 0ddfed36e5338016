import { describe, expect, it } from 'vitest';
import { compileFilter } from '../../../shared/filter/match.ts';
import { parseFilter } from '../../../shared/filter/parse-filter.ts';
import { noFailureFacts } from '../../../shared/filter/row-facts.ts';
import { makeRow } from '../../testing/row-fixtures.ts';
import { spanIn, withSpan } from './span-terms.ts';
import { activityPath, tickPaths } from './strip-shapes.ts';

describe('a time range in a filter', () => {
  const from = new Date(2026, 0, 31, 14, 5, 0, 250).getTime();
  const span = { from, to: from + 4000 };

  it('is written, parsed, replaced and removed; the rest stays', () => {
    const text = withSpan('is:failed tool:get*', span);
    expect(text).toBe('is:failed tool:get* since:2026-01-31T14:05:00.250 before:2026-01-31T14:05:04.251');
    expect(spanIn(text)).toEqual({ from, to: from + 4001 });
    const moved = withSpan(text, { from: from + 1000, to: from + 2000 });
    expect(spanIn(moved)).toEqual({ from: from + 1000, to: from + 2001 });
    expect(withSpan(moved, null)).toBe('is:failed tool:get*');
    expect(spanIn('since:10m before:5m')).toBeNull();
    expect(withSpan('since:10m', null)).toBe('since:10m');
  });

  it('matches the rows at both edges and no others', () => {
    const parsed = parseFilter(withSpan('', span));
    if (!parsed.ok) throw new Error(parsed.problem);
    const passes = compileFilter(parsed.filter, 0);
    const at = (moment: number) =>
      passes({ ...noFailureFacts, row: makeRow({ at: moment }), serverName: '', http: null });
    expect([from - 1, from, from + 4000, from + 4002].map(at)).toEqual([false, true, true, false]);
  });
});

describe('the drawing', () => {
  const box = { width: 100, height: 30 };

  it('keeps one message visible next to a storm', () => {
    const [one, storm] = activityPath([1, 0, 50_000], box).split('z');
    expect(one).toMatch(/^M0 30v-1\.5h33/);
    expect(storm).toContain('v-18.6');
    expect(activityPath([0, 0], box)).toBe('');
  });

  it('gives each severity its own height and head', () => {
    const { paths } = tickPaths({ failures: [1, 1, 1, 1, 1, 0], worst: [0, 1, 2, 3, 4, -1] }, box);
    const shapes = Object.values(paths).map((path) => path.replace(/M[\d.]+ /g, 'M '));
    expect(new Set(shapes).size).toBe(5);
    expect(shapes.every((path) => path !== '')).toBe(true);
  });

  it('merges ticks that would overlap, with the worst severity', () => {
    const wide = { width: 300, height: 30 };
    const parts = 100;
    const failures = Array.from({ length: parts }, (_, at) => (at < 3 ? 1 : 0));
    const { paths, isCrowded } = tickPaths({ failures, worst: failures.map((one) => (one ? 3 : -1)) }, wide);
    expect(isCrowded).toBe(false);
    expect(paths.note.match(/M/g)).toHaveLength(1);
  });

  it('draws proportional bars if failures are everywhere, so that a peak stays visible', () => {
    const wide = { width: 300, height: 30 };
    const failures = Array.from({ length: 100 }, (_, at) => (at === 50 ? 900 : 10));
    const { paths, isCrowded } = tickPaths({ failures, worst: failures.map(() => 1) }, wide);
    expect(isCrowded).toBe(true);
    const heights = [...paths.error.matchAll(/v-([\d.]+)h3/g)].map(([, tall]) => Number(tall));
    expect(heights.filter((tall) => tall > 20)).toHaveLength(1);
    expect(Math.min(...heights)).toBe(3);
  });
});
