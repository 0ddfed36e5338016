// Real files; the dialogs return a scripted choice.

import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ChosenFiles } from './chosen-files.ts';

let folder: string;
let proposed: { defaultPath: string; extension: string }[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-files-'));
  proposed = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function choosing(path: string | null, used: string[] = []): ChosenFiles {
  return new ChosenFiles({
    dialogs: {
      save: async (wish) => {
        proposed.push(wish);
        return path;
      },
      open: async () => path,
    },
    lastFolder: () => folder,
    onUsed: (one, how) => void used.push(`${how} ${one}`),
  });
}
const bytes = (text: string) => new TextEncoder().encode(text);

test('a file appears at its path only when it is complete', async () => {
  const path = join(folder, 'a.jsonl');
  writeFileSync(path, 'the old one');
  const used: string[] = [];
  const files = choosing(path, used);
  const chosen = await files.chooseSave({ name: 'a.jsonl' });
  const file = chosen.ok ? (chosen.value?.file ?? -1) : -1;
  await files.savePart({ file, bytes: bytes('one ') });
  expect(readFileSync(path, 'utf8')).toBe('the old one');
  await files.savePart({ file, bytes: bytes('two') });
  expect(files.savedPath(file)).toBeUndefined();
  expect(await files.endSave({ file, keep: true })).toEqual({ ok: true, value: { path } });
  expect(readFileSync(path, 'utf8')).toBe('one two');
  expect(readdirSync(folder)).toEqual(['a.jsonl']);
  expect(files.savedPath(file)).toBe(path);
  expect(used).toEqual([`saved ${path}`]);
  // It is complete: nothing can be added.
  expect(await files.savePart({ file, bytes: bytes('!') })).toMatchObject({ ok: false });
});

test('a canceled file, or one that is open when the app ends, leaves nothing', async () => {
  const path = join(folder, 'a.jsonl');
  const files = choosing(path);
  for (const giveUp of [(file: number) => files.endSave({ file, keep: false }), () => files.close()]) {
    const chosen = await files.chooseSave({ name: 'a.jsonl' });
    const file = chosen.ok ? (chosen.value?.file ?? -1) : -1;
    await files.savePart({ file, bytes: bytes('half') });
    await giveUp(file);
    expect(readdirSync(folder)).toEqual([]);
  }
});

test('a proposed name has no folders and no characters that systems forbid', async () => {
  const files = choosing(null);
  expect(await files.chooseSave({ name: '../../etc/pass:wd?.har' })).toEqual({ ok: true, value: null });
  await files.chooseSave({ name: '...' });
  await files.chooseSave({ name: 'shop\n\u202e\u0085\u200blnosj.har' });
  expect(proposed).toEqual([
    { defaultPath: join(folder, '-..-etc-pass-wd-.har'), extension: 'har' },
    { defaultPath: join(folder, 'misfire'), extension: '' },
    { defaultPath: join(folder, 'shop----lnosj.har'), extension: 'har' },
  ]);
});

test.skipIf(process.platform === 'win32')('devices, which never end, and folders are rejected', async () => {
  const path = join(folder, 'endless.jsonl');
  symlinkSync('/dev/zero', path);
  const files = choosing(null);
  expect(await files.give(path)).toMatchObject({
    ok: false,
    error: { message: 'endless.jsonl cannot be read: it is a device, which may never end.' },
  });
  expect(await files.give(folder)).toMatchObject({ ok: false });
});

test('only chosen files are read, in parts', async () => {
  const path = join(folder, 'big.txt');
  const text = 'x'.repeat(5_000_000);
  writeFileSync(path, text);
  const files = choosing(path);
  expect(await files.readPart({ file: 1, from: 0 })).toMatchObject({ ok: false });
  const chosen = await files.chooseOpen({ accept: ['.txt'] });
  expect(chosen).toMatchObject({ ok: true, value: { name: 'big.txt', size: text.length } });
  const file = chosen.ok ? (chosen.value?.file ?? -1) : -1;
  let read = 0;
  for (;;) {
    const part = await files.readPart({ file, from: read });
    if (!part.ok) throw new Error(part.error.message);
    if (part.value.bytes.length === 0) break;
    read += part.value.bytes.length;
  }
  expect(read).toBe(text.length);
  expect(await choosing(join(folder, 'gone')).chooseOpen({ accept: [] })).toMatchObject({ ok: false });
});

test('a name without an extension gets that of the file, unless such a file exists', async () => {
  const files = choosing(join(folder, 'typed'));
  const save = async () => {
    const chosen = await files.chooseSave({ name: 'a.jsonl' });
    await files.endSave({ file: chosen.ok ? (chosen.value?.file ?? -1) : -1, keep: true });
    return readdirSync(folder);
  };
  expect(await save()).toEqual(['typed.jsonl']);
  expect(await save()).toEqual(['typed', 'typed.jsonl']);
});
