// The packaged app: built and unpacked here, on the available Electron, and driven from outside, because its fuses keep debuggers
// out. There is no Node on its PATH: the samples run on Electron's own.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, chromium, expect, type Page } from '@playwright/test';
import { launcherFor, launchShell } from '../electron/features/watch/setup/launcher.ts';
import { findDesktop, projectRoot } from './desktop.ts';
import { sandboxArguments } from './desktop-app.ts';
import { card, chooseMore, filter, rows, servers, trySamples } from './page.ts';

const desktop = findDesktop();
let release: string;
let program: string;

const test = base.extend<{ window: Page }>({
  window: async ({ browserName: _ }, use) => {
    const data = await mkdtemp(join(tmpdir(), 'misfire-packaged-'));
    const child = spawn(program, [...sandboxArguments, '--remote-debugging-port=0', '--data', data], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PATH: pathWithoutNode(), HOME: data, SHELL: '/bin/false', MISFIRE_NODE: undefined },
    });
    const browser = await chromium.connectOverCDP(await debuggingAddress(child));
    const page = await (async () => {
      const [context] = browser.contexts();
      return context?.pages()[0] ?? (await context?.waitForEvent('page'));
    })();
    if (!page) throw new Error('The packaged app opened no window.');
    await expect(page.locator('main:not([aria-busy])')).toBeVisible();
    await use(page);
    await browser.close();
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    await rm(data, { recursive: true, force: true });
  },
});

test.skip(!desktop.run, desktop.run ? '' : desktop.because);
test.describe.configure({ mode: 'serial' });
test.setTimeout(180_000);

test.beforeAll(async () => {
  if (!desktop.run) return;
  test.setTimeout(400_000);
  release = await mkdtemp(join(tmpdir(), 'misfire-release-'));
  const made = spawnSync(
    process.execPath,
    [join(projectRoot, 'electron', 'launch', 'package.ts'), '--dir', '--output', release],
    {
      cwd: projectRoot,
      encoding: 'utf8',
      env: {
        ...process.env,
        ELECTRON_OVERRIDE_DIST_PATH: process.env.ELECTRON_OVERRIDE_DIST_PATH ?? dirname(desktop.electron),
      },
    },
  );
  expect(made.status, made.stdout + made.stderr).toBe(0);
  program = packagedProgram(release);
});
test.afterAll(async () => {
  if (release) await rm(release, { recursive: true, force: true });
});

test('samples, search and copy work in the packaged app, without Node on the machine', async ({ window }) => {
  await trySamples(window);
  for (const name of ['Closient', 'Orders adapter', 'erlmcp', 'qaqnuz', 'Platica'])
    await expect(servers(window).getByText(name, { exact: true })).toBeVisible();
  await filter(window, 'is:failed rate');
  await rows(window).filter({ hasText: 'Rate limited' }).first().click({ timeout: 60_000 });
  await expect(card(window).getByRole('heading', { level: 2 })).toHaveText(/^Rate limited by /);
  await chooseMore(window, 'Copy request', 'Copy');
  await expect(window.getByText('Request copied')).toBeVisible();
  const box = window.getByRole('combobox', { name: 'Filter', exact: true });
  await box.fill('');
  await box.press('ControlOrMeta+V');
  await expect(box).toHaveValue(/tools\/call/);
});

test('a file is saved through the system’s own dialog', async ({ window }) => {
  test.skip(spawnSync('xdotool', ['version']).status !== 0, 'there is no xdotool to type into the system’s dialog');
  await trySamples(window);
  await expect(rows(window).first()).toBeVisible();
  await window.keyboard.press('ControlOrMeta+K');
  await window.keyboard.type('Export as capture');
  await window.keyboard.press('Enter');
  await window.getByRole('dialog').getByRole('button', { name: 'Save the file' }).click();
  const path = join(release, 'kept.jsonl');
  await expect
    .poll(() => xdotool('search', '--name', '^Save|^Misfire.*Save|Save File').status, { timeout: 30_000 })
    .toBe(0);
  xdotool('key', '--delay', '50', 'ctrl+a');
  xdotool('type', '--delay', '20', path);
  xdotool('key', 'Return');
  await expect(window.getByText(`Saved ${path}`)).toBeVisible();
  expect(await readFile(path, 'utf8')).toContain('"misfire":1');
});

test('the package runs no foreign code', async () => {
  expect(readdirSync(resources())).toEqual(expect.arrayContaining(['app.asar', 'app.asar.unpacked', 'docs']));
  expect(existsSync(join(resources(), 'app.asar.unpacked', 'node_modules'))).toBe(false);
  expect(existsSync(join(resources(), 'app'))).toBe(false);
  const preloaded = join(release, 'preloaded.cjs');
  await writeFile(preloaded, 'console.log("ran " + 6 * 7)');
  const asNode = spawnSync(program, [watcher(), '--help'], {
    env: { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require ${preloaded}` },
    encoding: 'utf8',
  });
  expect(asNode.stdout + asNode.stderr).toContain('misfire wrap');
  expect(asNode.stdout).not.toContain('ran 42');
});

test('a client’s entry is watched without Node, a display or any environment, and prints nothing', async () => {
  const dataDir = join(release, 'watched');
  const own = {
    runtime: program,
    isApp: true,
    file: watcher(),
    bridge: '',
    dataDir,
    launchFile: join(release, 'launch.sh'),
  };
  await writeFile(own.launchFile, launchShell);
  const { command, args } = launcherFor('linux', own, 'files', 'Cursor');
  const server = ['/bin/sh', '-c', 'cat; echo noise >&2; echo "as node: $ELECTRON_RUN_AS_NODE"; exit 5'];
  const ran = spawnSync(command, [...args, ...server], { encoding: 'utf8', env: {}, input: 'hello\n' });
  expect([ran.stdout, ran.stderr, ran.status]).toEqual(['hello\nas node: \n', 'noise\n', 5]);
  const [kept = ''] = readdirSync(join(dataDir, 'spool'));
  expect(await readFile(join(dataDir, 'spool', kept), 'utf8')).toContain('"client":"Cursor"');
});

/** The watching program, in a place that other programs can read. */
const watcher = () => join(resources(), 'app.asar.unpacked', 'dist', 'node', 'wrap.cjs');
const resources = () => join(dirname(program), process.platform === 'darwin' ? '../Resources' : 'resources');
const xdotool = (...args: string[]) => spawnSync('xdotool', args, { encoding: 'utf8' });

function packagedProgram(folder: string): string {
  const [made] = readdirSync(folder).filter((name) => /-unpacked$|^mac/.test(name));
  if (made === undefined) throw new Error(`Nothing was packaged in ${folder}.`);
  if (process.platform === 'darwin') return join(folder, made, 'Misfire.app', 'Contents', 'MacOS', 'Misfire');
  return join(folder, made, process.platform === 'win32' ? 'Misfire.exe' : 'misfire');
}

/** The folders of PATH without `node`. */
function pathWithoutNode(): string {
  const names = ['node', 'node.exe'];
  const has = (folder: string) => names.some((name) => existsSync(join(folder, name)));
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !has(folder))
    .join(delimiter);
}

async function debuggingAddress(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('No stderr.');
  for await (const line of createInterface(child.stderr)) {
    const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (found) {
      // Its later output must keep flowing.
      child.stderr.resume();
      return found;
    }
  }
  throw new Error('The packaged app ended before it opened.');
}
