// Connecting to real servers in every way: the reference server over its three transports, a server of the newest revision, and
// unreachable URLs and commands.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { everythingPath, startEverything } from '../electron/inspector/testing/reference-server.ts';
import { test as base, expect, startApp } from './app.ts';
import { projectRoot } from './desktop.ts';
import { card, rows, sendAndOpen, serverAction, serverEntry, servers, timeline } from './page.ts';

const modernPath = join(projectRoot, 'dist/node/samples/modern/server.js');
const node = process.execPath;

interface Reach {
  /** Starts the app with these servers in its list. */
  open(configs: object[]): Promise<void>;
  /** The reference server over HTTP, and its URL. */
  everything(mode: 'sse' | 'streamableHttp'): Promise<string>;
}

const test = base.extend<{ reach: Reach }>({
  reach: async ({ data, page }, use) => {
    const children: ChildProcess[] = [];
    let stop = async (): Promise<unknown> => null;
    await use({
      async open(configs) {
        const saved = configs.map((config, index) => ({ id: `server-${index}`, colour: index, config }));
        await writeFile(join(data, 'servers.json'), JSON.stringify({ version: 1, servers: saved }));
        const app = await startApp({ data });
        stop = () => app.stop();
        await page.goto(app.url);
      },
      async everything(mode) {
        const { child, url } = await startEverything(mode);
        children.push(child);
        return url;
      },
    });
    await stop();
    for (const child of children) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  },
});

const choose = serverAction;

const connected = (page: Page, server: string) =>
  servers(page).getByRole('button', { name: new RegExp(`^${server},(?:.*,)? connected$`) });

async function connect(page: Page, server: string): Promise<void> {
  await choose(page, server, 'Connect');
  await expect(connected(page, server)).toBeVisible();
}

async function call(page: Page, server: string, tool: string, args: object): Promise<void> {
  await choose(page, server, 'Call a tool…');
  const dialog = page.getByRole('dialog', { name: 'Call a tool' });
  await dialog.getByPlaceholder('Search').fill(tool);
  await dialog.getByRole('option', { name: new RegExp(`^${tool}\\b`) }).click();
  await dialog.getByRole('radio', { name: 'JSON', exact: true }).click();
  await dialog.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(JSON.stringify(args));
  await sendAndOpen(dialog);
}

for (const kind of ['stdio', 'http', 'sse'] as const) {
  test(`the reference server answers over ${kind}, before and after a restart`, async ({ page, reach }) => {
    const url = kind === 'stdio' ? '' : await reach.everything(kind === 'http' ? 'streamableHttp' : 'sse');
    const pipe = { kind, command: node, args: [everythingPath, 'stdio'] };
    await reach.open([{ name: 'everything', transport: kind === 'stdio' ? pipe : { kind, url } }]);
    await connect(page, 'everything');
    await call(page, 'everything', 'echo', { message: 'hello' });
    await expect(timeline(page).getByText('Echo: hello')).toBeVisible();
    await choose(page, 'everything', 'Restart');
    await expect(connected(page, 'everything')).toBeVisible();
    await expect(rows(page).filter({ hasText: 'Connected' })).toHaveCount(2);
  });
}

test('detecting the era of a server shows its requests, and then works', async ({ page, reach }) => {
  const url = await reach.everything('sse');
  await reach.open([{ name: 'unknown', transport: { kind: 'http', url }, era: 'detect' }]);
  await connect(page, 'unknown');
  await expect(rows(page).filter({ hasText: 'server/discover' })).toHaveCount(1);
  await call(page, 'unknown', 'get-sum', { a: 2, b: 40 });
  await expect(timeline(page).getByText('The sum of 2 and 40 is 42.')).toBeVisible();
});

for (const kind of ['stdio', 'http-command'] as const) {
  test(`uses no handshake with a server of 2026-07-28, which sends requests too, over ${kind}`, async ({
    page,
    reach,
  }) => {
    const clientSide = { elicitation: { kind: 'canned', result: '{"action":"accept"}' } };
    const args = kind === 'stdio' ? [modernPath] : [modernPath, '--http'];
    await reach.open([{ name: 'modern', transport: { kind, command: node, args }, era: 'modern', clientSide }]);
    await connect(page, 'modern');
    await call(page, 'modern', 'sign_contract', {});
    await expect(card(page)).toContainText('Signed.');
    await expect(rows(page).filter({ hasText: /sign_contract.*Signed/ })).toHaveCount(1);
    await expect(page.getByRole('row', { name: /^initialize on/ })).toHaveCount(0);
  });
}

test('explains a closed port, an older server asked for the newest revision, and a banner on stdout', async ({
  page,
  reach,
}) => {
  const banner = `console.log('Welcome to the weather server v3!'); process.argv[2] = 'stdio'; await import(${JSON.stringify(everythingPath)});`;
  await reach.open([
    { name: 'nobody', transport: { kind: 'http', url: 'http://127.0.0.1:9/mcp' } },
    { name: 'older', transport: { kind: 'stdio', command: node, args: [everythingPath, 'stdio'] }, era: 'modern' },
    { name: 'chatty', transport: { kind: 'stdio', command: node, args: ['--input-type=module', '-e', banner] } },
  ]);
  await choose(page, 'nobody', 'Connect');
  await expect(serverEntry(page, 'nobody')).toHaveAttribute('title', /Nothing is listening at 127\.0\.0\.1:9/);
  await choose(page, 'older', 'Connect');
  await expect(serverEntry(page, 'older')).toHaveAttribute('title', /It may speak an older revision/);
  await connect(page, 'chatty');
  await expect(timeline(page).getByText('Not JSON on stdout').first()).toBeVisible();
});
