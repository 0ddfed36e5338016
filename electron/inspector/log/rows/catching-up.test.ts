// A session derived by other rules is derived again while the log is open, and resumes after an interruption.

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { error, plainDecode, request, result, stderr } from '../../../../shared/exchange/event-fixtures.ts';
import type { TransportEvent } from '../../../transports/transport.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { Log, type LogBatch } from '../log.ts';
import { openStore } from '../open-store.ts';
import type { LogState } from '../store/store.ts';

async function openLog(at: string, catchUpMs?: number) {
  const batches: LogBatch[] = [];
  const log = new Log({
    store: await openStore({ path: at }),
    decode: plainDecode,
    onBatch: (batch) => batches.push(batch),
    now: () => 0,
    ...(catchUpMs === undefined ? {} : { catchUpMs }),
  });
  onTestFinished(() => log.close());
  return { log, batches };
}

/** Calls that succeed, fail and stay open, with stderr lines between them. */
function record(log: Log): void {
  for (let n = 0; n < 1500; n += 1) {
    const drafts = [request(n), ...(n % 7 === 0 ? [stderr(`line ${n}`)] : []), n % 5 === 0 ? error(n) : result(n)];
    log.record('s', 1, drafts.map((draft, i) => ({ ...draft, at: 3000 * n + i })) as TransportEvent[]);
  }
  log.flush();
}

const shown = ({ store, counters }: Log) => ({
  counters,
  rows: store.rowsFrom(0, 10_000).map(({ rev: _rev, ...row }) => ({ row, events: store.eventsOf(row.id) })),
});

/** A file with such a session, as another version left it, and the rows it showed. */
async function outdated() {
  const at = join(tempFolder(), 'log.db');
  const { log } = await openLog(at);
  record(log);
  const before = shown(log);
  log.close();
  const store = await openStore({ path: at });
  store.put([], { ...(store.state() as LogState), rules: 1 });
  store.close();
  return { at, before };
}

it('opens at once, reports progress, and ends with the same rows', async () => {
  const { at, before } = await outdated();

  const { log, batches } = await openLog(at, 0);
  expect([log.isCatchingUp, log.counters.rows]).toEqual([true, 0]);
  const total = before.rows.reduce((all, { events }) => all + events.length, 0);
  expect(log.counters.reading).toEqual({ done: 0, total });
  await expect.poll(() => log.isCatchingUp).toBe(false);
  expect(shown(log)).toEqual(before);
  // A listener gets the progress and the end.
  await expect.poll(() => batches.at(-1)?.counters).toEqual(before.counters);
  expect(batches.at(-1)?.counters).not.toHaveProperty('reading');
});

it('resumes at the next start after an interruption', async () => {
  const { at, before } = await outdated();

  // While old rows are being cleared.
  const store = await openStore({ path: at });
  expect(store.clearRows(400)).toBe(true);
  store.close();
  // While new rows are being created, twice.
  for (const enough of [100, 700]) {
    const { log } = await openLog(at, 0);
    await expect.poll(() => log.counters.rows, { interval: 1 }).toBeGreaterThan(enough);
    log.close();
  }
  const last = await openLog(at);
  await expect.poll(() => last.log.isCatchingUp).toBe(false);
  expect(shown(last.log)).toEqual(before);
});

it('keeps traffic recorded in the meantime, in order', async () => {
  const { at } = await outdated();
  const { log } = await openLog(at, 0);
  log.record('s', 2, [
    { ...request(1), at: 5_000_000 },
    { ...result(1), at: 5_000_001 },
  ] as TransportEvent[]);
  await expect.poll(() => log.isCatchingUp).toBe(false);
  const { rows } = shown(log);
  expect(rows.at(-1)?.row).toMatchObject({ epoch: 2, outcome: 'answered' });
  expect(rows.filter(({ row }) => row.epoch === 2).length).toBe(1);
});
