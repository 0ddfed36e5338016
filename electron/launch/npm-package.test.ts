// What `npm pack` makes: built, small, without source maps, and a program that runs from it without anything else.

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import spawn from 'cross-spawn';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from './build-stamp.ts';

let folder: string;
let tarball: string;

const run = (command: string, args: string[], cwd: string) => {
  const { status, stdout, stderr } = spawn.sync(command, args, { cwd, encoding: 'utf8' });
  return { status, stdout: String(stdout), stderr: String(stderr) };
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-pack-'));
  // Built by `prepack`, as for anyone who packs it.
  const packed = run('npm', ['pack', '--pack-destination', folder], projectRoot);
  expect(packed.status, packed.stderr).toBe(0);
  tarball = join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '');
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('is below 3 MB and carries no source maps and no sources', () => {
  expect(statSync(tarball).size).toBeLessThan(3_000_000);
  const files = run('tar', ['-tzf', tarball], folder).stdout.split('\n');
  expect(files).toContain('package/dist/node/misfire.cjs');
  expect(files).toContain('package/dist/shell/main.js');
  expect(files).toContain('package/dist/third-party-licences.txt');
  expect(files.filter((file) => /\.(map|tsx?)$/.test(file))).toEqual([]);
});

test('brings no other packages, and runs from the tarball', { timeout: 120_000 }, () => {
  const installed = run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--offline', '--prefix', folder, tarball],
    folder,
  );
  expect(installed.status, installed.stderr).toBe(0);
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['misfire']);
  const program = join(folder, 'node_modules', 'misfire', 'dist', 'node', 'misfire.cjs');
  const version = run(process.execPath, [program, '--version'], folder);
  expect(version.stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
  const probed = run(
    process.execPath,
    [program, 'probe', '--samples', '--only', 'unknown-tool', '--data', join(folder, 'data')],
    folder,
  );
  expect(probed.stdout + probed.stderr).toContain('Closient');
});

test('says on an older Node what it needs', () => {
  // As that Node would read it: the first lines look at nothing else.
  const program = join(projectRoot, 'electron', 'launch', 'bin.cjs');
  const asOld = `Object.defineProperty(process.versions, 'node', { value: '20.18.3' }); require(${JSON.stringify(program)});`;
  const { status, stderr } = run(process.execPath, ['-e', asOld], folder);
  expect(status).toBe(2);
  expect(stderr).toContain('This is Node 20.18.3, and Misfire needs 22.13 or newer');
});
