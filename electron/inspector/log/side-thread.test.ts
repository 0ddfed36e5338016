// What was written is moved into the file by another thread until nothing is left, so that the write-ahead log begins anew.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { SideThread } from './side-thread.ts';
import { tempFolder } from './temp-folder.ts';

it('empties the write-ahead log while others go on writing, and says when it is done', async () => {
  const path = join(tempFolder(), 'log.db');
  const database = new DatabaseSync(path);
  const thread = new SideThread(path);
  onTestFinished(() => {
    thread.close();
    database.close();
  });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
    CREATE VIRTUAL TABLE texts USING fts5(said, content = '', contentless_delete = 1);
    CREATE TABLE pieces (piece INTEGER PRIMARY KEY, ord INTEGER NOT NULL, upto INTEGER NOT NULL)`);
  const write = (times: number) => {
    for (let i = 0; i < times; i += 1)
      database.prepare('INSERT INTO texts (said) VALUES (?)').run(`word ${i} `.repeat(500));
  };
  const size = () => statSync(`${path}-wal`).size;
  write(200);
  const before = size();
  expect(before).toBeGreaterThan(500_000);
  expect(thread.isMoving).toBe(false);
  const told: number[][] = [];
  thread.checkpoint((...pages) => told.push(pages));
  expect(thread.isMoving).toBe(true);
  write(3);
  // Questions are answered meanwhile.
  expect([...((await thread.find('"word"', 0, 1000, 3)) ?? [])]).toHaveLength(3);
  await expect.poll(() => thread.isMoving).toBe(false);
  expect(told).toEqual([[expect.any(Number), 0]]);
  expect(told[0]?.[0]).toBeGreaterThan(100);
  const after = size();
  write(50);
  expect(size()).toBe(after);
  expect(statSync(path).size).toBeGreaterThan(200_000);
});

it('is not in anyone’s way once it is closed', async () => {
  const thread = new SideThread(join(tempFolder(), 'nothing.db'));
  thread.checkpoint();
  await expect.poll(() => thread.isMoving).toBe(false);
  thread.checkpoint();
  thread.close();
  expect(thread.isMoving).toBe(false);
  thread.checkpoint();
  expect([thread.isMoving, await thread.find('"x"', 0, 1, 1)]).toEqual([false, null]);
});
