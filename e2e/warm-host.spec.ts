// What the stories of a worker share must not carry anything from one story to the next: neither the host nor the page. And no product
// may contain the host.

import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, startApp, test } from './app.ts';
import { projectRoot } from './desktop.ts';
import { addServer, dropFile, rows, servers, skipTour, smallCapture } from './page.ts';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Writes its process id and an inherited variable to a file. */
const witness = (file: string) => `
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
writeFileSync(${JSON.stringify(file)}, JSON.stringify({ pid: process.pid, left: process.env.LEFT_BY_A_STORY ?? '' }));
const info = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'witness', version: '1' } };
createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'initialize' ? info : {} }));
});
`;

test('a closed app leaves no server, row, link, preference or variable in its host', async ({ data, page }) => {
  const script = join(data, 'witness.mjs');
  const seen = join(data, 'seen.json');
  await writeFile(script, witness(seen));
  const connect = async () => {
    await addServer(page, `"${process.execPath}" "${script}"`, 'witness');
    await expect(servers(page).getByRole('button', { name: /^witness,(?:.*,)? connected/ })).toBeVisible();
    return JSON.parse(await readFile(seen, 'utf8')) as { pid: number; left: string };
  };

  const first = await startApp({ data: join(data, 'first'), env: { LEFT_BY_A_STORY: 'yes' } });
  await page.goto(first.url);
  const before = await connect();
  expect(before.left).toBe('yes');
  await dropFile(page, 'from-ann.jsonl', smallCapture);
  await expect(page.getByText('Read-only recording')).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Dark' }).click();
  const link = (await readFile(globSync(join(data, 'first', 'links', '*.txt'))[0] ?? '', 'utf8')).trim();
  await first.stop();
  expect(isRunning(before.pid)).toBe(false);

  const second = await startApp({ data: join(data, 'second') });
  expect((await fetch(link)).status).toBe(410);
  await page.evaluate(() => localStorage.clear());
  await page.goto(second.url);
  await expect(page.getByRole('button', { name: 'Try the sample servers' })).toBeVisible();
  await expect(servers(page)).toHaveCount(0);
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
  await expect(rows(page)).toHaveCount(0);
  expect((await connect()).left).toBe('');
  await second.stop();
});

test.describe('two stories on one page', () => {
  test.describe.configure({ mode: 'serial' });

  test('the first changes all it can', async ({ app, page, context }) => {
    await skipTour(page);
    await page.goto(app.url);
    await expect(page.getByRole('button', { name: 'Try the sample servers' })).toBeVisible();
    await page.evaluate(() => {
      localStorage.setItem('left', 'yes');
      sessionStorage.setItem('left', 'yes');
      history.pushState(null, '', '#left');
    });
    await page.setViewportSize({ width: 700, height: 500 });
    await page.emulateMedia({ colorScheme: 'dark', media: 'print', reducedMotion: 'no-preference' });
    await context.grantPermissions(['clipboard-read']);
    await (await context.newPage()).goto('about:blank');
  });

  test('the second finds nothing of it', async ({ app, page, context }) => {
    expect(context.pages()).toEqual([page]);
    await page.goto(app.url);
    // Neither its storage nor the script that says the tour was seen.
    await expect(page.getByRole('button', { name: 'Try the sample servers' })).toBeVisible();
    expect(await page.evaluate(() => [localStorage.getItem('left'), sessionStorage.getItem('left')])).toEqual([
      null,
      null,
    ]);
    expect(await page.evaluate(() => localStorage.getItem('misfire.preferences') ?? '')).not.toContain('tourSeen');
    expect(page.viewportSize()).toEqual({ width: 1360, height: 860 });
    const asked = ['(prefers-color-scheme: dark)', 'print', '(prefers-reduced-motion: reduce)'];
    expect(await page.evaluate((all) => all.map((one) => matchMedia(one).matches), asked)).toEqual([
      false,
      false,
      true,
    ]);
    const permission = await page.evaluate(
      async () => (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    );
    expect(permission).not.toBe('granted');
    expect(new URL(page.url()).hash).not.toContain('left');
  });
});

test('no product contains the host of the stories', () => {
  const files = globSync(['{electron,renderer,shared}/**/*.{ts,tsx}', 'dist/**/*.{js,cjs,html,map}'], {
    cwd: projectRoot,
  });
  expect(files.filter((file) => file.startsWith('dist')).length).toBeGreaterThan(50);
  const names = /warm-host|listenBetween/;
  expect(names.test(readFileSync(join(projectRoot, 'e2e', 'warm-host.ts'), 'utf8'))).toBe(true);
  expect(files.filter((file) => names.test(readFileSync(join(projectRoot, file), 'utf8')))).toEqual([]);
});
