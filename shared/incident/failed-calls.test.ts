// Failed calls and causes of recordings, counted from rows of the real pairing.

import { expect, it } from 'vitest';
import { Learner } from '../decode/learner.ts';
import { type EventDraft, error, http, life, pair, request, result } from '../exchange/event-fixtures.ts';
import type { JsonObject } from '../json/json.ts';
import { countFailedCalls, type FailedCalls, failedCallWords } from './failed-calls.ts';

const call = (id: number, args: JsonObject, name = 'get') => request(id, 'tools/call', { name, arguments: args });
const later = (ms: number, drafts: readonly EventDraft[]) =>
  drafts.map((draft) => ({ ...draft, at: (draft.at ?? 0) + ms }));

function rowsOf(drafts: readonly EventDraft[]) {
  const learner = new Learner();
  return pair(drafts, { decode: (...told) => learner.decode(...told) }).map(({ row }) => row);
}

const counted = (drafts: readonly EventDraft[]): FailedCalls => countFailedCalls(rowsOf(drafts), new Set());
const wordsOf = (drafts: readonly EventDraft[]): string => failedCallWords(counted(drafts));

it('counts 1,367 failed calls with other arguments, and successes in between, as 1,367', () => {
  const drafts = Array.from({ length: 13_672 }, (_, id) => [
    call(id, { id }, `tool-${id % 7}`),
    id % 10 === 0 && id < 13_670 ? error(id, -32003, 'Rate limit exceeded') : result(id),
  ]).flat();
  expect(wordsOf(drafts)).toBe('1,367 failed calls, 7 causes');
});

it('counts two different failures of one tool as two, also if they share a class or a code', () => {
  const failed = (first: EventDraft, second: EventDraft) =>
    wordsOf([call(1, { a: 1 }), first, call(2, { a: 2 }), second]);
  expect(failed(error(1, -32602, 'a is required'), error(2, -32602, 'b is required'))).toBe('2 failed calls, 1 cause');
  expect(failed(error(1, -32000, 'Order not found'), error(2, -32000, 'Permission denied'))).toBe(
    '2 failed calls, 2 causes',
  );
});

it('counts a retry with its call, until the call succeeds', () => {
  const attempt = (id: number) => [call(id, { a: 1 }), error(id, -32003, 'slow down')];
  expect(counted([...attempt(1), ...attempt(2), ...attempt(3)]).failedCalls).toBe(1);
  expect(counted([...attempt(1), call(2, { a: 1 }), result(2), ...attempt(3)]).failedCalls).toBe(2);
  // However much later it comes.
  expect(counted([...attempt(1), ...later(3_600_000, attempt(2))]).failedCalls).toBe(1);
});

it('counts equal calls of two clients apart', () => {
  const of = (client: string, drafts: EventDraft[]) =>
    drafts.map((draft) => ({ ...draft, actor: 'client' as const, client }));
  const failed = [...of('Codex', [call(1, {}), error(1)]), ...of('Cursor', [call(2, {}), error(2)])];
  expect(wordsOf(failed)).toBe('2 failed calls, 1 cause');
});

it('counts a dead process once, named by the call that was open first', () => {
  const rows = rowsOf([
    life('spawned'),
    call(1, {}, 'read'),
    call(2, {}, 'write'),
    life('exited', { code: 3, signal: null }),
  ]);
  expect(failedCallWords(countFailedCalls(rows, new Set()))).toBe('1 failed call, 1 cause');
  const failed = rows.filter(({ incident }) => incident !== null);
  expect(failed.map(({ incident }) => incident)).toEqual(
    Array(3).fill(rows.find(({ target }) => target === 'read')?.id),
  );
});

it('counts a process that exits between calls once', () => {
  expect(wordsOf([life('spawned'), life('exited', { code: 3, signal: null })])).toBe('1 failed call, 1 cause');
});

it('joins calls that were cut at the same moment, and no later ones', () => {
  const cut = (id: number) => http(null, { id, exchange: id, error: 'ECONNRESET: cut off' });
  expect(counted([call(1, { a: 1 }), call(2, { a: 2 }), cut(1), cut(2)]).failedCalls).toBe(1);
  const again = later(60_000, [call(3, { a: 3 }), cut(3)]);
  expect(counted([call(1, { a: 1 }), call(2, { a: 2 }), cut(1), cut(2), ...again]).failedCalls).toBe(2);
});

it('counts each error response without a recorded request', () => {
  const answers = Array.from({ length: 100 }, (_, id) => error(id, -32602, 'amount is required'));
  expect(wordsOf(answers)).toBe('100 failed calls, 1 cause');
});

it('counts a stream that a client reopens in vain once per connection', () => {
  const refused = (exchange: number) => http(500, { exchange, method: 'GET', body: 'no' });
  expect(counted([refused(1), refused(2), refused(3)]).failedCalls).toBe(1);
});

it('leaves marked causes out of the count, and names them', () => {
  const rows = rowsOf([call(1, { a: 1 }), error(1), call(2, {}, 'put'), error(2)]);
  const quiet = new Set(rows.flatMap(({ target, group }) => (target === 'put' && group ? [group] : [])));
  expect(failedCallWords(countFailedCalls(rows, quiet))).toBe('1 failed call, 1 cause, 1 expected');
  expect(failedCallWords(countFailedCalls([], quiet))).toBe('0 failed calls');
});
