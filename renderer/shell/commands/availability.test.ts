// Why an action is unavailable: each reason, and that it goes away with its cause.

import { describe, expect, it } from 'vitest';
import type { Command } from '../../../shared/contract/commands.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { features } from '../../features/features.ts';
import { rehearsalOf } from '../../features/rehearse/rehearsal.ts';
import { connectionOf } from '../../model/connection.ts';
import { createModel } from '../../model/create-model.ts';
import { detailOf } from '../../model/detail.ts';
import type { Model } from '../../model/model.ts';
import { pageOf } from '../../model/open-place.ts';
import { asksOf } from '../../model/pending-requests.ts';
import { preferencesOf } from '../../model/preferences.ts';
import { replaysOf } from '../../model/replays.ts';
import { rowsOf, select, timelineOf } from '../../model/timeline.ts';
import { silentPlatform } from '../../testing/platform-fixtures.ts';
import { makeRow } from '../../testing/row-fixtures.ts';
import { whyNot } from './availability.ts';
import { hiddenWords } from './core-commands.ts';

const call = makeRow({ id: 1, ord: 0, kind: 'call', direction: 'out', pending: false });
const card = (row = call, more: Partial<RowDetail> = {}) =>
  ({ row, failure: null, incident: null, events: [], ...more }) as RowDetail;
const counters = (more: object) => (model: Model) =>
  connectionOf(model).setState((state) => ({ counters: { ...state.counters, ...more } }));
const show = (detail: RowDetail) => (model: Model) => {
  rowsOf(model).put(0, [detail.row]);
  select(model, detail.row.id);
  detailOf(model).setState({ id: detail.row.id, detail, raw: detail });
};

/** Connected, with one row that is not selected. */
function opened(): Model {
  const model = createModel(silentPlatform, features);
  connectionOf(model).setState({ status: 'connected' });
  counters({ rows: 1 })(model);
  timelineOf(model).setState({ total: 1 });
  return model;
}

describe('says why an action is unavailable, until it is', () => {
  it.each<[Command, string, (model: Model) => void]>([
    ['stop-rehearsal', 'No rehearsal runs', (model) => rehearsalOf(model).setState({ running: {} as never })],
    ['next-failure', 'There are no failures', counters({ failedRows: 1 })],
    ['previous-failure', 'There are no failures', counters({ failedRows: 1 })],
    ['replay-all', 'There are no failures', counters({ failedRows: 1 })],
    ['open', 'Select a row first', (model) => select(model, 1)],
    ['next-tab', 'Select a row first', (model) => select(model, 1)],
    ['differences', 'Read a client’s transcript first', counters({ seen: [] })],
    ['answer-ask', 'No server asks for anything', (model) => asksOf(model).setState({ asks: [{} as never] })],
    [
      'diff-marked',
      'Nothing is marked yet: press m on the call to compare with',
      (model) => replaysOf(model).setState({ marked: 1 as never }),
    ],
    [
      'connect-all',
      'All servers are connected',
      (model) => connectionOf(model).setState({ servers: [{ state: 'exited', watched: null } as never] }),
    ],
    ['new-call', 'Add a server first', (model) => connectionOf(model).setState({ servers: [{} as never] })],
    ['clear-filter', 'There is no filter', (model) => timelineOf(model).setState({ filter: 'is:failed' })],
    ['copy-request', 'Select a row first', show(card())],
    ['copy-failure', 'Select a row first', show(card())],
    ['copy-response', 'Select a row first', show(card())],
    [
      'back-to-now',
      'You are looking at it',
      (model) => connectionOf(model).setState({ recording: { isLive: false } as never }),
    ],
    ['theme-system', 'As it is now', (model) => preferencesOf(model).setState({ theme: 'dark' })],
    ['replay', 'Select a call first', show(card())],
    ['replay', 'Select a call first', (model) => select(model, 1)],
  ])('%s: %s', (command, reason, change) => {
    const model = opened();
    expect(whyNot(model, command)).toBe(reason);
    change(model);
    expect(whyNot(model, command)).toBe('');
  });

  it.each<[Command, string]>([
    ['mark', 'There are no rows yet'],
    ['export', 'There is nothing to export yet'],
  ])('%s without any row: %s', (command, reason) => {
    const model = opened();
    counters({ rows: 0 })(model);
    expect(whyNot(model, command)).toBe(reason);
  });

  it('while the window reconnects, only what the host is not needed for', () => {
    const model = opened();
    connectionOf(model).setState({ status: 'reconnecting' as never });
    expect(whyNot(model, 'export')).toBe('Misfire is reconnecting to its host');
    expect(whyNot(model, 'palette')).toBe('');
  });
});

describe('says why a call cannot be sent again', () => {
  const waiting = { failure: { retry: { afterMs: 1000 }, fix: { kind: 'sign_in' } } as never };
  it.each<[Command, RowDetail, string]>([
    ['replay', card({ ...call, kind: 'notification' }), 'The selected row is not your call'],
    ['replay', card({ ...call, direction: 'in' }), 'The selected row is not your call'],
    ['replay', card({ ...call, pending: true }), 'The call is still waiting for its answer'],
    ['copy-response', card({ ...call, pending: true }), 'Nothing has come back yet'],
    ['fix-call', card(), 'This call did not fail'],
    ['sign-in', card(), 'The call does not need a sign-in'],
    ['sign-in', card(call, waiting), ''],
    ['wait-retry', card(), 'The answer does not say when to retry'],
    ['wait-retry', card(call, waiting), ''],
  ])('%s', (command, detail, reason) => {
    const model = opened();
    show(detail)(model);
    expect(whyNot(model, command)).toBe(reason);
  });

  it('while the filter hides it', () => {
    const model = opened();
    show(card())(model);
    timelineOf(model).setState({ selectedHidden: true });
    expect(whyNot(model, 'replay')).toBe(hiddenWords);
  });
});

it('row shortcuts work only where rows are listed', () => {
  const model = opened();
  show(card())(model);
  for (const page of ['compare', 'settings'] as const) {
    pageOf(model).setState({ page });
    expect(whyNot(model, 'mark')).toBe('Only where rows are listed: go to the timeline first');
    expect(whyNot(model, 'replay')).toBe('Only where rows are listed: go to the timeline first');
  }
  expect(whyNot(model, 'back')).toBe('');
});
