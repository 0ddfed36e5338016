// Watching a server with a URL: set up by keyboard only, replayed with the headers of its entry, and undone; the limits of
// background recording.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, startApp, test } from './app.ts';
import { projectRoot } from './desktop.ts';
import { card, chooseMore, rows, servers, skipTour } from './page.ts';

const key = 'key-of-the-story-4711';

/** Requires the key, and fails until it is switched. */
function api(state: { works: boolean }) {
  return createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    if (request.headers['x-key'] !== key) return response.writeHead(403).end('The key is missing.');
    const { id, method, params } = JSON.parse(Buffer.concat(parts).toString('utf8'));
    const results: Record<string, unknown> = {
      initialize: {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'api', version: '1' },
      },
      'tools/list': {
        tools: [{ name: 'look', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }],
      },
      'tools/call': state.works
        ? { content: [{ type: 'text', text: 'All is well.' }] }
        : { isError: true, content: [{ type: 'text', text: 'The report was not found.' }] },
    };
    if (id === undefined) return response.writeHead(202).end();
    const body = JSON.stringify({ jsonrpc: '2.0', id, result: results[method] });
    return response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
}

test('a URL is watched by keyboard, replayed with its key, and undone', async ({ data, page }) => {
  const home = join(data, 'home');
  const settings = join(home, '.cursor', 'mcp.json');
  const state = { works: false };
  const server = api(state).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  await mkdir(join(home, '.cursor'), { recursive: true });
  const before = `{\n  "mcpServers": {\n    "api": {\n      "url": "${url}",\n      "headers": { "X-Key": "${key}" }\n    }\n  }\n}\n`;
  await writeFile(settings, before);
  const app = await startApp({ data: join(data, 'app'), env: { HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: '' } });
  let client: ReturnType<typeof spawn> | null = null;
  try {
    await skipTour(page);
    await page.goto(app.url);
    await expect(page.getByText(/1 server found in 1 client\./)).toBeVisible();
    await page.getByRole('button', { name: 'Watch a client' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Watch a client' });
    const watch = dialog.getByRole('button', { name: 'Watch… api of Cursor' });
    await expect(watch).toBeVisible();
    // Reached with Tab only.
    for (let tabs = 0; tabs < 10 && !(await watch.evaluate((it) => it === document.activeElement)); tabs += 1)
      await page.keyboard.press('Tab');
    await expect(watch).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('The exact change')).toContainText('MISFIRE_HEADER_1');
    await expect(dialog.getByText(/The headers stay in this file/)).toBeVisible();
    const begin = dialog.getByRole('button', { name: 'Watch', exact: true });
    await begin.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('1 watched, 0 not watched')).toBeVisible();

    // The limits of background recording are set here.
    const kept = dialog.getByRole('region', { name: 'Background recording' });
    await kept.getByLabel(/Keep for/).selectOption({ label: '7 days' });
    await expect
      .poll(async () => {
        const text = await readFile(join(data, 'app', 'spool', 'settings.json'), 'utf8').catch(() => '{}');
        return JSON.parse(text).maxAgeHours;
      })
      .toBe(168);
    await page.keyboard.press('Escape');

    const { mcpServers } = JSON.parse(await readFile(settings, 'utf8'));
    const started = spawn(process.execPath, [join(projectRoot, 'e2e', 'watched-client.ts'), settings, 'api', 'look'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      cwd: projectRoot,
      env: { ...process.env, ...mcpServers.api.env },
    });
    client = started;
    expect(String(await once(createInterface(started.stdout), 'line'))).toContain('was not found');
    const failed = rows(page).filter({ hasText: 'was not found' }).first();
    await failed.click();
    await expect(card(page)).toContainText('The report was not found');
    state.works = true;
    await chooseMore(page, /^Replay/);
    await expect(card(page).getByText('Fixed', { exact: true })).toBeVisible();
    await expect(page.getByText(key)).toHaveCount(0);

    await servers(page).getByRole('button', { name: '1 client watched' }).click();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(dialog.getByText('0 watched, 1 not watched')).toBeVisible();
    expect(await readFile(settings, 'utf8')).toBe(before);
  } finally {
    client?.kill('SIGKILL');
    await app.stop();
    server.closeAllConnections();
    server.close();
  }
});
