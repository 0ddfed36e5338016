// Recordings in a real file: recorded, left, reopened, migrated, deleted by the user and by the retention rule.

import { copyFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import {
  type EventDraft,
  error,
  plainDecode,
  request,
  result,
  stderr,
} from '../../../shared/exchange/event-fixtures.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import { Log } from '../log/log.ts';
import { openRecordings } from '../log/open-store.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { Recordings } from './recordings.ts';

const hour = 3_600_000;
let clock = Date.now();
const sent = (drafts: EventDraft[]): TransportEvent[] =>
  drafts.map((draft) => ({ at: clock, ...draft }) as TransportEvent);

async function open(path: string | null, catchUpMs?: number): Promise<Recordings> {
  const recordings = new Recordings({
    logFile: await openRecordings({ path }),
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
  onTestFinished(() => recordings.close());
  return recordings;
}

const headlines = (log: Log) => {
  log.flush();
  return log.store.rowsFrom(0, 100).map(({ ord, outcome, kind }) => [ord, outcome ?? kind]);
};

for (const [where, path] of [
  ['a file', () => join(tempFolder(), 'log.db')],
  ['memory', () => null],
] as const) {
  it(`keeps recordings separate, each with its own dense positions, in ${where}`, async () => {
    const recordings = await open(path());
    const first = recordings.live.store.recording;
    recordings.record('s', 1, sent([request(1), error(1), stderr('one')]));
    recordings.begin('Second');
    recordings.record('t', 1, sent([stderr('two'), request(1), result(1)]));
    expect(headlines(recordings.shown)).toEqual([
      [0, 'stderr'],
      [1, 'answered'],
    ]);
    expect(
      recordings
        .list()
        .map(({ name, rows, counted, isLive, isShown }) => [name, rows, counted?.failedCalls, isLive, isShown]),
    ).toEqual([
      ['Second', 2, 0, true, true],
      [expect.stringMatching(/^\d{4}-/), 2, 1, false, false],
    ]);
    expect(recordings.open(first)).toBe(true);
    expect(headlines(recordings.shown)).toEqual([
      [0, 'rpc_error'],
      [1, 'stderr'],
    ]);
    // Recording continues where it was.
    recordings.record('t', 1, sent([request(2)]));
    expect(headlines(recordings.shown)).toHaveLength(2);
    expect(headlines(recordings.live)).toHaveLength(3);
    expect(recordings.open(99)).toBe(false);
  });
}

it('opens the last recording at start and continues it, unless it was idle for half a day', async () => {
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

it('starts a new recording while the last one is being derived again', async () => {
  const path = join(tempFolder(), 'log.db');
  const before = await open(path);
  before.record('s', before.nextEpoch('s'), sent([request(1), error(1)]));
  const old = before.shown.store.recording;
  before.close();
  const database = new DatabaseSync(path);
  database.exec(`UPDATE sessions SET state = json_set(state, '$.rules', 1)`);
  database.close();
  const recordings = await open(path, 0);
  expect([recordings.shown.isCatchingUp, recordings.current === recordings.shown]).toEqual([true, true]);
  recordings.record('s', recordings.nextEpoch('s'), sent([stderr('new')]));
  expect(headlines(recordings.shown)).toEqual([[0, 'stderr']]);
  expect(recordings.open(old)).toBe(true);
  await expect.poll(() => recordings.shown.isCatchingUp).toBe(false);
  expect(headlines(recordings.shown)).toEqual([[0, 'rpc_error']]);
  expect(headlines(recordings.live)).toEqual([[0, 'stderr']]);
});

it('copies the handshake and the open calls of a connection into a new recording', async () => {
  const recordings = await open(join(tempFolder(), 'log.db'));
  const epoch = recordings.nextEpoch('s');
  const hello = result(0, { protocolVersion: '2025-06-18', serverInfo: { name: 'x', version: '1' }, capabilities: {} });
  recordings.record('s', epoch, sent([request(0, 'initialize', {}), hello, request(7), stderr('left behind')]));
  recordings.begin('');
  expect(recordings.live.agreement('s', epoch).revision).toBe('2025-06-18');
  recordings.record('s', epoch, sent([error(7)]));
  expect(headlines(recordings.shown)).toEqual([
    [0, 'answered'],
    [1, 'rpc_error'],
  ]);
});

it('deletes a recording with all its data, and never an open one', async () => {
  const path = join(tempFolder(), 'log.db');
  const recordings = await open(path);
  const first = recordings.live.store.recording;
  recordings.record(
    's',
    1,
    sent([request(1, 'ping', { secret: 'SQUEAMISH' }), error(1), stderr('OSSIFRAGE '.repeat(50))]),
  );
  recordings.live.flush();
  await recordings.live.store.indexed();
  await recordings.remove(first);
  expect(recordings.list()).toHaveLength(1);
  recordings.begin('kept');
  recordings.record('s', 1, sent([stderr('stays')]));
  await recordings.remove(first);
  expect(recordings.list().map(({ name }) => name)).toEqual(['kept']);
  expect(headlines(recordings.shown)).toEqual([[0, 'stderr']]);
  recordings.close();
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
  expect(/ossifrage|squeamish/i.test(readFileSync(`${path}.search`, 'latin1'))).toBe(false);
});

it('applies the retention rule by size and by age, and leaves open recordings alone', async () => {
  const folder = tempFolder();
  const recordings = await open(join(folder, 'log.db'));
  for (const name of ['a', 'b', 'c', 'd']) {
    recordings.begin(name);
    recordings.record('s', 1, sent([stderr('x'.repeat(2_000_000))]));
    recordings.live.flush();
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  expect(await recordings.retain({ maxBytes: 1_000_000_000, maxAgeDays: 1 })).toEqual([]);
  await recordings.live.store.indexed();
  const before = await recordings.logFile.bytesOnDisk();
  await recordings.retain({ maxBytes: 5_000_000, maxAgeDays: null });
  // Measured on disk, and the disk has the space back.
  const files = ['log.db', 'log.db-wal', 'log.db.search', 'log.db.search-wal'];
  const left = files.reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  expect([before > 8_000_000, left <= 5_000_000, left > 2_000_000]).toEqual([true, true, true]);
  expect(await recordings.logFile.bytesOnDisk()).toBe(left);
  expect(
    recordings
      .list()
      .map(({ name }) => name)
      .slice(0, 2),
  ).toEqual(['d', 'c']);
  expect(recordings.list().some(({ name }) => name === 'a')).toBe(false);
  clock = Date.now() + 48 * hour;
  await recordings.retain({ maxBytes: null, maxAgeDays: 1 });
  expect(recordings.list().map(({ name }) => name)).toEqual(['d']);
  clock = Date.now();
});

it('migrates a file of the first version, with a backup', async () => {
  const path = join(tempFolder(), 'log.db');
  copyFileSync(new URL('./version-1.db', import.meta.url), path);
  const before = readFileSync(path);
  const recordings = await open(path);
  expect(recordings.logFile).toMatchObject({ kind: 'sqlite', notice: '' });
  expect(readFileSync(`${path}.version-1`).equals(before)).toBe(true);
  expect(recordings.list()).toMatchObject([
    { id: 0, kind: 'recorded', rows: 4, messages: 5, counted: { failedCalls: 1 } },
  ]);
  expect(headlines(recordings.shown)).toEqual([
    [0, 'rpc_error'],
    [1, 'stderr'],
    [2, 'answered'],
    [3, 'unanswered'],
  ]);
  expect(recordings.shown.facets.suggest('tool', '', 9)).toEqual([{ value: 'get', count: 2 }]);
  expect(recordings.shown.store.eventsAfter(0, 100)).toHaveLength(6);
  recordings.begin('next');
  recordings.record('s', 1, sent([stderr('new')]));
  expect(headlines(recordings.shown)).toEqual([[0, 'stderr']]);
  expect(existsSync(`${path}.version-2`)).toBe(false);
});

it('migrates a file of the second version, and still records and searches in it', async () => {
  const path = join(tempFolder(), 'log.db');
  copyFileSync(new URL('./version-2.db', import.meta.url), path);
  const before = readFileSync(path);
  const recordings = await open(path);
  expect(recordings.logFile).toMatchObject({ kind: 'sqlite', notice: '' });
  expect(readFileSync(`${path}.version-2`).equals(before)).toBe(true);
  const { store, views } = recordings.shown;
  const [failed, answered] = store.rowsFrom(0, 9);
  expect([failed, answered].map((row) => store.eventsOf(row?.id ?? 0))).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  expect(headlines(recordings.shown)).toEqual([
    [0, 'rpc_error'],
    [1, 'answered'],
    [2, 'stderr'],
  ]);
  const found = async (filter: string) => {
    const view = await views.open(filter);
    return view && 'ords' in view ? view.ords.slice(0, 9) : view;
  };
  expect(await found('tool:read')).toEqual([0]);
  expect(await found('"twelve"')).toEqual([1]);
  recordings.begin('next');
  recordings.record('s', 1, sent([request(1, 'tools/call', { name: 'read' }), stderr('between'), result(1)]));
  recordings.live.flush();
  expect(recordings.live.store.eventsOf(recordings.live.store.rowsFrom(0, 1)[0]?.id ?? 0)).toEqual([7, 9]);
});

it('writes pending data once another program releases the file, even without new traffic', async () => {
  const path = join(tempFolder(), 'log.db');
  let notices = 0;
  const recordings = await open(path);
  recordings.logFile.onNotice(() => {
    notices += 1;
  });
  recordings.record('s', 1, sent([request(1), error(1)]));
  recordings.live.flush();
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  recordings.record('s', 1, sent([stderr('while locked')]));
  recordings.live.flush();
  expect(recordings.notice).toMatch(/Another program is using it.*close it there.*kept in memory/);
  expect(recordings.notice).not.toMatch(/space/);
  other.exec('ROLLBACK');
  // No recording and no query is active: the file itself must have it.
  const kept = () => Number(other.prepare('SELECT count(*) AS n FROM events').get()?.n);
  await expect.poll(kept).toBe(3);
  expect([recordings.notice, notices]).toEqual(['', 1]);
  other.close();
});

it('continues in memory with a notice while another program holds the file', async () => {
  const path = join(tempFolder(), 'log.db');
  const recordings = await open(path);
  recordings.record('s', 1, sent([request(1), error(1)]));
  recordings.live.flush();
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  recordings.record('s', 1, sent([stderr('while locked')]));
  expect(recordings.notice).toMatch(/log\.db \(database is locked\)/);
  expect(headlines(recordings.shown)).toHaveLength(2);
  recordings.begin('new');
  recordings.record('s', 1, sent([stderr('in memory')]));
  expect(recordings.notice).toMatch(/takes no new recording \(database is locked\).*ends with the app/);
  expect(headlines(recordings.shown)).toEqual([[0, 'stderr']]);
  expect(recordings.list().map(({ name, isLive }) => [name, isLive])[0]).toEqual(['new', true]);
  other.exec('ROLLBACK');
  other.close();
  recordings.close();
  const again = await open(path);
  // Earlier data is still there, and data written later is too.
  expect(headlines(again.shown)[0]).toEqual([0, 'rpc_error']);
});
