import { existsSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { changeFile, replaceFile } from './shared-file.ts';

test('replaces a link in the place of a file or its draft and never follows it', () => {
  const folder = tempFolder();
  const [theirs, unmade] = [join(folder, 'theirs'), join(folder, 'unmade')];
  writeFileSync(theirs, 'notes', { mode: 0o644 });
  const path = join(folder, 'servers.json');
  symlinkSync(theirs, path);
  symlinkSync(unmade, `${path}.${process.pid}.draft`);
  replaceFile(path, '{}');
  expect([lstatSync(path).isFile(), readFileSync(path, 'utf8')]).toEqual([true, '{}']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(theirs, 'utf8')).toBe('notes');
  expect(existsSync(unmade)).toBe(false);
  changeFile(path, (text) => `${text}\n`);
  expect(readFileSync(path, 'utf8')).toBe('{}\n');
});
