// Sessions in a real file: recorded, left, opened again, brought along, removed by hand and by the rule.

import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { type EventDraft, error, plainDecode, request, result, stderr } from '../../../shared/exchange/fixtures.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import { Log } from '../log/log.ts';
import { openShelf } from '../log/open-store.ts';
import { tempFolder } from '../log/temp-folder.ts';
import { Sessions } from './sessions.ts';

const hour = 3_600_000;
let clock = Date.now();
const sent = (drafts: EventDraft[]): TransportEvent[] =>
  drafts.map((draft) => ({ at: clock, ...draft }) as TransportEvent);

async function open(path: string | null, catchUpMs?: number): Promise<Sessions> {
  const sessions = new Sessions({
    shelf: await openShelf({ path }),
    openLog: (store, _kind, onBatch) =>
      new Log({
        store,
        decode: plainDecode,
        onBatch,
        now: () => clock,
        ...(catchUpMs === undefined ? {} : { catchUpMs }),
      }),
    onBatch: () => {},
    onShown: () => {},
    now: () => clock,
  });
  onTestFinished(() => sessions.close());
  return sessions;
}

const headlines = (log: Log) => {
  log.flush();
  return log.store.rowsFrom(0, 100).map(({ ord, outcome, kind }) => [ord, outcome ?? kind]);
};

for (const [where, path] of [
  ['a file', () => join(tempFolder(), 'log.db')],
  ['memory', () => null],
] as const) {
  it(`keeps sessions apart, each with dense places of its own, in ${where}`, async () => {
    const sessions = await open(path());
    const first = sessions.live.store.session;
    sessions.record('s', 1, sent([request(1), error(1), stderr('one')]));
    sessions.begin('Second');
    sessions.record('t', 1, sent([stderr('two'), request(1), result(1)]));
    expect(headlines(sessions.shown)).toEqual([
      [0, 'stderr'],
      [1, 'answered'],
    ]);
    expect(
      sessions.list().map(({ name, rows, failures, isLive, isShown }) => [name, rows, failures, isLive, isShown]),
    ).toEqual([
      ['Second', 2, 0, true, true],
      [expect.stringMatching(/^\d{4}-/), 2, 1, false, false],
    ]);
    expect(sessions.open(first)).toBe(true);
    expect(headlines(sessions.shown)).toEqual([
      [0, 'rpc_error'],
      [1, 'stderr'],
    ]);
    // Recording goes on where it was.
    sessions.record('t', 1, sent([request(2)]));
    expect(headlines(sessions.shown)).toHaveLength(2);
    expect(headlines(sessions.live)).toHaveLength(3);
    expect(sessions.open(99)).toBe(false);
  });
}

it('opens the last session at start and goes on with it, unless it was left for half a day', async () => {
  const path = join(tempFolder(), 'log.db');
  const before = await open(path);
  before.record('s', before.nextEpoch('s'), sent([request(1), error(1)]));
  before.close();
  clock = Date.now();
  const soon = await open(path);
  expect(headlines(soon.shown)).toEqual([[0, 'rpc_error']]);
  soon.record('s', soon.nextEpoch('s'), sent([stderr('more')]));
  expect(soon.list()).toHaveLength(1);
  soon.close();
  clock = Date.now() + 13 * hour;
  const later = await open(path);
  expect(headlines(later.shown)).toHaveLength(2);
  expect(later.list()).toHaveLength(1);
  later.record('s', later.nextEpoch('s'), sent([stderr('next day')]));
  expect(later.list()).toHaveLength(2);
  expect(headlines(later.shown)).toEqual([[0, 'stderr']]);
  clock = Date.now();
});

it('records into a new session while the last one is being read anew', async () => {
  const path = join(tempFolder(), 'log.db');
  const before = await open(path);
  before.record('s', before.nextEpoch('s'), sent([request(1), error(1)]));
  const old = before.shown.store.session;
  before.close();
  const database = new DatabaseSync(path);
  database.exec(`UPDATE sessions SET state = json_set(state, '$.rules', 1)`);
  database.close();
  const sessions = await open(path, 0);
  expect([sessions.shown.isCatchingUp, sessions.current === sessions.shown]).toEqual([true, true]);
  sessions.record('s', sessions.nextEpoch('s'), sent([stderr('new')]));
  expect(headlines(sessions.shown)).toEqual([[0, 'stderr']]);
  expect(sessions.open(old)).toBe(true);
  await expect.poll(() => sessions.shown.isCatchingUp).toBe(false);
  expect(headlines(sessions.shown)).toEqual([[0, 'rpc_error']]);
  expect(headlines(sessions.live)).toEqual([[0, 'stderr']]);
});

it('brings the handshake and the open calls of a connection along into a new session', async () => {
  const sessions = await open(join(tempFolder(), 'log.db'));
  const epoch = sessions.nextEpoch('s');
  const hello = result(0, { protocolVersion: '2025-06-18', serverInfo: { name: 'x', version: '1' }, capabilities: {} });
  sessions.record('s', epoch, sent([request(0, 'initialize', {}), hello, request(7), stderr('left behind')]));
  sessions.begin('');
  expect(sessions.live.agreement('s', epoch).revision).toBe('2025-06-18');
  sessions.record('s', epoch, sent([error(7)]));
  expect(headlines(sessions.shown)).toEqual([
    [0, 'answered'],
    [1, 'rpc_error'],
  ]);
});

