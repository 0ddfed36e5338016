// From the first start to quitting: samples in the real window, a second start, the window's position, and no leftover processes.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseInMenu, expect, runToEnd, startDesktop, test } from './desktop-app.ts';
import { addServer, card, filter, rows, servers, trySamples } from './page.ts';

test('the first run shows the samples, their failures, and a card', async ({ window }) => {
  await expect(window.getByRole('heading', { name: 'Why did that call fail?' })).toBeVisible();
  await trySamples(window);
  for (const name of ['Closient', 'Orders adapter', 'erlmcp', 'qaqnuz', 'Platica'])
    await expect(servers(window).getByText(name, { exact: true })).toBeVisible();
  await filter(window, 'is:failed class:rate_limited');
  await rows(window).filter({ hasText: 'Rate limited' }).first().click();
  await expect(card(window).getByRole('heading', { level: 2 })).toHaveText(/^Rate limited by /);
});

test('a second start brings the first window to the front and passes on its captures', async ({
  app,
  window,
  folder,
}) => {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  const path = join(folder, 'second.jsonl');
  await writeFile(path, '{"misfire":1}\n{"t":1,"server":"s","lane":"err","text":"hello"}\n');
  const { code } = await runToEnd({ data: join(folder, 'data'), args: [path] });
  expect(code).toBe(0);
  await expect(window.getByText('Opened from a file')).toBeVisible();
  expect(
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.isMinimized())),
  ).toEqual([false]);
});

test('quitting ends servers that ignore signals', async ({ folder }) => {
  const stubborn = join(folder, 'stubborn.mjs');
  const pids = join(folder, 'pids');
  await writeFile(
    stubborn,
    `import { appendFileSync } from 'node:fs';
     import { spawn } from 'node:child_process';
     const child = spawn('sh', ['-c', 'trap "" TERM; while :; do sleep 1; done'], { stdio: 'ignore' });
     appendFileSync(${JSON.stringify(pids)}, process.pid + ' ' + child.pid);
     process.on('SIGTERM', () => {});
     process.stdin.on('data', () => {}).on('end', () => {});
     setInterval(() => {}, 1000);`,
  );
  const app = await startDesktop({ data: join(folder, 'data') });
  const window = await app.firstWindow();
  await addServer(window, `"${process.execPath}" "${stubborn}"`, 'stubborn');
  await expect.poll(() => readFile(pids, 'utf8').catch(() => '')).toMatch(/^\d+ \d+$/);
  await app.close();
  const left = (await readFile(pids, 'utf8')).split(' ').map(Number).filter(isRunning);
  expect(left).toEqual([]);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('the window opens at its last position with its theme', async ({ folder }) => {
  const data = join(folder, 'data');
  const first = await startDesktop({ data });
  const window = await first.firstWindow();
  await expect(window.locator('main:not([aria-busy])')).toBeVisible();
  await first.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 60, y: 70, width: 900, height: 600 }),
  );
  await chooseInMenu(first, 'theme-dark');
  await expect.poll(() => first.evaluate(({ nativeTheme }) => nativeTheme.shouldUseDarkColors)).toBe(true);
  // A window manager may adjust it.
  const before = await first.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
  await first.close();
  const second = await startDesktop({ data });
  await second.firstWindow();
  const after = await second.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
  expect([after?.width, after?.height]).toEqual([before?.width, before?.height]);
  expect(await second.evaluate(({ nativeTheme }) => nativeTheme.shouldUseDarkColors)).toBe(true);
  await second.close();
});

test('the log file has the events of the app, without traffic', async ({ app, window, folder }) => {
  await expect(window.locator('main')).toBeVisible();
  const log = await readFile(join(folder, 'data', 'logs', 'misfire.log'), 'utf8');
  expect(log).toMatch(/Misfire \d+\.\d+\.\d+ starts, Electron \d+/);
  const help = await app.evaluate(({ Menu }) =>
    ['show-logs', 'documentation', 'about'].filter((id) => Menu.getApplicationMenu()?.getMenuItemById(id) != null),
  );
  expect(help).toContain('show-logs');
});
