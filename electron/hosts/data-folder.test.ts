import { mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findDataFolder, makeDataFolder } from './data-folder.ts';

const home = join('/', 'home', 'ada');

test.each([
  ['linux', {}, join(home, '.local', 'share', 'misfire')],
  ['linux', { XDG_DATA_HOME: '/data' }, join('/data', 'misfire')],
  ['darwin', {}, join(home, 'Library', 'Application Support', 'Misfire')],
  ['win32', { APPDATA: '/roaming' }, join('/roaming', 'Misfire')],
  ['linux', { MISFIRE_DATA: '/chosen', XDG_DATA_HOME: '/data' }, resolve('/chosen')],
] as const)('on %s with %o it is %s', (platform, env, expected) => {
  expect(findDataFolder(undefined, { platform, env, home })).toBe(expected);
});

test.each([
  ['linux', { HOME: 'x' }, 'HOME is "x", which is not an absolute path.'],
  ['linux', { HOME: '' }, 'HOME is empty.'],
  ['linux', {}, 'HOME is not set.'],
  ['linux', { XDG_DATA_HOME: 'relative' }, 'HOME is not set.'],
  ['darwin', { HOME: '.' }, 'HOME is ".", which is not an absolute path.'],
  ['win32', { USERPROFILE: 'x', APPDATA: 'relative' }, 'USERPROFILE is "x", which is not an absolute path.'],
] as const)('on %s with %o and no usable home it says what is wrong', (platform, env, problem) => {
  const around = { platform, env, home: null };
  expect(() => findDataFolder(undefined, around)).toThrow(problem);
  expect(findDataFolder('/chosen', around)).toBe(resolve('/chosen'));
  expect(findDataFolder(undefined, { ...around, env: { ...env, MISFIRE_DATA: '/chosen' } })).toBe(resolve('/chosen'));
});

test('a relative XDG_DATA_HOME is ignored, as its specification says', () => {
  const around = { platform: 'linux', env: { XDG_DATA_HOME: 'relative' }, home } as const;
  expect(findDataFolder(undefined, around)).toBe(join(home, '.local', 'share', 'misfire'));
});

test('what a person chose comes first', () => {
  const env = { MISFIRE_DATA: '/chosen' };
  expect(findDataFolder('here', { platform: 'linux', env, home })).toBe(resolve('here'));
});

test.skipIf(process.platform === 'win32')('a new folder is private', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'misfire-data-'));
  const folder = makeDataFolder(join(parent, 'a', 'b'));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(makeDataFolder(folder)).toBe(folder);
  await rm(parent, { recursive: true });
});

test.skipIf(process.platform === 'win32')('a place where no folder can be says so', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'misfire-data-'));
  writeFileSync(join(parent, 'file'), '');
  symlinkSync(join(parent, 'nowhere'), join(parent, 'link'));
  for (const place of ['file', 'file/a', 'link', 'link/a']) {
    expect(() => makeDataFolder(join(parent, place))).toThrow(/EEXIST|ENOTDIR|ENOENT/);
  }
  await rm(parent, { recursive: true });
});
