import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { walPages } from '../store/sqlite-file.ts';
import { moveToFile, type Pass } from './move-to-file.ts';

let folder: string;
let writer: DatabaseSync;
let mover: DatabaseSync;
let reader: DatabaseSync;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-move-'));
  writer = new DatabaseSync(join(folder, 'log.db'));
  writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0');
  writer.exec('CREATE TABLE pages (page BLOB)');
  mover = new DatabaseSync(join(folder, 'log.db'));
  mover.exec('PRAGMA synchronous = OFF');
  reader = new DatabaseSync(join(folder, 'log.db'));
});

afterEach(() => {
  reader.close();
  mover.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

/** About so many pages more in the write-ahead log. */
function write(pages: number): void {
  const sql = `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${pages}) INSERT INTO pages SELECT zeroblob(4000) FROM n`;
  if (pages > 0) writer.exec(sql);
}

/**
 * Passes during which so much is written, as somebody does who records without a pause. It is written right after each; until then
 * a reader keeps the write-ahead log from beginning anew.
 */
function passes(written: readonly number[]): { pass: () => Pass; count: () => number } {
  const move = mover.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  let count = 0;
  const pass = () => {
    reader.exec('BEGIN; SELECT count(*) FROM pages');
    const said = move.get() as Pass;
    write(written[count] ?? 0);
    reader.exec('COMMIT');
    count += 1;
    return said;
  };
  return { pass, count: () => count };
}

describe('moving the write-ahead log into the file', () => {
  it('goes on until little came during a pass', () => {
    write(walPages.many);
    const { pass, count } = passes([2000, 600, 100, 10]);
    const { pages, left } = moveToFile(pass);
    expect(count()).toBe(4);
    expect(left).toBeGreaterThanOrEqual(100);
    expect(left).toBeLessThanOrEqual(walPages.few);
    expect(pages).toBeGreaterThan(walPages.many + 2600);
  });

  it('tells how much is left where it never gets less', () => {
    write(walPages.many);
    const { pass, count } = passes([600, 600, 600, 600, 600]);
    expect(moveToFile(pass).left).toBeGreaterThanOrEqual(600);
    expect(count()).toBe(5);
  });

  it('moves a small one once: it goes on growing', () => {
    write(walPages.many / 4);
    const { pass, count } = passes([600]);
    moveToFile(pass);
    expect(count()).toBe(1);
  });
});
