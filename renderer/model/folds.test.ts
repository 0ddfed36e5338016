import { expect, it } from 'vitest';
import type { Row } from '../../shared/timeline.ts';
import { silentPlatform } from '../testing/platform-fixtures.ts';
import { makeFailure, makeRow } from '../testing/row-fixtures.ts';
import { createModel } from './create-model.ts';
import { foldOf, noteFold, setFold, setUnfolded, toggleFold, unfoldTo } from './folds.ts';
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
  expect(foldOf(model, head)).toEqual({ kind: 'connection', words: '8 tools', isShared: false, isOpen: false });
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
  unfoldTo(model, heights, list.id);
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

const own = (id: number, more: Partial<Row>) => makeRow({ id, target: null, ...more });
const event = (id: number, more: Partial<Row>) =>
  own(id, { kind: 'life', method: null, outcome: null, headline: 'Started', ...more });

it('folds a server that does not start into one row', () => {
  const stderr = { kind: 'stderr', method: null, outcome: null } as const;
  const lost = { incident: 2, failure: makeFailure({ class: 'connection_lost' }) };
  const start = own(2, { method: 'initialize', outcome: 'process_died', ...lost });
  const rows = [event(1, {}), start, own(3, stderr), own(4, stderr), event(5, lost), event(6, lost)];
  const { model, heights, sizes } = noted(rows);
  expect(sizes()).toEqual(['none', 'low', 'none', 'none', 'none', 'none']);
  expect(foldOf(model, start)).toMatchObject({ kind: 'start', isOpen: false });
  toggleFold(model, heights, 2);
  expect(sizes()).not.toContain('none');
});

it('folds what a server says and asks before the first call, in any order of loading', () => {
  const stderr = { kind: 'stderr', server: 'demo', method: null, outcome: null } as const;
  const inwards = { server: 'demo', direction: 'in' } as const;
  const roots = own(6, { ...inwards, method: 'roots/list', outcome: 'answered' });
  const changed = own(7, {
    ...inwards,
    kind: 'notification',
    method: 'notifications/tools/list_changed',
    outcome: null,
  });
  const asked = own(8, { ...inwards, method: 'elicitation/create', outcome: 'answered' });
  const told = own(9, { ...inwards, kind: 'notification', method: 'notifications/message', outcome: null });
  const first = makeRow({ id: 10, server: 'demo' });
  const rows = [
    ...connected('demo', 1),
    own(5, stderr),
    roots,
    changed,
    asked,
    told,
    first,
    own(11, stderr),
    { ...changed, id: 12 },
  ];
  const expected = ['none', 'low', 'none', 'none', 'none', 'none', 'low', 'low', 'low', 'low', 'low'];
  expect(noted(rows).sizes()).toEqual(expected);
  const { model, heights } = noted([]);
  heights.resize(rows.length);
  for (const index of [...rows.keys()].reverse()) noteFold(model, heights, index, rows[index] as Row, true);
  expect(rows.map((_, index) => heights.sizeOf(index))).toEqual(expected);
});

it('shows what a server says long after its start, also before the first call', () => {
  const late = own(5, { kind: 'stderr', server: 'demo', method: null, outcome: null, at: 60_000 });
  expect(noted([...connected('demo', 1), late]).sizes()).toEqual(['none', 'low', 'none', 'low']);
});

it('folds what is left of a server that died during a call under that call', () => {
  const lost = { incident: 5, failure: makeFailure({ class: 'connection_lost' }) };
  const died = makeRow({ id: 5, outcome: 'process_died', ...lost });
  const { model, sizes } = noted([life, head, ready, died, event(6, lost), event(7, lost)]);
  expect(sizes()).toEqual(['none', 'low', 'none', 'tall', 'none', 'none']);
  expect(foldOf(model, died)).toMatchObject({ kind: 'end' });
});

const connected = (server: string, id: number, at = 0) => [
  event(id, { server, at }),
  own(id + 1, { server, at, method: 'initialize' }),
  own(id + 2, { server, at, method: 'tools/list', headline: '4 tools' }),
];

it('folds connections made together, but none that was made later or after a call', () => {
  const rows = [
    ...connected('a', 10),
    ...connected('b', 20),
    ...connected('c', 30, 60_000),
    call,
    ...connected('d', 40),
  ];
  const { model, heights, sizes } = noted(rows);
  expect(
    sizes()
      .map((size, at) => (size === 'none' ? 0 : rows[at]!.id))
      .filter(Boolean),
  ).toEqual([11, 31, 5, 41]);
  expect(foldOf(model, rows[1]!)).toMatchObject({ words: '2 servers · 8 tools', isShared: true });
  expect(foldOf(model, rows[7]!)).toMatchObject({ words: '4 tools', isShared: false });
  toggleFold(model, heights, 11);
  // The steps of the other one stay folded under it.
  expect(sizes().slice(0, 6)).toEqual(['low', 'low', 'low', 'none', 'low', 'none']);
  // Back to the row that stands for all.
  expect(setFold(model, heights, 21, false)).toBe(11);
  expect(sizes().slice(0, 6)).toEqual(['none', 'low', 'none', 'none', 'none', 'none']);
});

it('folds the same in any order of loading', () => {
  const rows = [...connected('a', 10), ...connected('b', 20)];
  const { model, heights, sizes } = noted([]);
  heights.resize(rows.length);
  for (const index of [5, 0, 3, 4, 2, 1]) noteFold(model, heights, index, rows[index] as Row, true);
  expect(rows.map((_, index) => heights.sizeOf(index))).toEqual(['none', 'low', 'none', 'none', 'none', 'none']);
  expect(sizes()).toEqual([]);
});

it('folds list calls of Misfire under their connection, however late, and shows one that fails', () => {
  const lists = { server: 'demo', actor: 'misfire', method: 'tools/list', headline: '4 tools' } as const;
  const rows = [...connected('demo', 1), call, own(6, { ...lists, at: 90_000 }), call, own(8, lists)];
  const { model, heights, sizes } = noted(rows);
  expect(sizes()).toEqual(['none', 'low', 'none', 'low', 'none', 'low', 'none']);
  expect(foldOf(model, rows[1]!)).toMatchObject({ words: '4 tools' });
  noteFold(model, heights, 4, own(6, { ...lists, failure: makeFailure(), outcome: 'rpc_error' }), true);
  expect(sizes()).toEqual(['none', 'low', 'none', 'low', 'tall', 'low', 'none']);
});

it('counts the tools of each page of a list', () => {
  const page = { method: 'tools/list', server: 'demo' };
  const rows = [
    ...connected('demo', 1).slice(0, 2),
    own(3, { ...page, headline: '4 tools, more to come' }),
    own(4, { ...page, headline: '1 tool' }),
    own(5, { ...page, headline: '4 tools, more to come' }),
  ];
  expect(foldOf(noted(rows).model, rows[1]!)).toMatchObject({ words: '5 tools' });
});
