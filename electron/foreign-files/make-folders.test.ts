import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, makeFoldersLater } from './make-folders.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'misfire-folders-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32').each([
  ['at once', async (folder: string) => void makeFolders(folder)],
  ['later', (folder: string) => makeFoldersLater(folder)],
])('nested folders, made %s', (_when, make) => {
  it('are private, and may exist already', async () => {
    await make(join(parent, 'a', 'b'));
    await make(join(parent, 'a', 'b'));
    for (const name of ['a', 'a/b']) expect(statSync(join(parent, name)).mode & 0o777).toBe(0o700);
  });

  it('are made by two at once', async () => {
    await Promise.all([make(join(parent, 'a', 'b')), make(join(parent, 'a', 'c')), make(join(parent, 'a', 'b'))]);
    for (const name of ['a/b', 'a/c']) expect(statSync(join(parent, name)).isDirectory()).toBe(true);
  });

  it.each(['file', 'file/a', 'link', 'link/a', 'link/a/b'])('are refused where no folder can be: %s', async (place) => {
    writeFileSync(join(parent, 'file'), '');
    symlinkSync(join(parent, 'nowhere'), join(parent, 'link'));
    await expect(make(join(parent, place))).rejects.toThrow(/EEXIST|ENOTDIR|ENOENT/);
  });

  // Node's own function never returns here.
  it.skipIf(process.platform !== 'linux')(
    'are refused where the system says that an existing parent is missing',
    async () => {
      await expect(make('/proc/self/a/b')).rejects.toThrow(/ENOENT/);
    },
  );
});
