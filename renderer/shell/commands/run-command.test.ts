// Keys pressed before the row is selected, or before its card has loaded: they apply to that row.

import { expect, it } from 'vitest';
import { done, type Method, refused } from '../../../shared/contract/api.ts';
import type { Row, RowDetail } from '../../../shared/timeline.ts';
import { features } from '../../features/features.ts';
import { connectionOf } from '../../model/connection.ts';
import { createModel } from '../../model/create-model.ts';
import { detailOf, followSelection } from '../../model/detail.ts';
import type { Model } from '../../model/model.ts';
import { noticesOf } from '../../model/notices.ts';
import { replaysOf } from '../../model/replays.ts';
import { ensureSelection, moveToFailure } from '../../model/selection.ts';
import { rowsOf, select, timelineOf } from '../../model/timeline.ts';
import { silentPlatform } from '../../testing/platform-fixtures.ts';
import { makeRow } from '../../testing/row-fixtures.ts';
import { whyNot } from './availability.ts';
import { runCommand } from './run-command.ts';

const passed = makeRow({ id: 1, ord: 0, group: null });
const failed = makeRow({ id: 2, ord: 1, group: 'abcd1234' });
const cardOf = (row: Row, more: Partial<RowDetail> = {}) =>
  ({ row, failure: null, incident: null, events: [], ...more }) as RowDetail;

/** The card of the successful row is shown; the failed one was just selected, and its card is loading. */
function justSelected(rows: readonly Row[], card: RowDetail = cardOf(failed)) {
  const asked: { method: Method; input: unknown }[] = [];
  const model = createModel(
    {
      ...silentPlatform,
      call: async (method: Method, input: unknown) => {
        asked.push({ method, input });
        return (method === 'rowDetail' ? done(card) : refused('refused', 'Not asked for here.')) as never;
      },
    },
    features,
  );
  connectionOf(model).setState({ status: 'connected' });
  connectionOf(model).setState(({ counters }) => ({ counters: { ...counters, rows: 2, failures: 1 } }));
  timelineOf(model).setState({ total: 2 });
  rowsOf(model).put(0, rows);
  select(model, passed.id);
  detailOf(model).setState({ id: passed.id, detail: cardOf(passed), raw: cardOf(passed) });
  followSelection(model);
  select(model, failed.id);
  return { model, asked };
}

it('x marks the selected failure, listed or not', async () => {
  for (const rows of [[passed, failed], [passed]]) {
    const { model, asked } = justSelected(rows);
    await runCommand(model, 'expected');
    expect(asked.at(-1)).toEqual({ method: 'markGroup', input: { group: 'abcd1234', state: 'expected' } });
  }
});

it('x applies to the selected row, not to the previous card', () => {
  const { model } = justSelected([passed, failed]);
  expect(whyNot(model, 'expected')).toBe('');
  select(model, passed.id);
  expect(whyNot(model, 'expected')).toBe('Select a failure first');
  detailOf(model).setState({ id: failed.id, detail: cardOf({ ...failed, pending: true }) });
  expect(whyNot(model, 'replay')).toBe('');
});

it('e opens a copy of the selected call, not the server of the previous card', async () => {
  const { model } = justSelected([passed, failed]);
  const cause = { title: 'It ended', variables: [] };
  detailOf(model).setState({ detail: cardOf(passed, { incident: { cause } as never }) });
  await runCommand(model, 'edit-replay');
  expect(detailOf(model).getState().tab).toBe('attempts');
  expect(replaysOf(model).getState().editing).toBe(failed.id);
});

it('a key pressed while the host looks for the row applies to the row that it finds', async () => {
  for (const search of [ensureSelection, (model: Model) => moveToFailure(model, 'next_failure')]) {
    const asked: unknown[] = [];
    const model = createModel(
      {
        ...silentPlatform,
        call: async (method: Method, input: unknown) => {
          if (method === 'startFix') asked.push(input);
          if (method === 'locate') return done({ id: failed.id, index: 1 }) as never;
          return refused('refused', 'Not asked for here.') as never;
        },
      },
      features,
    );
    connectionOf(model).setState({ status: 'connected' });
    const searching = search(model);
    const fixing = runCommand(model, 'fix-until-works');
    await searching;
    await fixing;
    expect(asked).toEqual([{ row: failed.id }]);
    expect(noticesOf(model).getState()).not.toMatchObject({ text: expect.stringContaining('Select') });
  }
});
