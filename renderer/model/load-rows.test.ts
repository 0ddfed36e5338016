import { expect, it } from 'vitest';
import type { Input } from '../../shared/contract/api.ts';
import { done } from '../../shared/contract/api.ts';
import type { Row } from '../../shared/timeline.ts';
import { silentPlatform } from '../testing/platform-fixtures.ts';
import { makeRow } from '../testing/row-fixtures.ts';
import { createModel } from './create-model.ts';
import { foldOf } from './folds.ts';
import { showRange } from './load-rows.ts';
import { heightsOf, noteHeight, resetRows, rowsOf, setTotal } from './timeline.ts';

const head = makeRow({ id: 1, ord: 0, rev: 1, method: 'initialize', target: null });
const list = makeRow({ id: 2, ord: 1, rev: 2, method: 'tools/list', target: null, headline: '8 tools' });

/** A window whose host answers every request for rows with these. */
function windowOver(rows: Row[]) {
  const call = async (_method: string, { from }: Input<'rows'>) => done({ total: rows.length, rows: rows.slice(from) });
  const model = createModel({ ...silentPlatform, call: call as never });
  return { model, arrived: () => expect.poll(() => rowsOf(model).get(0)).toBeDefined() };
}

it('folds rows of a page that came before the new length of the list', async () => {
  const { model, arrived } = windowOver([head, list]);
  resetRows(model, '', 1, 0);
  showRange(model, 0, 0);
  await arrived();
  setTotal(model, 2);
  expect(heightsOf(model).sizeOf(1)).toBe('none');
  expect(foldOf(model, head)).toMatchObject({ kind: 'connection', words: '8 tools', isOpen: false });
});

it('keeps a connection folded if a page has an older state of its list', async () => {
  const { model, arrived } = windowOver([head, makeRow({ ...list, rev: 1, outcome: null, pending: true })]);
  resetRows(model, '', 2, 0);
  rowsOf(model).place(1, list, true);
  noteHeight(model, 1, list);
  showRange(model, 0, 1);
  await arrived();
  expect(heightsOf(model).sizeOf(1)).toBe('none');
});
