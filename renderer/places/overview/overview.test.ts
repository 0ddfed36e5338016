import { describe, expect, it } from 'vitest';
import { noFailureFacts } from '../../../shared/filter/facts.ts';
import { compileFilter } from '../../../shared/filter/match.ts';
import { parseFilter } from '../../../shared/filter/parse.ts';
import { makeRow } from '../../text/fixtures.ts';
import { spanIn, withSpan } from './span-terms.ts';
import { activityPath, tickPaths } from './strip-shapes.ts';

describe('a stretch of time in a filter', () => {
  const from = new Date(2026, 0, 31, 14, 5, 0, 250).getTime();
  const span = { from, to: from + 4000 };

  it('is written, read again, replaced and taken away; the rest stays', () => {
    const text = withSpan('is:failed tool:get*', span);
    expect(text).toBe('is:failed tool:get* since:2026-01-31T14:05:00.250 before:2026-01-31T14:05:04.251');
    expect(spanIn(text)).toEqual({ from, to: from + 4001 });
    const moved = withSpan(text, { from: from + 1000, to: from + 2000 });
    expect(spanIn(moved)).toEqual({ from: from + 1000, to: from + 2001 });
    expect(withSpan(moved, null)).toBe('is:failed tool:get*');
    expect(spanIn('since:10m before:5m')).toBeNull();
    expect(withSpan('since:10m', null)).toBe('since:10m');
  });

  it('passes the rows at both edges and no others', () => {
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

  it('shows one message beside a storm', () => {
    const [one, storm] = activityPath([1, 0, 50_000], box).split('z');
    expect(one).toMatch(/^M0 30v-1\.5h33/);
    expect(storm).toContain('v-18.6');
    expect(activityPath([0, 0], box)).toBe('');
  });

  it('gives each severity a height and a head of its own', () => {
    const paths = tickPaths({ failures: [1, 1, 1, 1, 1, 0], worst: [0, 1, 2, 3, 4, -1] }, box);
    const shapes = Object.values(paths).map((path) => path.replace(/M[\d.]+ /g, 'M '));
    expect(new Set(shapes).size).toBe(5);
    expect(shapes.every((path) => path !== '')).toBe(true);
  });
});
