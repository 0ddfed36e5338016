// `npm run package` lists the packages it made, and fails if one is missing. electron-builder itself exits with 0 then.

import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import spawn from 'cross-spawn';
import { expect, test } from 'vitest';
import { tempFolder } from '../inspector/testing/temp-folder.ts';
import { projectRoot } from './build-stamp.ts';
import { findPackages } from './made-packages.ts';

test('lists the packages that were made and those that are missing', () => {
  const folder = tempFolder();
  const began = Date.now() - 1_000;
  writeFileSync(join(folder, 'Misfire-0.1.0.AppImage'), '');
  writeFileSync(join(folder, 'misfire_0.1.0_amd64.deb'), '');
  expect(findPackages(folder, began, 'linux', false)).toEqual({
    paths: [join(folder, 'Misfire-0.1.0.AppImage'), join(folder, 'misfire_0.1.0_amd64.deb')],
    missing: [],
  });
  // A file from an earlier run does not count.
  utimesSync(join(folder, 'misfire_0.1.0_amd64.deb'), 1, 1);
  expect(findPackages(folder, began, 'linux', false).missing).toEqual(['deb']);
  expect(findPackages(folder, began, 'darwin', false).missing).toEqual(['dmg', 'zip']);
  writeFileSync(join(folder, 'Misfire Setup 0.1.0.exe'), '');
  expect(findPackages(folder, began, 'win32', false).missing).toEqual(['portable']);
  expect(findPackages(folder, began, 'linux', true).missing).toEqual(['the unpacked app']);
  mkdirSync(join(folder, 'linux-unpacked'));
  expect(findPackages(folder, began, 'linux', true).missing).toEqual([]);
  expect(findPackages(join(folder, 'nowhere'), began, 'linux', false).paths).toEqual([]);
});

test('exits with 1 if no package could be made', () => {
  const empty = tempFolder();
  const ran = spawn.sync(
    process.execPath,
    [join(projectRoot, 'electron', 'launch', 'package.ts'), '--dir', '--output', join(tempFolder(), 'release')],
    // A folder without an Electron in it.
    { cwd: projectRoot, encoding: 'utf8', env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: empty } },
  );
  expect(ran.stderr).toContain('Not made: the unpacked app. No package was made.');
  expect(ran.status).toBe(1);
}, 300_000);
