// Activity over time: stored in few writes and read back unchanged, including the format of earlier versions.

import { expect, it } from 'vitest';
import type { RowChange, RowPlace } from '../../../../shared/exchange/ledger.ts';
import type { Figure } from '../store/store.ts';
import { Activity } from './activity.ts';

function place(): RowPlace {
  return { ord: 0, failed: false, failedCall: false, pending: false, recovered: false, bucket: 0, joined: false };
}

/** One row every 40 ms, so that each gets its own bucket. */
function count(activity: Activity, from: number, to: number): void {
  for (let n = from; n < to; n += 1) {
    const row = { at: n * 40, endAt: null, times: 1, outcome: 'answered', actor: 'you', remarks: [] };
    activity.count(row as unknown as RowChange['row'], n, place());
  }
}

function keep(kept: Map<string, string>, figures: readonly Figure[]): void {
  for (const { name, figures: text } of figures) {
    if (text === null) kept.delete(name);
    else kept.set(name, text);
  }
}

const read = (kept: ReadonlyMap<string, string>): Activity =>
  new Activity([...kept].map(([name, figures]) => ({ name, figures })));

it('writes a few blocks even when all buckets become wider, and reads them back unchanged', () => {
  const activity = new Activity([]);
  const kept = new Map<string, string>();
  let most = 0;
  for (let n = 0; n < 10_000; n += 100) {
    count(activity, n, n + 100);
    const figures = activity.drain();
    most = Math.max(most, figures.length);
    keep(kept, figures);
  }
  expect(most).toBeLessThan(200);
  expect(kept.size).toBeLessThan(80);
  expect(read(kept).spread(50)).toEqual(activity.spread(50));
  expect(activity.drain()).toEqual([]);
});

it('reads buckets that were written one by one, and writes them as blocks from then on', () => {
  const kept = new Map([
    ['span', '[32,320,3240]'],
    ['10', '[2,0,0,1,0,0]'],
    ['101', '[3,2,0,0,0,0]'],
  ]);
  const activity = read(kept);
  expect(activity.spread(2)).toMatchObject({ messages: [2, 3], firstOrds: [0, 2] });
  keep(kept, activity.drain());
  expect([...kept.keys()].sort()).toEqual(['block 0', 'block 1', 'span']);
  expect(read(kept).spread(2)).toEqual(activity.spread(2));
});
