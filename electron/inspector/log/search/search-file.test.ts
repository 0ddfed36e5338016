// Every row is found even if the word index is lost, damaged, outdated or in use. Uses real files and real processes.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { plainDecode, request, result } from '../../../../shared/exchange/event-fixtures.ts';
import { compileWords } from '../../../../shared/filter/filter-words.ts';
import type { TransportEvent } from '../../../transports/transport.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { Log } from '../log.ts';
import { lastRecorded, openRecordings, openToRead } from '../open-store.ts';
import { ReadOnlyLog } from '../read-only-log.ts';
import type { RecordingsFile } from '../store/recordings-file.ts';

interface Opened {
  logFile: RecordingsFile;
  log: Log;
  /** Positions of the rows that a search finds. */
  find: (words: string) => Promise<number[]>;
  close: () => void;
}

async function open(path: string): Promise<Opened> {
  const opened = await openLog(path);
  onTestFinished(opened.close);
  return opened;
}

async function openLog(path: string): Promise<Opened> {
  const logFile = await openRecordings({ path });
  const recording = lastRecorded(logFile) ?? logFile.create({ kind: 'recorded', startedAt: 0 });
  const log = new Log({ store: logFile.open(recording), decode: plainDecode, now: () => 0 });
  const close = () => {
    log.close();
    logFile.close();
  };
  return { logFile, log, find: (words) => placesIn(log.views.open(`"${words}"`)), close };
}

async function placesIn(opened: ReturnType<Log['views']['open']>): Promise<number[]> {
  const view = await opened;
  if (!view || 'problem' in view) throw new Error('There is no view.');
  return view.ords.slice(0, view.ords.length);
}

/** Every message, by row. */
const textsIn = ({ log }: Opened) =>
  log.store.rowsFrom(0, 100_000).map(({ id, ord }) => ({
    ord,
    texts: log.store.eventsOf(id).map((seq) => (log.store.event(seq) as { text?: string }).text ?? ''),
  }));

/** By scanning every message. */
const looked = (rows: ReturnType<typeof textsIn>, words: string): number[] =>
  rows.flatMap(({ ord, texts }) => (texts.some(compileWords(words)) ? [ord] : []));

const wanted = ['seventh', 'parcel', 'parcel 12', 'nothing'];

function record(log: Log, from: number, to: number): void {
  for (let n = from; n < to; n += 1) {
    const said = { content: [{ type: 'text', text: `parcel ${n}${n % 7 === 0 ? ' of every seventh' : ''}` }] };
    log.record(
      's',
      1,
      [request(n), result(n, said)].map((draft, i) => ({ at: n * 2000 + i, ...draft }) as TransportEvent),
    );
  }
  log.flush();
}

/** The search finds what is there, and at least one row. */
async function expectAllFound(opened: Opened): Promise<void> {
  const rows = textsIn(opened);
  for (const words of wanted) expect([words, await opened.find(words)]).toEqual([words, looked(rows, words)]);
  expect((await opened.find('seventh')).length).toBeGreaterThan(10);
}

let original: string;
beforeAll(async () => {
  original = mkdtempSync(join(tmpdir(), 'misfire-search-'));
  const { log, close } = await openLog(join(original, 'log.db'));
  record(log, 0, 600);
  await log.store.indexed();
  close();
});
afterAll(() => rmSync(original, { recursive: true, force: true }));

/** A log of 600 calls with its index. */
function written(): string {
  const folder = tempFolder();
  cpSync(original, folder, { recursive: true });
  return join(folder, 'log.db');
}

const filesBeside = (path: string) => readdirSync(dirname(path)).sort();

it('leaves no write-ahead log after closing, and only the owner can read the index', async () => {
  const path = written();
  expect(filesBeside(path)).toEqual(['log.db', 'log.db.lock', 'log.db.search']);
  expect(statSync(`${path}.search`).mode & 0o777).toBe(0o600);
  // Also when it is closed with many rows still to index.
  const opened = await open(path);
  await opened.find('parcel');
  record(opened.log, 600, 1500);
  opened.close();
  expect(filesBeside(path)).toEqual(['log.db', 'log.db.lock', 'log.db.search']);
  await expectAllFound(await open(path));
});

it('finds everything before indexing starts, and rows that arrive during indexing', async () => {
  const opened = await open(join(tempFolder(), 'log.db'));
  record(opened.log, 0, 1200);
  await expectAllFound(opened);
  record(opened.log, 1200, 1400);
  await expectAllFound(opened);
  await opened.log.store.indexed();
  record(opened.log, 1400, 1500);
  await expectAllFound(opened);
});

it('is rebuilt after it was deleted', async () => {
  const path = written();
  rmSync(`${path}.search`);
  const opened = await open(path);
  await expectAllFound(opened);
  await opened.log.store.indexed();
  await expectAllFound(opened);
  opened.close();
  const words = new DatabaseSync(`${path}.search`, { readOnly: true });
  expect(words.prepare('SELECT rows FROM sessions').all()).toEqual([{ rows: 600 }]);
  words.close();
});

