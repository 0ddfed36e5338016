import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findDataFolder } from './data-folder.ts';

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
