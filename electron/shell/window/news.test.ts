import { expect, test } from 'vitest';
import type { ServerView } from '../../../shared/api/views.ts';
import type { Batch } from '../../../shared/contract/api.ts';
import type { ReplayView } from '../../../shared/retry/replay.ts';
import { createNewsReader } from './news.ts';

const counters = {
  rows: 0,
  messages: 0,
  failedRows: 5,
  failedCalls: 2,
  causes: 1,
  recovered: 0,
  pending: 0,
  expected: 1,
  worst: null,
};
const server = { id: 's1', name: 'Closient', state: 'connected' } as ServerView;
const batch = (replays: ReplayView[] | null = null, more: Partial<Batch> = {}) =>
  ({ servers: null, counters, replays, ...more }) as Pick<Batch, 'servers' | 'counters' | 'replays'>;
const replay = (state: ReplayView['state'], nextAt: number | null, words = ''): ReplayView =>
  ({ id: 'r1', to: 's1', method: 'tools/call', target: 'get_order', state, nextAt, words }) as ReplayView;

test('reports the number of failed calls and the connected servers only when they change', () => {
  const reader = createNewsReader();
  expect(reader.read(batch(null, { servers: [server] }))).toEqual({ failedCalls: 2, connected: ['s1'], due: [] });
  expect(reader.read(batch())).toBeNull();
  expect(reader.read(batch(null, { counters: { ...counters, failedCalls: 3 } }))).toMatchObject({ failedCalls: 3 });
});

test('a retry is due once, when its wait has ended', () => {
  const reader = createNewsReader();
  reader.read(batch([replay('waiting', 5)], { servers: [server] }));
  const due = [{ id: 'r1', title: 'get_order on Closient', words: 'The wait is over: it is being sent again.' }];
  expect(reader.read(batch([replay('running', null)]))).toMatchObject({ due });
  expect(reader.read(batch([replay('done', null, 'Fixed.')]))).toMatchObject({ due: [] });
  expect(reader.read(batch())).toBeNull();
});

test('a retry that the user stopped or paused is not reported', () => {
  const reader = createNewsReader();
  reader.read(batch([replay('waiting', 5)], { servers: [server] }));
  expect(reader.read(batch([replay('cancelled', null)]))).toBeNull();
});
