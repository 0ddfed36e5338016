// Rows of a rehearsal: marked, in separate incidents, and not counted.

import { expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { countFailedCalls } from '../incident/failed-calls.ts';
import { parseJson } from '../json/json.ts';
import type { WireEvent } from '../wire.ts';
import { Pairing } from './pairing.ts';

function rowsOf(events: readonly Partial<WireEvent>[]) {
  const pairing = new Pairing({ decode: (account, context) => decode(account, context) });
  const rows = new Map<number, ReturnType<Pairing['drain']>[number]['row']>();
  events.forEach((event, index) => {
    const stored = { at: index, server: 's', epoch: 1, actor: 'client', ...event, seq: index + 1 } as never;
    const text = 'text' in event ? (event.text as string) : undefined;
    pairing.take(text === undefined ? { event: stored } : { event: stored, message: parseJson(text) });
    for (const { row } of pairing.drain()) rows.set(row.id, row);
  });
  return [...rows.values()];
}

const call = (id: number, more: Partial<WireEvent> = {}): Partial<WireEvent> => ({
  lane: 'out',
  text: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'search', arguments: {} } }),
  ...more,
});
const refusal = (id: number, more: Partial<WireEvent> = {}): Partial<WireEvent> => ({
  lane: 'in',
  text: JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error' } }),
  ...more,
});
const marks = { rehearsed: true, injected: 'answer:internal' } as const;

it('marks the row and does not count it', () => {
  const rows = rowsOf([call(1, marks), refusal(1, marks)]);
  expect(rows).toMatchObject([{ rehearsed: { injected: 'answer:internal' }, outcome: 'rpc_error' }]);
  expect(countFailedCalls(rows, new Set())).toEqual({ failedCalls: 0, causes: 0, expected: 0 });
});

it.each([
  [[call(1, marks), refusal(1, marks), call(2), refusal(2)], 2],
  [[call(1), refusal(1), call(2, marks), refusal(2, marks)], 1],
])('counts the failure of the server itself, before and after a rehearsed one', (events, leader) => {
  const rows = rowsOf(events);
  expect(countFailedCalls(rows, new Set()).failedCalls).toBe(1);
  const counted = rows.find(({ rehearsed }) => rehearsed === null);
  expect(counted?.incident).toBe(counted?.id);
  expect(rows.findIndex(({ rehearsed }) => rehearsed === null) + 1).toBe(leader);
});

const success = (id: number): Partial<WireEvent> => ({
  lane: 'in',
  text: JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } }),
});

it.each([
  ['a rehearsed failure', [call(1, marks), refusal(1, marks), call(2), success(2)], false],
  ['a failure of the server', [call(1), refusal(1), call(2), success(2)], true],
  ['both', [call(1, marks), refusal(1, marks), call(2), refusal(2), call(3), success(3)], true],
] as const)('says whether a server recovered after %s', (_what, events, isRecovered) => {
  const last = rowsOf(events).at(-1);
  expect(last?.attempt).toBeGreaterThan(1);
  expect(last?.remarks.includes('recovered')).toBe(isRecovered);
});

it('counts the attempts after a rehearsed one as one failed call', () => {
  const rows = rowsOf([call(1, marks), refusal(1, marks), call(2), refusal(2), call(3), refusal(3)]);
  expect(countFailedCalls(rows, new Set()).failedCalls).toBe(1);
  expect(rows.map(({ attempt, incident }) => [attempt, incident])).toEqual([
    [1, 1],
    [2, 3],
    [3, 3],
  ]);
});

it('marks the calls that a rehearsed exit ended', () => {
  const exit = { lane: 'life', event: 'exited', code: null, signal: 'SIGKILL' } as const;
  const rows = rowsOf([call(1), { ...exit, rehearsed: true, injected: 'end:process' }]);
  expect(rows.map(({ rehearsed }) => rehearsed?.injected)).toEqual(['end:process', 'end:process']);
  expect(countFailedCalls(rows, new Set()).failedCalls).toBe(0);
  expect(countFailedCalls(rowsOf([call(1), exit]), new Set()).failedCalls).toBe(1);
});
