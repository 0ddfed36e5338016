import { expect, it } from 'vitest';
import type { Row } from '../../shared/timeline.ts';
import { silentPlatform } from '../testing/platform-fixtures.ts';
import { makeFailure, makeRow } from '../testing/row-fixtures.ts';
import { createModel } from './create-model.ts';
import { foldOf, incidentRows, noteFold, setUnfolded, toggleFold, unfoldTo } from './folds.ts';
import { RowHeights } from './row-heights.ts';

const life = makeRow({ id: 1, kind: 'life', method: null, target: null, outcome: null });
const head = makeRow({ id: 2, method: 'initialize', target: null });
const ready = makeRow({
  id: 3,
  kind: 'notification',
  method: 'notifications/initialized',
  target: null,
  outcome: null,
});
const list = makeRow({ id: 4, method: 'tools/list', target: null, headline: '8 tools' });
const call = makeRow({ id: 5 });
const lateList = makeRow({ id: 6, method: 'tools/list', target: null, at: 60_000 });
const failed = makeRow({ id: 7, method: 'prompts/list', target: null, failure: makeFailure(), outcome: 'rpc_error' });

function noted(rows = [life, head, ready, list, call, lateList, failed], canFold = true) {
  const model = createModel(silentPlatform);
  const heights = new RowHeights();
  heights.resize(rows.length);
  rows.forEach((row, index) => {
    noteFold(model, heights, index, row, canFold);
  });
  return { model, heights, sizes: () => rows.map((_, index) => heights.sizeOf(index)) };
}

it('folds the steps of a connection under its handshake, but no failures and no later rows', () => {
  const { model, sizes } = noted();
  expect(sizes()).toEqual(['none', 'low', 'none', 'none', 'low', 'low', 'tall']);
  expect(foldOf(model, head)).toEqual({ steps: 4, tools: '8 tools', isOpen: false });
  expect(foldOf(model, call)).toBeNull();
});

it('folds the steps after a slow handshake, as after a restart', () => {
  const slow = makeRow({ id: 2, method: 'initialize', target: null, at: 0, endAt: 14_000 });
  const connected = makeRow({
    id: 3,
    kind: 'life',
    method: null,
    target: null,
    outcome: null,
    headline: 'Connected',
    at: 14_050,
  });
  const later = makeRow({ ...connected, id: 4, at: 25_000 });
  expect(noted([life, slow, connected, later]).sizes()).toEqual(['none', 'low', 'none', 'low']);
});

it('unfolds one, all, or the one with a hidden row', () => {
  const { model, heights, sizes } = noted();
  toggleFold(model, heights, head.id);
  expect(sizes()).not.toContain('none');
  toggleFold(model, heights, head.id);
  setUnfolded(model, heights, true);
  expect(sizes()).not.toContain('none');
  setUnfolded(model, heights, false);
  unfoldTo(model, heights, 3);
  expect(heights.sizeOf(3)).toBe('low');
});

it('folds nothing while a filter is set', () => {
  expect(noted(undefined, false).sizes()).not.toContain('none');
});

it('gives two lines to the first of similar failures nearby, in any order of loading', () => {
  const similar = (id: number, group = 'aaaa1111') => makeRow({ id, incident: id, group, failure: makeFailure() });
  const rows = [similar(1), call, similar(3), similar(4, 'bbbb2222'), similar(5)];
  expect(noted(rows).sizes()).toEqual(['tall', 'low', 'low', 'tall', 'low']);
  const { model, heights } = noted([]);
  heights.resize(rows.length);
  for (const index of [4, 2, 3, 1, 0]) noteFold(model, heights, index, rows[index] as Row, true);
  expect(rows.map((_, index) => heights.sizeOf(index))).toEqual(['tall', 'low', 'low', 'tall', 'low']);
});

it('counts the rows of a failed call on the one that stands for it', () => {
  const { model } = noted([1, 2, 3].map((id) => makeRow({ id, incident: 1, failure: makeFailure() })));
  expect(incidentRows(model, makeRow({ id: 1, incident: 1 }))).toBe(3);
  expect(incidentRows(model, makeRow({ id: 2, incident: 1 }))).toBe(0);
});