it.each([
  ['is not a database', (bytes: Buffer) => bytes.fill(0x5a, 0, 5000)],
  ['lost its end', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 8192) * 4096)],
  ['has junk inside', (bytes: Buffer) => bytes.fill(0xa5, 8192, bytes.length - 4096)],
])('is moved away and rebuilt when it %s, and reports that in one sentence', async (_what, damage) => {
  const path = written();
  const damaged = damage(readFileSync(`${path}.search`));
  writeFileSync(`${path}.search`, damaged);
  const opened = await open(path);
  const notices: string[] = [];
  opened.logFile.onNotice(() => notices.push(opened.logFile.notice));
  await expectAllFound(opened);
  await opened.log.store.indexed();
  await expectAllFound(opened);
  expect(notices[0]).toMatch(
    /^The search file \S+ was damaged; it is kept as \S+\.damaged, and a new one is being made[^.]*\.$/,
  );
  expect([notices.length, notices.at(-1), opened.logFile.notice]).toEqual([2, '', '']);
  expect(readFileSync(`${path}.search.damaged`).equals(damaged)).toBe(true);
  opened.close();
  const again = await open(path);
  await expectAllFound(again);
  expect(again.logFile.notice).toBe('');
});

it('finds everything after kill -9 in the middle, before and after indexing', async () => {
  const path = join(tempFolder(), 'log.db');
  const script = fileURLToPath(new URL('../testing/append-until-killed.ts', import.meta.url));
  for (let round = 0; round < 2; round += 1) {
    const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    let length = 0;
    // Once some words are indexed.
    child.stdout.on('data', (text: Buffer) => {
      length += text.length;
      if (length > 60_000 && existsSync(`${path}.search`) && statSync(`${path}.search`).size > 0) child.kill('SIGKILL');
    });
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
  }
  const opened = await open(path);
  const every = () => opened.find('ping');
  const all = looked(textsIn(opened), 'ping');
  expect(all.length).toBeGreaterThan(500);
  expect(await every()).toEqual(all);
  await opened.log.store.indexed();
  opened.log.views.drop(() => true);
  expect(await every()).toEqual(all);
});

it('is searched by a command while an app records, with and without indexed words', async () => {
  const path = join(tempFolder(), 'log.db');
  const opened = await open(path);
  record(opened.log, 0, 300);
  const expectSame = async () => {
    const { logFile, store } = await openToRead(path);
    try {
      const still = new ReadOnlyLog(store(opened.log.store.recording), (server) => server);
      const rows = textsIn(opened);
      for (const words of wanted)
        expect([words, await placesIn(still.views.open(`"${words}"`))]).toEqual([words, looked(rows, words)]);
    } finally {
      logFile.close();
    }
  };
  await expectSame();
  await opened.log.store.indexed();
  record(opened.log, 300, 400);
  await expectSame();
  // The recording app is not disturbed. A second app continues in memory and says so.
  const second = await open(path);
  expect(second.logFile).toMatchObject({
    kind: 'memory',
    notice: expect.stringContaining('in use by another Misfire'),
  });
  record(second.log, 0, 20);
  expect(await second.find('seventh')).toEqual([0, 7, 14]);
  await expectAllFound(opened);
});

it('is not created by a command, which finds everything without it', async () => {
  const path = written();
  rmSync(`${path}.search`);
  const { logFile, store } = await openToRead(path);
  onTestFinished(() => logFile.close());
  const still = new ReadOnlyLog(store(0), (server) => server);
  expect(await placesIn(still.views.open('"seventh"'))).toHaveLength(86);
  expect(existsSync(`${path}.search`)).toBe(false);
});

it.each(['a command', 'an app'])('is ignored by %s when another version wrote it', async (who) => {
  const path = written();
  const words = new DatabaseSync(`${path}.search`);
  // The contents may mean anything.
  words.exec("INSERT INTO words_0_0 (words_0_0) VALUES ('delete-all'); PRAGMA user_version = 1");
  words.close();
  if (who === 'an app') {
    const opened = await open(path);
    await expectAllFound(opened);
    await opened.log.store.indexed();
    return expectAllFound(opened);
  }
  const { logFile, store } = await openToRead(path);
  onTestFinished(() => logFile.close());
  const still = new ReadOnlyLog(store(0), (server) => server);
  expect(await placesIn(still.views.open('"seventh"'))).toHaveLength(86);
});

it('is left unchanged by a command that searches, with no new file next to the log', async () => {
  const path = written();
  const there = readdirSync(dirname(path));
  const before = there.map((name) => readFileSync(join(dirname(path), name)));
  const { logFile, store } = await openToRead(path);
  const still = new ReadOnlyLog(store(0), (server) => server);
  expect(await placesIn(still.views.open('"seventh"'))).toHaveLength(86);
  expect(() => store(0).clearRows(1)).toThrow(/readonly/);
  logFile.close();
  expect(readdirSync(dirname(path))).toEqual(there);
  expect(there.map((name) => readFileSync(join(dirname(path), name)))).toEqual(before);
});

it('removes the words from a log of an earlier version, and frees their space', async () => {
  const path = join(tempFolder(), 'log.db');
  copyFileSync(new URL('./words-inside.db', import.meta.url), path);
  const before = statSync(path).size;
  const opened = await open(path);
  expect(await opened.find('marmalade')).toEqual(looked(textsIn(opened), 'marmalade'));
  expect(await opened.find('parcel')).toHaveLength(54);
  await opened.logFile.tidy();
  opened.close();
  const database = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => database.close());
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name);
  expect(tables.filter((name) => /text|piece|unindexed/.test(String(name)))).toEqual(['further_pieces']);
  expect(database.prepare('PRAGMA freelist_count').get()).toEqual({ freelist_count: 0 });
  expect(statSync(path).size).toBeLessThan(before);
  // Nothing was lost, so no backup is needed.
  expect(existsSync(`${path}.version-6`)).toBe(false);
});
