// A really full disk: a small file system filled by a file, if the system allows one. Elsewhere SQLite gets a size limit, which gives the
// same error.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as sqlite from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { plainDecode } from '../../../shared/exchange/event-fixtures.ts';
import { Log } from '../log/log.ts';
import { openRecordings } from '../log/open-store.ts';
import { RecordingApi } from './recording-api.ts';
import { Recordings } from './recordings.ts';

interface Disk {
  path: string;
  /** All but `left` bytes. */
  fill(left?: number): void;
  free(): void;
  loadSqlite: () => Promise<typeof sqlite>;
}

function smallDisk(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    console.log('No disk of its own can be made here; SQLite is given a limit instead.');
    return limitedFile(folder);
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  const filler = join(folder, 'filler');
  return {
    path: join(folder, 'log.db'),
    fill: (left = 100_000) => {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - left));
    },
    free: () => rmSync(filler),
    loadSqlite: async () => sqlite,
  };
}

function limitedFile(folder: string): Disk {
  const opened: sqlite.DatabaseSync[] = [];
  let isFull = false;
  class Limited extends sqlite.DatabaseSync {
    constructor(path: string, options: sqlite.DatabaseSyncOptions = {}) {
      super(path, options);
      opened.push(this);
    }
    override exec(sql: string): void {
      if (isFull && sql.startsWith('BEGIN')) throw new Error('database or disk is full');
      super.exec(sql);
    }
  }
  const limit = (pages: (now: number) => number): void => {
    for (const database of opened.filter(({ isOpen }) => isOpen)) {
      const now = Number(database.prepare('PRAGMA page_count').get()?.page_count ?? 0);
      database.exec(`PRAGMA max_page_count = ${pages(now)}`);
    }
  };
  return {
    path: join(folder, 'log.db'),
    fill: (left = 100_000) => {
      isFull = left === 0;
      limit((now) => now + 10);
    },
    free: () => {
      isFull = false;
      limit(() => 1_000_000);
    },
    loadSqlite: async () => ({ ...sqlite, DatabaseSync: Limited }),
  };
}

async function open({ path, loadSqlite }: Disk) {
  const recordings = new Recordings({
    logFile: await openRecordings({ path, loadSqlite }),
    openLog: (store, _kind, onBatch) => new Log({ store, decode: plainDecode, onBatch }),
    onBatch: () => {},
    onShown: () => {},
  });
  onTestFinished(() => recordings.close());
  const api = new RecordingApi(recordings, { dataDir: join(path, '..'), version: '0' }, () => {});
  onTestFinished(() => api.close());
  return { recordings, api };
}

it('continues on a full disk, refuses with a message what cannot be done, and writes everything once there is space', async () => {
  const disk = smallDisk();
  const { recordings, api } = await open(disk);
  let recorded = 0;
  const record = (): void => {
    const text = `line ${recorded} ${'x'.repeat(2000)}`;
    // Far enough apart not to form a burst.
    recordings.record('s', 1, [{ lane: 'err', at: 2000 * recorded, text }]);
    recorded += 1;
  };
  const kept = (log: Log): string[] => {
    log.flush();
    return log.store.eventsAfter(0, 100_000).map((event) => (event as { text: string }).text.split(' ')[1] as string);
  };
  const all = (): string[] => Array.from({ length: recorded }, (_, i) => String(i));
  recordings.begin('before');
  for (let i = 0; i < 20; i += 1) record();
  recordings.live.flush();
  const recording = recordings.live.store.recording;

  disk.fill();
  for (let i = 0; i < 200; i += 1) record();
  recordings.live.flush();
  expect(recordings.notice).toMatch(/log\.db \(.*(?:full|I\/O)/);
  expect(kept(recordings.live)).toEqual(all());
  expect(recordings.live.counters.rows).toBe(recorded);
  for (const refusal of [
    await api.newRecording({ name: 'another' }),
    await api.captures.startImport({ name: 'a.jsonl' }),
  ])
    expect(refusal).toMatchObject({ ok: false, error: { code: 'refused' } });
  // A name may still fit; if not, that is reported.
  const named = await api.changeRecording({ recording, note: 'n'.repeat(4000) });
  expect(named.ok || named.error.message).toEqual(named.ok ? true : expect.stringMatching(/could not be saved/));
  await api.retention({ rule: { maxBytes: 1, maxAgeDays: 1 } });
  expect(kept(recordings.live)).toEqual(all());

  disk.free();
  await expect
    .poll(
      () => {
        record();
        return recordings.notice;
      },
      { interval: 200 },
    )
    .toBe('');
  recordings.live.flush();
  recordings.close();
  const again = await open(disk);
  expect(again.recordings.shown.store.recording).toBe(recording);
  expect(kept(again.recordings.shown)).toEqual(all());
  expect(again.recordings.shown.counters.rows).toBe(recorded);
});

it('reports a full disk at start, and not that another process holds the log', async () => {
  const disk = smallDisk();
  (await openRecordings(disk)).close();
  disk.fill(0);
  const logFile = await openRecordings(disk);
  expect(logFile).toMatchObject({ kind: 'memory', isRefused: true });
  expect(logFile.notice).toMatch(/log\.db has no room left on its disk\..*kept in memory.*Free some space/);
  logFile.close();
  disk.free();
  const again = await openRecordings(disk);
  expect(again).toMatchObject({ kind: 'sqlite', notice: '' });
  again.close();
});

it('refuses an import that the disk did not store, with both counts', async () => {
  const disk = smallDisk();
  const { api } = await open(disk);
  const begun = await api.captures.startImport({ name: 'a.jsonl' });
  const id = begun.ok ? begun.value.import : -1;
  const line = (at: number) => `${JSON.stringify({ jsonrpc: '2.0', id: at, result: { text: 'x'.repeat(2000) } })}\n`;
  await api.captures.importPart({ import: id, text: line(1), last: false });
  disk.fill();
  const rest = Array.from({ length: 400 }, (_, index) => line(index + 2)).join('');
  expect(await api.captures.importPart({ import: id, text: rest, last: true })).toMatchObject({
    ok: false,
    error: { message: expect.stringMatching(/a\.jsonl was not imported: only \d+ of 401 messages could be stored\./) },
  });
});
