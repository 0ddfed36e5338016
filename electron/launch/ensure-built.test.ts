// How a checkout builds itself before it starts. A real build takes a minute, so a short stand-in takes its place: it ends when the test lets it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importsIn } from './suite/imports.ts';

const launched = ['start.ts', 'misfire.ts', 'end-with-npm.ts', 'ensure-built.ts', 'build-stamp.ts'];

/** Waits for the file `go`, whose text is its exit code. */
const standIn = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFingerprint } from './build-stamp.ts';
appendFileSync('builds', 'x');
while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20));
const code = Number(readFileSync('go', 'utf8'));
if (code !== 0) console.log('The page could not be bundled.');
else {
  mkdirSync('dist/node', { recursive: true });
  writeFileSync('dist/.built-from', readFingerprint());
  writeFileSync('dist/node/cli.js', 'console.log("Misfire runs.");');
}
process.exit(code);
`;

let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'misfire-checkout-'));
  const launch = join(checkout, 'electron', 'launch');
  mkdirSync(launch, { recursive: true });
  mkdirSync(join(checkout, 'node_modules'));
  writeFileSync(join(checkout, 'package.json'), '{ "type": "module" }');
  for (const file of launched) copyFileSync(join(import.meta.dirname, file), join(launch, file));
  writeFileSync(join(launch, 'build.ts'), standIn);
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function start() {
  const child = spawn(process.execPath, [join(checkout, 'electron', 'launch', 'start.ts')], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { child, ended: ended.then(([out, err, [code]]) => ({ out, err, code })) };
}

const finishBuild = (code: number) => writeFileSync(join(checkout, 'go'), String(code));

test('says that it builds before the build ends, how long it took, and builds no second time', async () => {
  const { child, ended } = start();
  const [first] = await once(child.stderr, 'data');
  expect(String(first)).toBe('Building Misfire…\n');
  const other = start();
  finishBuild(0);
  expect(await ended).toMatchObject({ out: 'Misfire runs.\n', err: expect.stringMatching(/\nBuilt in \d+ s\.\n$/) });
  // It waited for the first one.
  expect(await other.ended).toEqual({ out: 'Misfire runs.\n', err: '', code: 0 });
  expect(await start().ended).toEqual({ out: 'Misfire runs.\n', err: '', code: 0 });
  expect(readFileSync(join(checkout, 'builds'), 'utf8')).toBe('x');
});

test('prints what the build said when it failed', async () => {
  finishBuild(1);
  const { out, err, code } = await start().ended;
  expect({ out, code }).toEqual({ out: '', code: 2 });
  expect(err).toBe('Building Misfire…\nMisfire could not be built:\n\nThe page could not be bundled.\n\n');
});

test('loads no package before it says so', () => {
  const packages = launched
    .flatMap((file) => importsIn(file, readFileSync(join(import.meta.dirname, file), 'utf8')))
    .filter(({ name, target }) => !name.startsWith('node:') && !launched.includes(target ?? ''));
  expect(packages).toEqual([]);
});
