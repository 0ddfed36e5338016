import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { beganAt } from '../../../../shared/timeline.ts';
import type { WireEvent } from '../../../../shared/wire.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { Log } from '../log.ts';
import { openStore } from '../open-store.ts';
import { MemoryStore } from '../store/memory-store.ts';
import type { LogStore } from '../store/store.ts';

const start = Date.UTC(2026, 10, 14, 12);
const request = (server: string, at: number, id: number): WireEvent => ({
  lane: 'out',
  server,
  epoch: 1,
  at: start + at,
  text: JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }),
});
const answer = (server: string, at: number, id: number): WireEvent => ({
  lane: 'in',
  server,
  epoch: 1,
  at: start + at,
  text: JSON.stringify({ jsonrpc: '2.0', id, result: {} }),
});

function open(store: LogStore): Log {
  const log = new Log({ store, decode: () => null });
  onTestFinished(() => log.close());
  return log;
}

const shown = (log: Log) => {
  log.flush();
  return log.store
    .rowsFrom(0, 100)
    .map((row) => [row.server, row.at - start, Math.round(beganAt(row) - start), row.latencyMs]);
};

test('gives a call that is reported late the time of the row above; its start and duration stay as measured', () => {
  const log = open(new MemoryStore());
  log.recordAll([request('a', 100, 1), answer('a', 400, 1), request('a', 500, 2)]);
  log.recordAll([request('b', 300, 1), answer('b', 350, 1)]);
  log.recordAll([answer('a', 600, 2)]);
  expect(shown(log)).toEqual([
    ['a', 100, 100, 300],
    ['a', 500, 500, 100],
    ['b', 500, 300, 50],
  ]);
});

test('keeps that order after a restart, and a row that changes later keeps its position', async () => {
  const path = join(tempFolder(), 'log.db');
  const first = open(await openStore({ path }));
  first.recordAll([
    request('a', 500, 1),
    answer('a', 510, 1),
    { ...request('b', 300, 1), actor: 'client', client: 'c' },
  ]);
  first.close();
  const again = open(await openStore({ path }));
  again.recordAll([answer('b', 700, 1), request('c', 480, 1), answer('c', 490, 1)]);
  expect(shown(again)).toEqual([
    ['a', 500, 500, 10],
    ['b', 500, 300, 400],
    ['c', 500, 480, 10],
  ]);
});

test('accepts a clock that was set back', () => {
  const log = open(new MemoryStore());
  log.recordAll([request('a', 3_600_000, 1), request('a', 1000, 2), request('a', 900, 3)]);
  expect(shown(log).map(([, at]) => at)).toEqual([3_600_000, 1000, 1000]);
});
