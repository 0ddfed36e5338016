import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Answer } from '../../../../shared/contract/api.ts';
import {
  type EventDraft,
  into,
  life,
  plainDecode,
  request,
  result,
  stderr,
} from '../../../../shared/exchange/event-fixtures.ts';
import { leftOutWords } from '../../../../shared/filter/left-out.ts';
import type { TransportEvent } from '../../../transports/transport.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { Log } from '../log.ts';
import { openStore } from '../open-store.ts';
import { LogQueries } from '../queries.ts';

const opened: Log[] = [];
afterEach(() => {
  for (const log of opened.splice(0)) log.close();
});

async function open(path: string | null) {
  const log = new Log({ store: await openStore({ path }), decode: plainDecode });
  opened.push(log);
  return { log, reading: new LogQueries(log) };
}

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

let clock = 1_700_000_000_000;
const sent = (drafts: readonly EventDraft[], step = 1) =>
  drafts.map((draft) => {
    clock += step;
    return { at: clock, ...draft };
  }) as TransportEvent[];
const note = (data: string) =>
  into({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', logger: 'flood', data } });
const burst = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => note(`message ${from + i} walrus${from + i}`));

for (const [where, path] of [
  ['a file', () => join(tempFolder(), 'log.db')],
  ['memory', () => null],
] as const) {
  it(`keeps a burst in one row, with all its messages, in ${where}`, async () => {
    const { log, reading } = await open(path());
    for (let from = 0; from < 9000; from += 500) log.record('s', 1, sent(burst(from, 500)));
    log.record('s', 1, sent([request(1), result(1)]));
    log.record('s', 1, sent(burst(9000, 1)));
    expect(log.counters).toMatchObject({ rows: 2, messages: 9003, failedRows: 0 });
    const [row] = value(await reading.rows({ view: '', from: 0, count: 10 })).rows;
    expect(row).toMatchObject({ times: 9001, headline: 'info: message 9000 walrus9000', latencyMs: null });
    expect((row?.endAt ?? 0) - (row?.at ?? 0)).toBe(9002);
    const detail = value(await reading.rowDetail({ id: row?.id ?? 0 }));
    expect([detail.events.length, detail.moreEvents]).toEqual([2, 8999]);
    const page = value(await reading.rowEvents({ id: row?.id ?? 0, from: 8990, count: 100 }));
    expect([page.total, page.events.length]).toEqual([9001, 11]);
    expect(page.events.at(-1)?.text).toContain('walrus9000');
    expect(
      value(await reading.rowEvents({ id: row?.id ?? 0, from: 0, count: 2 })).events.map(({ text }) => text),
    ).toEqual([expect.stringContaining('walrus0'), expect.stringContaining('walrus1')]);
    expect(value(await reading.openView({ filter: 'times:>9000' })).total).toBe(1);
  });
}

it('sends windows one row per batch for a burst', async () => {
  const store = await openStore({ path: null });
  const batches: number[] = [];
  const log = new Log({ store, decode: plainDecode, onBatch: ({ rows }) => batches.push(rows.length) });
  opened.push(log);
  for (let from = 0; from < 5000; from += 100) log.record('s', 1, sent(burst(from, 100)));
  await expect.poll(() => batches.length).toBeGreaterThan(0);
  expect(new Set(batches)).toEqual(new Set([1]));
});

it('finds words in every message of a burst, also in messages that arrive after indexing', async () => {
  const path = join(tempFolder(), 'log.db');
  const { log, reading } = await open(path);
  const index = () => {
    log.flush();
    return log.store.indexed();
  };
  const found = async (filter: string) => {
    const { view, total } = value(await reading.openView({ filter }));
    return [total, value(await reading.rows({ view, from: 0, count: 5 })).hits?.[0]?.text];
  };
  log.record('s', 1, sent(burst(0, 700)));
  await index();
  expect(await found('walrus650')).toEqual([1, undefined]);
  expect(await found('walrus250')).toEqual([1, expect.stringContaining('walrus250')]);
  const { view } = value(await reading.openView({ filter: 'walrus3' }));
  const { view: later } = value(await reading.openView({ filter: 'walrus1300' }));
  expect(await found('walrus1300')).toEqual([0, undefined]);
  log.record('s', 1, sent(burst(700, 700)));
  // A matching row still matches while it grows.
  expect(value(await reading.rows({ view, from: 0, count: 5 })).total).toBe(1);
  // A row that matches only now appears at once, indexed or not.
  expect(value(await reading.rows({ view: later, from: 0, count: 5 })).total).toBe(1);
  await index();
  expect(await found('walrus1399')).toEqual([1, undefined]);
  expect(await found('walrus0')).toEqual([1, expect.stringContaining('walrus0')]);
  expect(await found('walrus1400')).toEqual([0, undefined]);
});

it('reports bursts that were only partly searched, if there is no index', async () => {
  const { log, reading } = await open(null);
  log.record('s', 1, sent(burst(0, 2600)));
  const found = async (filter: string) => {
    const { total, cutBursts = 0 } = value(await reading.openView({ filter }));
    return [total, leftOutWords(cutBursts)];
  };
  expect(await found('walrus1999')).toEqual([1, '']);
  const cut = 'Of one long burst only the first 2,000 messages were searched.';
  expect(await found('walrus2400')).toEqual([0, cut]);
  expect(await found('-walrus2400')).toEqual([1, cut]);
  expect(await found('kind:stderr')).toEqual([0, '']);
  const file = await open(join(tempFolder(), 'log.db'));
  file.log.record('s', 1, sent(burst(0, 2600)));
  expect(value(await file.reading.openView({ filter: 'walrus2400' }))).toMatchObject({ total: 1 });
});

it('continues a burst after a kill, with the last lines of stderr', async () => {
  const path = join(tempFolder(), 'log.db');
  const first = await open(path);
  first.log.record('s', 1, sent([...burst(0, 300), ...Array.from({ length: 50 }, (_, i) => stderr(`line ${i}`))]));
  first.log.flush();
  // Stored, but no longer derived.
  first.log.store.append(
    sent([...burst(300, 20), stderr('last words'), life('exited', { code: 1 })]).map(
      (event) => ({ ...event, server: 's', epoch: 1 }) as never,
    ),
  );
  first.log.store.close();
  const { log, reading } = await open(path);
  const { rows } = value(await reading.rows({ view: '', from: 0, count: 10 }));
  expect(rows.map(({ kind, times, detail }) => [kind, times, detail])).toEqual([
    ['notification', 320, 'flood'],
    ['stderr', 51, 'last words'],
    ['life', 1, expect.anything()],
  ]);
  expect(log.counters).toMatchObject({ rows: 3, messages: 320 });
  const detail = value(await reading.rowDetail({ id: rows[2]?.id ?? 0 }));
  expect(detail.failure?.stderr.slice(-2)).toEqual(['line 49', 'last words']);
  expect(detail.failure?.stderr).toHaveLength(20);
});

it('derives a log of an older version again, once', async () => {
  const path = join(tempFolder(), 'log.db');
  const first = await open(path);
  first.log.record('s', 1, sent([...burst(0, 300), request(1), result(1)]));
  first.log.flush();
  await first.log.store.indexed();
  const state = first.log.store.state();
  if (!state) throw new Error('There is no state.');
  first.log.store.put([], { ...state, rules: 1 });
  opened.splice(0);
  first.log.store.close();
  const { log, reading } = await open(path);
  await log.store.indexed();
  expect(log.counters).toMatchObject({ rows: 2, messages: 302 });
  expect(value(await reading.openView({ filter: 'walrus299' })).total).toBe(1);
  expect(log.figures.activity.spread(10)?.messages.reduce((a, b) => a + b)).toBe(301);
});
