import { describe, expect, it } from 'vitest';
import type { BulkItem, ReplayView } from '../../../shared/retry/replay.ts';
import { agreedNames, bulkSummary, firstChoice, readyRows, verdictCounts } from './bulk-replay.ts';

const item = (row: number, need: BulkItem['guard']['need'], name: string): BulkItem => ({
  row,
  server: 's',
  method: 'tools/call',
  target: name,
  headline: '',
  guard: { need, name, because: '' },
  alike: 0,
});
const items = [item(1, 'free', 'read'), item(2, 'ask', 'add'), item(3, 'type_name', 'drop')];

describe('before a bulk', () => {
  it('selects only safe calls', () => {
    expect([...firstChoice(items)]).toEqual([1]);
  });

  it('sends nothing destructive without its name', () => {
    const all = new Set([1, 2, 3]);
    expect(readyRows(items, all, {})).toEqual([1, 2]);
    expect(readyRows(items, all, { drop: 'dro' })).toEqual([1, 2]);
    const rows = readyRows(items, all, { drop: 'drop' });
    expect(rows).toEqual([1, 2, 3]);
    expect(agreedNames(items, rows)).toEqual(['add', 'drop']);
  });
});

describe('bulkSummary', () => {
  const view = (verdict: ReplayView['verdict'], state: ReplayView['state'] = 'done', passedBefore = false) =>
    ({ verdict, state, passedBefore }) as ReplayView;
  it('distinguishes unchanged successes from failures', () => {
    const summary = bulkSummary([view('same', 'done', true), view('same')]);
    expect(summary).toMatchObject({ title: '2 calls replayed', words: '1 of 2 pass' });
    expect(verdictCounts(summary)).toBe('1 passing as before, 1 same failure');
  });

  it('counts finished and fixed ones', () => {
    const running = bulkSummary([view('fixed'), view('same'), view(null, 'waiting')]);
    expect(running).toMatchObject({ total: 3, done: 2, fixed: 1, live: true, words: '2 of 3 sent' });
    const over = bulkSummary([view('fixed'), view('fixed'), view('same')]);
    expect(over.words).toBe('2 of 3 fixed');
    expect(verdictCounts(over)).toBe('2 fixed, 1 same failure');
  });
});
