// Two copies of Misfire on one data folder: each keeps what the other wrote, in any order of writes.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SavedServer, SavedServers } from './connections/saved-servers.ts';
import { Marks, marksInFolder } from './log/counts/marks.ts';
import { changeFile } from './saved/shared-file.ts';
import { openFileVault } from './secrets/file-vault.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-two-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const server = (id: string, name = id): SavedServer => ({
  id,
  colour: 0,
  config: { name, transport: { kind: 'stdio', command: 'x', args: [], env: {} }, callTimeoutMs: 60_000 },
});
const namesInFile = () =>
  (JSON.parse(readFileSync(join(folder, 'servers.json'), 'utf8')).servers as SavedServer[]).map(
    ({ config }) => config.name,
  );

test('keep each other’s servers: added, changed and removed', () => {
  const first = new SavedServers(folder);
  first.save([server('a'), server('b'), server('c')]);
  const [one, other] = [new SavedServers(folder), new SavedServers(folder)];
  one.load();
  other.load();
  one.save([server('a', 'A'), server('b'), server('c'), server('d')]);
  expect(other.save([server('a'), server('c'), server('e')])).toMatchObject([server('d')]);
  // Changed by one, removed by the other, added by both.
  expect(namesInFile()).toEqual(['A', 'c', 'd', 'e']);
  // A copy does not remove servers it does not know, and removed servers do not come back.
  one.save([server('a', 'A'), server('b'), server('c', 'C'), server('d')]);
  expect(namesInFile()).toEqual(['A', 'C', 'd', 'e']);
  expect(other.takenIds()).toEqual(new Set(['a', 'c', 'd', 'e']));
});

test('keep each other’s secrets and marks', async () => {
  const open = () => openFileVault({ path: join(folder, 'secrets.json'), where: 'file', words: '' });
  const [one, other] = [await open(), await open()];
  await one.set('a', '1');
  await other.set('b', '2');
  await one.set('c', '3');
  expect(one.get('b')).toBe('2');
  await other.set('a', undefined);
  const third = await open();
  expect(['a', 'b', 'c'].map((key) => third.get(key))).toEqual([undefined, '2', '3']);

  const mark = (group: string, state: 'expected' | null) => ({
    ...{ group, state, note: '', at: 1, version: null, back: null },
    ...{ server: 's', words: 'w' },
  });
  const marks = () => new Marks(marksInFolder(folder));
  const [here, there] = [marks(), marks()];
  here.set(mark('g1', 'expected'));
  there.set(mark('g2', 'expected'));
  here.set(mark('g1', null));
  expect([...marks().expected]).toEqual(['g2']);
});

test('write at the same time from several processes, and lose nothing and leave no lock', async () => {
  const names = ['one', 'two', 'three'];
  const codes = await Promise.all(
    names.map(async (name) => {
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'testing', 'save-many.ts'), folder, name, '15'],
        {
          stdio: ['ignore', 'inherit', 'inherit'],
        },
      );
      return (await once(child, 'exit'))[0];
    }),
  );
  expect(codes).toEqual([0, 0, 0]);
  expect(namesInFile()).toHaveLength(45);
  const { secrets } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'));
  expect(Object.keys(secrets)).toHaveLength(45);
  expect(readdirSync(folder).sort()).toEqual(['secrets.json', 'servers.json']);
});

test('are not blocked by the lock of a killed copy, and rename a damaged list', () => {
  const path = join(folder, 'servers.json');
  writeFileSync(`${path}.lock`, '');
  utimesSync(`${path}.lock`, 1, 1);
  const saved = new SavedServers(folder);
  saved.save([server('a')]);
  expect(namesInFile()).toEqual(['a']);
  writeFileSync(path, '{"version":1,"servers":[{"id":');
  saved.save([server('a'), server('b')]);
  expect(namesInFile()).toEqual(['a', 'b']);
  expect(readdirSync(folder).filter((name) => name.includes('unreadable'))).toHaveLength(1);
});

test('a change that fails leaves the file unchanged and no lock', () => {
  const path = join(folder, 'x.json');
  changeFile(path, () => 'old');
  expect(() =>
    changeFile(path, () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(readdirSync(folder)).toEqual(['x.json']);
  changeFile(path, (text) => `${text} and new`);
  expect(readFileSync(path, 'utf8')).toBe('old and new');
});
