// The files of an export: readable by their owner only, and never written through a link.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ParquetFiles } from './parquet-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-parquet-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const record = { time: new Date('2026-11-18T00:00:00Z') };
const day = 'failures/date=2026-11-18';

describe.skipIf(process.platform === 'win32')('an export', () => {
  it('can be read by its owner only, as a draft and when it is done', () => {
    const files = new ParquetFiles(join(folder, 'out'), 'a', 'test');
    files.add('failures', record);
    const modes = () =>
      readdirSync(join(folder, 'out', day)).map((name) => statSync(join(folder, 'out', day, name)).mode & 0o777);
    expect(modes()).toEqual([0o600]);
    files.finish();
    expect(modes()).toEqual([0o600]);
  });

  it.each(['failures', day])('is refused where %s is a link', (link) => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(join(folder, 'out', link, '..'), { recursive: true });
    symlinkSync(elsewhere, join(folder, 'out', link));
    expect(() => new ParquetFiles(join(folder, 'out'), 'a', 'test').add('failures', record)).toThrow('is a link');
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('replaces a link with the name of its file', () => {
    mkdirSync(join(folder, 'out', day), { recursive: true });
    writeFileSync(join(folder, 'mine'), 'kept');
    symlinkSync(join(folder, 'mine'), join(folder, 'out', day, 'a.parquet'));
    symlinkSync(join(folder, 'gone'), join(folder, 'out', day, '.a.part'));
    const files = new ParquetFiles(join(folder, 'out'), 'a', 'test');
    files.add('failures', record);
    files.finish();
    expect([statSync(join(folder, 'mine')).size, existsSync(join(folder, 'gone'))]).toEqual([4, false]);
  });
});
