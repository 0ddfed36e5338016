import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { WireEvent } from '../../../shared/wire.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { openStore, openToRead } from './open-store.ts';
import { openSearchFile } from './search/search-file.ts';
import { applicationId, schemaVersion } from './store/log-schema.ts';
import type { LogStore } from './store/store.ts';

const line = (text: string): WireEvent => ({ lane: 'in', text, at: 1.5, server: 's', epoch: 1 });

/** A closed log with one event. */
async function written(path: string): Promise<void> {
  const store = await openStore({ path });
  expect(store).toMatchObject({ kind: 'sqlite', notice: '', path });
  store.append([line('kept')]);
  store.close();
}

/** The fallback works, and the file is byte for byte unchanged. */
async function expectRefused(path: string, reason: RegExp): Promise<void> {
  const before = readFileSync(path);
  const store = await openStore({ path });
  expect(store.kind).toBe('memory');
  expect(store.notice).toContain(path);
  expect(store.notice).toMatch(reason);
  expect(store.append([line('new')])).toEqual([1]);
  store.close();
  expect(readFileSync(path).equals(before)).toBe(true);
}

describe('log storage', () => {
  it('stores the log in a file that only its owner can read, and opens it again', async () => {
    const path = join(tempFolder(), 'deep', 'log.db');
    await written(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = await openStore({ path });
    expect(again.eventsAfter(0, 10)).toEqual([{ ...line('kept'), seq: 1 }]);
    expect(again.append([line('next'), line('and next')])).toEqual([2, 3]);
    for (const suffix of ['-wal', '-shm', '.lock']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600);
    again.close();
  });

  it('reports a runtime without SQLite', async () => {
    const path = join(tempFolder(), 'log.db');
    const store = await openStore({
      path,
      loadSqlite: () => Promise.reject(new Error('No such built-in module: node:sqlite')),
    });
    expect(store).toMatchObject({
      kind: 'memory',
      path: null,
      notice: 'This runtime has no SQLite; the log is kept in memory and ends with the app.',
    });
    expect(existsSync(path)).toBe(false);
  });

  it('gives no notice when memory was requested', async () => {
    expect(await openStore({ path: null })).toMatchObject({ kind: 'memory', notice: '' });
  });

  it('leaves a file alone that is not a database', async () => {
    const path = join(tempFolder(), 'log.db');
    writeFileSync(path, 'These are my notes, not a database. '.repeat(100));
    await expectRefused(path, /is damaged/);
  });

  it('leaves a file of a newer version alone', async () => {
    const path = join(tempFolder(), 'log.db');
    await written(path);
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA user_version = ${schemaVersion + 1}`);
    database.close();
    await expectRefused(path, /was written by a newer Misfire/);
  });

  it('leaves the database of another program alone', async () => {
    const path = join(tempFolder(), 'log.db');
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE recipes (name TEXT)');
    database.close();
    await expectRefused(path, /is not a log of Misfire/);
  });

  it.each([
    ['a trigger', 'CREATE TRIGGER spy AFTER INSERT ON events BEGIN DELETE FROM events; END'],
    ['a trigger of another table', 'CREATE TRIGGER spy AFTER UPDATE ON sessions BEGIN DELETE FROM events; END'],
    ['a view', 'CREATE VIEW spy AS SELECT randomblob(1000000000)'],
    ['a view in place of a table', 'DROP TABLE failures; CREATE VIEW failures AS SELECT 1 AS row, 2 AS failure'],
    ['a computed column', 'ALTER TABLE events ADD COLUMN spy TEXT GENERATED ALWAYS AS (hex(body)) VIRTUAL'],
    ['an index of an expression', 'CREATE INDEX spy ON events (hex(zeroblob(100000)))'],
    ['an index of some rows', 'CREATE INDEX spy ON events (seq) WHERE length(printf(body)) > 5'],
    ['a default that computes', 'ALTER TABLE rows ADD COLUMN spy TEXT DEFAULT (hex(randomblob(9)))'],
    ['a check', 'CREATE TABLE spy (x TEXT CHECK (length(hex(x)) < 5))'],
    [
      'a check in a Misfire table',
      `DROP TABLE failures;
      CREATE TABLE failures (row INTEGER PRIMARY KEY, failure TEXT NOT NULL CHECK (hex(failure) = '')) STRICT`,
    ],
    ['a virtual table', 'CREATE VIRTUAL TABLE spy USING fts5(x)'],
    [
      'a virtual table in place of a Misfire table',
      'DROP TABLE figures; CREATE VIRTUAL TABLE figures USING fts5(session, kind)',
    ],
  ])('does not execute SQL hidden in the file: %s', async (_what, sql) => {
    const path = join(tempFolder(), 'log.db');
    await written(path);
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
    await expectRefused(path, /has been altered/);
    await expect(openToRead(path)).rejects.toThrow(/has been altered/);
  });

  it.each(['', '-wal', '-shm', '-journal', '.lock'])('does not write through a symlink: log.db%s', async (suffix) => {
    const folder = tempFolder();
    const path = join(folder, 'log.db');
    const theirs = join(folder, 'theirs');
    if (suffix !== '') await written(path);
    rmSync(path + suffix, { force: true });
    symlinkSync(theirs, path + suffix);
    for (const made of [false, true]) {
      if (made) writeFileSync(theirs, '', { mode: 0o644 });
      const store = await openStore({ path });
      expect(store.kind).toBe('memory');
      expect(store.notice).toMatch(/link to another place/);
      store.append([line('new')]);
      store.close();
      await expect(openToRead(path)).rejects.toThrow(/link to another place/);
      // Neither created nor written to, and its mode is unchanged.
      expect(existsSync(theirs)).toBe(made);
      if (made) expect(statSync(theirs)).toMatchObject({ size: 0, mode: 0o100644 });
    }
  });

  it.skipIf(process.platform === 'win32').each(['', '-wal', '-shm', '.lock', '.tally'])(
    'does not wait for a pipe: log.db%s',
    async (suffix) => {
      const path = join(tempFolder(), 'log.db');
      if (suffix !== '') await written(path);
      rmSync(path + suffix, { force: true });
      spawnSync('mkfifo', [path + suffix]);
      const store = await openStore({ path });
      expect([store.kind, store.notice]).toEqual(['memory', expect.stringContaining('a pipe or a device')]);
      store.close();
      await expect(openToRead(path)).rejects.toThrow(/a pipe or a device/);
    },
  );

  it('rebuilds the word index if it is a link or has triggers, and leaves the link target alone', () => {
    const path = join(tempFolder(), 'log.db.search');
    const theirs = join(tempFolder(), 'theirs');
    writeFileSync(theirs, 'notes', { mode: 0o644 });
    symlinkSync(theirs, path);
    const openWords = () => openSearchFile(path, true).database as unknown as DatabaseSync;
    const first = openWords();
    expect(lstatSync(path).isFile()).toBe(true);
    expect(readFileSync(theirs, 'utf8')).toBe('notes');
    expect(statSync(theirs).mode & 0o777).toBe(0o644);
    expect(() => first.exec(`ATTACH '${theirs}' AS theirs`)).toThrow(/too many attached/);
    first.exec('CREATE TRIGGER spy AFTER INSERT ON sessions BEGIN DELETE FROM sessions; END');
    first.close();
    const again = openWords();
    expect(again.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()).toEqual([]);
    again.close();
  });

  it('does not roll back to the journal next to it', async () => {
    const path = join(tempFolder(), 'log.db');
    await written(path);
    // A hot journal that SQLite wrote for a copy of the log. It holds the earlier pages.
    const copy = `${path}.elsewhere`;
    copyFileSync(path, copy);
    const database = new DatabaseSync(copy);
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN IMMEDIATE');
    for (let more = 0; more < 50; more += 1)
      database
        .prepare("INSERT INTO events (at, server, epoch, lane, body, session) VALUES (1, 's', 1, 'in', ?, 0)")
        .run('x'.repeat(20_000));
    const journal = readFileSync(`${copy}-journal`);
    expect(journal.length).toBeGreaterThan(4096);
    database.exec('ROLLBACK');
    database.close();
    const store = await openStore({ path });
    store.append(Array.from({ length: 200 }, (_, place) => line(`newer ${place}`)));
    store.close();
    const before = readFileSync(path);
    writeFileSync(`${path}-journal`, journal);
    const again = await openStore({ path });
    expect(again).toMatchObject({ kind: 'sqlite', notice: '' });
    expect(again.eventsAfter(0, 1000)).toHaveLength(201);
    again.close();
    expect(readFileSync(path).subarray(4096).equals(before.subarray(4096))).toBe(true);
    expect(existsSync(`${path}-journal`)).toBe(false);
  });

  it("opens a log that was copied during a write, and one next to another log's write-ahead log", async () => {
    const path = join(tempFolder(), 'log.db');
    const store = await openStore({ path });
    store.append(Array.from({ length: 300 }, (_, place) => line(`line ${place}`)));
    const copies = tempFolder();
    copyFileSync(path, join(copies, 'bare.db'));
    copyFileSync(path, join(copies, 'whole.db'));
    copyFileSync(`${path}-wal`, join(copies, 'whole.db-wal'));
    const wal = readFileSync(`${path}-wal`);
    store.close();
    const whole = await openStore({ path: join(copies, 'whole.db') });
    expect(whole.eventsAfter(0, 1000)).toHaveLength(300);
    whole.close();
    const bare = await openStore({ path: join(copies, 'bare.db') });
    expect(bare.append([line('goes on')])).toHaveLength(1);
    bare.close();

    const other = join(tempFolder(), 'log.db');
    await written(other);
    writeFileSync(`${other}-wal`, wal);
    const mixed = await openStore({ path: other });
    expect(mixed.append([line('goes on')])).toHaveLength(1);
    mixed.close();
  });

  it('opens quickly with a sparse file of 2 GB, and rejects one that claims to be a Misfire log', async () => {
    const path = join(tempFolder(), 'log.db');
    writeFileSync(path, '');
    truncateSync(path, 2 * 1024 ** 3);
    const store = await openStore({ path });
    expect(store.kind).toBe('memory');
    expect(store.notice).toMatch(/is damaged/);
    store.close();
    expect(statSync(path)).toMatchObject({ size: 2 * 1024 ** 3 });
    await expect(openToRead(path)).rejects.toThrow(/is damaged/);

    const other = join(tempFolder(), 'log.db');
    const database = new DatabaseSync(other);
    database.exec(
      `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}; CREATE TABLE events (x)`,
    );
    database.close();
    const empty = await openStore({ path: other });
    expect(empty.kind).toBe('memory');
    empty.close();
  });

  it('does not share the file with another Misfire', async () => {
    const path = join(tempFolder(), 'log.db');
    const first = await openStore({ path });
    first.append([line('mine')]);
    const second = await openStore({ path });
    expect(second.kind).toBe('memory');
    expect(second.notice).toMatch(/is in use by another Misfire/);
    first.close();
    const third = await openStore({ path });
    expect(third.kind).toBe('sqlite');
    third.close();
  });

  it('reports a folder that is not writable', async ({ skip }) => {
    if (process.getuid?.() === 0) {
      console.info('Skipped: a folder that cannot be written does not exist for root.');
      skip();
    }
    const folder = tempFolder();
    chmodSync(folder, 0o500);
    const store: LogStore = await openStore({ path: join(folder, 'log.db') });
    chmodSync(folder, 0o700);
    expect(store.notice).toMatch(/cannot be written/);
  });
});
