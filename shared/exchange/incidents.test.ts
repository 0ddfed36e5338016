// One cause is one incident: a dead process, a refused address, a run of rejections, a chain of attempts.

import { expect, test } from 'vitest';
import { rowHasFailed } from '../filter/row-facts.ts';
import { type EventDraft, error, http, life, pair, request, result, stderr } from './event-fixtures.ts';
import type { PairedRow } from './ledger.ts';

const rowsOf = (drafts: readonly EventDraft[]): PairedRow[] => pair(drafts).map(({ row }) => row);

const incidents = (rows: readonly PairedRow[]) =>
  new Set(rows.flatMap(({ incident }) => (incident === null ? [] : [incident])));

test('a process that dies with open calls is one incident, including its handshake and exit', () => {
  const rows = rowsOf([
    life('spawned'),
    request(1, 'initialize', {}),
    request(2),
    request(3),
    stderr('API_KEY is missing'),
    life('exited', { code: 1, signal: null }),
    life('connect_failed', { message: 'The server ended.' }),
  ]);
  expect(rows.filter(rowHasFailed).length).toBeGreaterThan(2);
  expect(incidents(rows).size).toBe(1);
  expect(new Set(rows.filter(rowHasFailed).map(({ group }) => group)).size).toBe(1);
});

test('a refused address is one incident', () => {
  const rows = rowsOf([
    request(1, 'initialize', {}),
    http(null, { id: 1, error: 'ECONNREFUSED: nobody listens' }),
    life('connect_failed', { message: 'ECONNREFUSED' }),
  ]);
  expect(incidents(rows).size).toBe(1);
});

test('equal rejections in a row are one incident, and so are attempts that fail differently; other calls are separate', () => {
  const run = Array.from({ length: 5 }, (_, at) => [request(at + 1), error(at + 1, -32003, 'slow down')]).flat();
  expect(incidents(rowsOf(run)).size).toBe(1);
  const attempts = rowsOf([request(1), error(1, -32003), request(2), error(2, -32603)]);
  expect(incidents(attempts).size).toBe(1);
  const apart = rowsOf([request(1), error(1), request(2, 'resources/read', { uri: 'a:b' }), error(2)]);
  expect(incidents(apart).size).toBe(2);
});

test('the same failure much later is another incident of the same group', () => {
  const later = { ...request(2, 'tools/call', { name: 'get', arguments: { other: 1 } }), at: 1_000_000 };
  const rows = rowsOf([request(1), error(1), later, { ...error(2), at: 1_000_100 }]);
  expect(incidents(rows).size).toBe(2);
  expect(new Set(rows.map(({ group }) => group)).size).toBe(1);
});

test('a success belongs to no incident', () => {
  expect(rowsOf([request(1), result(1)]).map(({ incident, group }) => [incident, group])).toEqual([[null, null]]);
});

test('a probe is not an attempt at the user’s call, and a client’s run is not yours', () => {
  const probed = { ...request(2), actor: 'probe' as const };
  const rows = rowsOf([request(1), error(1), probed, error(2)]);
  expect(rows.map(({ actor, chain }) => [actor, chain])).toEqual([
    ['you', null],
    ['probe', null],
  ]);
  expect(incidents(rows).size).toBe(2);
});

test('a call whose answer came a moment later is no incident that later failures of the connection join', () => {
  const rows = rowsOf([
    request(1, 'initialize', {}),
    http(200, { id: 1, endedAt: 1 }),
    stderr('a line between the status and the body'),
    result(1, { protocolVersion: '2025-11-25' }),
    request(2),
    http(null, { id: 2, exchange: 2, error: 'ECONNRESET: cut off' }),
  ]);
  const [handshake, failed] = rows.filter(({ kind }) => kind === 'call');
  expect(handshake?.outcome).toBe('answered');
  expect([failed?.outcome, failed?.incident]).toEqual(['http_failure', failed?.id]);
});