it('removes a session with all that was in it, and never one that is open', async () => {
  const path = join(tempFolder(), 'log.db');
  const sessions = await open(path);
  const first = sessions.live.store.session;
  sessions.record(
    's',
    1,
    sent([request(1, 'ping', { secret: 'SQUEAMISH' }), error(1), stderr('OSSIFRAGE '.repeat(50))]),
  );
  while (sessions.live.store.texts?.step(2, 5)) {}
  await sessions.remove(first);
  expect(sessions.list()).toHaveLength(1);
  sessions.begin('kept');
  sessions.record('s', 1, sent([stderr('stays')]));
  await sessions.remove(first);
  expect(sessions.list().map(({ name }) => name)).toEqual(['kept']);
  expect(headlines(sessions.shown)).toEqual([[0, 'stderr']]);
  sessions.close();
  const database = new DatabaseSync(path);
  for (const table of ['events', 'rows', 'sessions']) {
    expect([table, database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n]).toEqual([table, 1]);
  }
  for (const table of ['failures', 'row_events']) {
    expect([table, database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n]).toEqual([table, 0]);
  }
  database.close();
  expect(readFileSync(path).includes('OSSIFRAGE')).toBe(false);
  expect(readFileSync(path).includes('SQUEAMISH')).toBe(false);
});

it('keeps to the rule by size and by age, and leaves what is open alone', async () => {
  const sessions = await open(join(tempFolder(), 'log.db'));
  for (const name of ['a', 'b', 'c', 'd']) {
    sessions.begin(name);
    sessions.record('s', 1, sent([stderr('x'.repeat(2_000_000))]));
    sessions.live.flush();
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  expect(await sessions.retain({ maxBytes: 1_000_000_000, maxAgeDays: 1 })).toEqual([]);
  await sessions.retain({ maxBytes: 5_000_000, maxAgeDays: null });
  expect(
    sessions
      .list()
      .map(({ name }) => name)
      .slice(0, 2),
  ).toEqual(['d', 'c']);
  expect(sessions.list().some(({ name }) => name === 'a')).toBe(false);
  clock = Date.now() + 48 * hour;
  await sessions.retain({ maxBytes: null, maxAgeDays: 1 });
  expect(sessions.list().map(({ name }) => name)).toEqual(['d']);
  clock = Date.now();
});

it('brings a file of the first version along, with a copy of it as it was', async () => {
  const path = join(tempFolder(), 'log.db');
  copyFileSync(new URL('./version-1.db', import.meta.url), path);
  const before = readFileSync(path);
  const sessions = await open(path);
  expect(sessions.shelf).toMatchObject({ kind: 'sqlite', notice: '' });
  expect(readFileSync(`${path}.version-1`).equals(before)).toBe(true);
  expect(sessions.list()).toMatchObject([{ id: 0, kind: 'recorded', rows: 4, messages: 5, failures: 2 }]);
  expect(headlines(sessions.shown)).toEqual([
    [0, 'rpc_error'],
    [1, 'stderr'],
    [2, 'answered'],
    [3, 'unanswered'],
  ]);
  expect(sessions.shown.facets.suggest('tool', '', 9)).toEqual([{ value: 'get', count: 2 }]);
  expect(sessions.shown.store.eventsAfter(0, 100)).toHaveLength(6);
  sessions.begin('next');
  sessions.record('s', 1, sent([stderr('new')]));
  expect(headlines(sessions.shown)).toEqual([[0, 'stderr']]);
  expect(existsSync(`${path}.version-2`)).toBe(false);
});

it('brings a file of the second version along, and goes on recording and finding in it', async () => {
  const path = join(tempFolder(), 'log.db');
  copyFileSync(new URL('./version-2.db', import.meta.url), path);
  const before = readFileSync(path);
  const sessions = await open(path);
  expect(sessions.shelf).toMatchObject({ kind: 'sqlite', notice: '' });
  expect(readFileSync(`${path}.version-2`).equals(before)).toBe(true);
  const { store, views } = sessions.shown;
  const [failed, answered] = store.rowsFrom(0, 9);
  expect([failed, answered].map((row) => store.eventsOf(row?.id ?? 0))).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  expect(headlines(sessions.shown)).toEqual([
    [0, 'rpc_error'],
    [1, 'answered'],
    [2, 'stderr'],
  ]);
  const found = async (filter: string) => {
    const view = await views.open(filter);
    return view && 'places' in view ? view.places.slice(0, 9) : view;
  };
  expect(await found('tool:read')).toEqual([0]);
  expect(await found('"twelve"')).toEqual([1]);
  sessions.begin('next');
  sessions.record('s', 1, sent([request(1, 'tools/call', { name: 'read' }), stderr('between'), result(1)]));
  sessions.live.flush();
  expect(sessions.live.store.eventsOf(sessions.live.store.rowsFrom(0, 1)[0]?.id ?? 0)).toEqual([7, 9]);
});

it('goes on in memory, and says so, while another program holds the file', async () => {
  const path = join(tempFolder(), 'log.db');
  const sessions = await open(path);
  sessions.record('s', 1, sent([request(1), error(1)]));
  sessions.live.flush();
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  sessions.record('s', 1, sent([stderr('while locked')]));
  expect(sessions.notice).toMatch(/log\.db takes no more \(database is locked\)/);
  expect(headlines(sessions.shown)).toHaveLength(2);
  sessions.begin('new');
  sessions.record('s', 1, sent([stderr('in memory')]));
  expect(sessions.notice).toMatch(/takes no new session \(database is locked\).*ends with the app/);
  expect(headlines(sessions.shown)).toEqual([[0, 'stderr']]);
  expect(sessions.list().map(({ name, isLive }) => [name, isLive])[0]).toEqual(['new', true]);
  other.exec('ROLLBACK');
  other.close();
  sessions.close();
  const again = await open(path);
  // What was there before is there still, and what could be written later is too.
  expect(headlines(again.shown)[0]).toEqual([0, 'rpc_error']);
});
