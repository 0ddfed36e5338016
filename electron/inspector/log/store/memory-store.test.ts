import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import type { Answer } from '../../../../shared/contract/api.ts';
import {
  type EventDraft,
  error,
  into,
  plainDecode,
  request,
  result,
  stderr,
} from '../../../../shared/exchange/event-fixtures.ts';
import type { TransportEvent } from '../../../transports/transport.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { Log } from '../log.ts';
import { openStore } from '../open-store.ts';
import { LogQueries } from '../queries.ts';
import { SearchThread } from '../search/search-thread.ts';
import { type Database, migrate } from './log-schema.ts';
import { MemoryStore } from './memory-store.ts';
import { SqliteFile } from './sqlite-file.ts';
import { SqliteRecordings } from './sqlite-recordings.ts';
import { SqliteStore } from './sqlite-store.ts';

const sent = (drafts: EventDraft[], from: number) =>
  drafts.map((draft, i) => ({ at: from + i, ...draft }) as TransportEvent);

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

/** Everything a window can see of a log. */
async function everything(log: Log) {
  const reading = new LogQueries(log);
  const { rows } = value(await reading.rows({ view: '', from: 0, count: 500 }));
  const plain = rows.map(({ rev, ...row }) => row);
  const details = await Promise.all(rows.map(async ({ id }) => value(await reading.rowDetail({ id }))));
  const views = await Promise.all(
    ['is:failed', 'is:pending', '"line"', 'is:ok'].map(async (filter) => {
      const { view, total, hidden } = value(await reading.openView({ filter }));
      const page = value(await reading.rows({ view, from: 0, count: 500 }));
      return [filter, total, hidden, page.rows.map(({ id }) => id)];
    }),
  );
  const locate = value(await reading.locate({ view: '', id: 1, want: 'newest_failure' }));
  const changed = value(await reading.changes({ rev: 0, limit: 5000 }))
    .rows.map(({ id }) => id)
    .sort((a, b) => a - b);
  const stripped = details.map(({ events, params, failure, attempts, breadcrumbs }) => ({
    events,
    params,
    failure,
    attempts: attempts.map(({ id }) => id),
    breadcrumbs: breadcrumbs.map(({ id }) => id),
  }));
  return { plain, stripped, views, locate, changed, counters: log.counters, last: log.store.lastSeq() };
}

it('continues in memory when the disk is full, shows everything, and writes it once there is space', async () => {
  const path = join(tempFolder(), 'log.db');
  const database = new DatabaseSync(path);
  migrate(database as unknown as Database);
  let clock = 0;
  const file = new SqliteFile(database as unknown as Database, path, new SearchThread(path, true), () => {});
  const recording = new SqliteRecordings(file).create({ kind: 'recorded', startedAt: 0 });
  const store = new MemoryStore({ file: new SqliteStore(file, recording), now: () => clock });
  const log = new Log({ store, decode: plainDecode, now: () => 0 });
  const twin = new Log({ store: await openStore({ path: null }), decode: plainDecode, now: () => 0 });
  onTestFinished(() => twin.close());
  const record = (drafts: EventDraft[]) => {
    for (const each of [log, twin]) each.record('s', 1, sent(drafts, clock));
    log.flush();
    twin.flush();
  };

  record([request(1), error(1), request(2), request(9, 'ping', {}), stderr('line 0')]);
  // The real error of a full disk: SQLITE_FULL.
  database.exec(`PRAGMA max_page_count = ${Number(database.prepare('PRAGMA page_count').get()?.page_count)}`);
  for (let i = 0; i < 60; i += 1) record([stderr(`line ${i} ${'x'.repeat(2000)}`)]);
  record([result(2), request(3), error(3), into('noise'), request(4), request(5, 'ping', {})]);
  expect(store.notice).toMatch(/log\.db \(database or disk is full\)/);
  expect(await everything(log)).toEqual(await everything(twin));

  clock += 5000;
  record([result(4), stderr('line still full')]);
  expect(store.notice).not.toBe('');
  database.exec('PRAGMA max_page_count = 1000000');
  clock += 5000;
  record([stderr('line with room')]);
  expect(store.notice).toBe('');
  expect(await everything(log)).toEqual(await everything(twin));
  log.close();
  file.close();

  const again = new Log({ store: await openStore({ path }), decode: plainDecode, now: () => 0 });
  twin.record('s', 2, []);
  expect((await everything(again)).stripped.length).toBe((await everything(twin)).stripped.length);
  expect(again.counters).toMatchObject({ messages: twin.counters.messages, rows: twin.counters.rows, pending: 0 });
  again.close();
});
