// A server with a missing variable, fixed on the card: for one run, from an existing value, or in the settings of its client.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type RunningApp, startApp, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, card, rows, servers, skipTour } from './page.ts';

const needsKey = `
const { createInterface } = require('node:readline');
if (!process.env.ACME_API_KEY) {
  console.error('Error: ACME_API_KEY is not set');
  process.exit(1);
}
const info = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'acme', version: '2.4.1' } };
createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'initialize' ? info : {} }));
});
`;

const heading = (page: Page) => card(page).getByRole('heading', { level: 2 });
const keyField = (page: Page) => card(page).getByLabel('ACME_API_KEY', { exact: true });
const secret = 'acme-secret-value-7391';

interface Home {
  app: RunningApp;
  home: string;
  program: string;
}

/** The app of a user with a separate home folder, and the server in it. */
async function startAtHome(data: string, env: Record<string, string> = {}): Promise<Home> {
  const home = join(data, 'home');
  const program = join(home, 'acme', 'acme.cjs');
  await mkdir(join(home, 'acme'), { recursive: true });
  await mkdir(join(home, '.cursor'), { recursive: true });
  await writeFile(program, needsKey);
  const own = { HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: '', SHELL: '/bin/sh', ...env };
  return { app: await startApp({ data: join(data, 'app'), env: own }), home, program };
}

test('a value for this run only starts the server and is stored nowhere', async ({ data, page }) => {
  const { app, program } = await startAtHome(data);
  try {
    await skipTour(page);
    await page.goto(app.url);
    await addServer(page, `"${process.execPath}" "${program}"`, 'acme');
    await expect(heading(page)).toHaveText('Set ACME_API_KEY for acme');
    await card(page).getByRole('radio', { name: 'This run only' }).click();
    await expect(card(page)).toContainText('Until Misfire closes. Nothing is saved.');
    await keyField(page).fill(secret);
    await card(page)
      .getByRole('button', { name: /^Save and restart/ })
      .click();
    await expect(card(page)).toContainText(/Recovered after \d/);
    const saved = await readFile(join(data, 'app', 'servers.json'), 'utf8');
    expect(saved).not.toContain('ACME_API_KEY');
  } finally {
    await app.stop();
  }
});

test('values of the .env file and the login shell are offered by name, and used on a click', async ({ data, page }) => {
  const { app, home, program } = await startAtHome(data);
  try {
    await writeFile(join(home, '.profile'), `export ACME_API_KEY=${secret}\n`);
    await skipTour(page);
    await page.goto(app.url);
    await addServer(page, `"${process.execPath}" "${program}"`, 'acme');
    await expect(card(page)).toContainText('Your shell has it, but Misfire was started without it.');
    await writeFile(join(home, 'acme', '.env'), `ACME_API_KEY=${secret}\n`);
    await page.reload();
    await rows(page).filter({ hasText: 'Set ACME_API_KEY' }).first().click();
    await expect(card(page)).toContainText('.env has it.');
    await expectAccessible(page, 'the form of a missing variable', { within: '#detail-pane', allRules: true });
    await card(page).getByRole('button', { name: 'Use it' }).click();
    await expect(card(page)).toContainText('.env is used.');
    await card(page)
      .getByRole('button', { name: /^Save and restart/ })
      .click();
    await expect(card(page)).toContainText(/Recovered after \d/);
    expect(await page.content()).not.toContain(secret);
  } finally {
    await app.stop();
  }
});

test('the server of a client is fixed in its settings: preview, save, and undo byte for byte', async ({
  data,
  page,
}) => {
  const { app, home, program } = await startAtHome(data);
  const settings = join(home, '.cursor', 'mcp.json');
  const before = `{\n  "mcpServers": {\n    // Ours\n    "acme": {\n      "command": ${JSON.stringify(process.execPath)},\n      "args": [${JSON.stringify(program)}]\n    }\n  }\n}\n`;
  try {
    await writeFile(settings, before);
    await skipTour(page);
    await page.goto(app.url);
    await page.getByRole('button', { name: 'Watch a client' }).click();
    const dialog = page.getByRole('dialog', { name: 'Watch a client' });
    await dialog.getByRole('button', { name: 'Watch…' }).click();
    await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect(dialog.getByText('1 watched, 0 not watched')).toBeVisible();
    await page.keyboard.press('Escape');
    const watched = await readFile(settings, 'utf8');

    // The client starts the server with its settings, and the server exits.
    const entry = JSON.parse(watched.replace('// Ours', '')).mcpServers.acme;
    const client = spawn(entry.command, entry.args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: process.env.PATH },
    });
    client.stdin.on('error', () => undefined);
    client.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'cursor', version: '1' } } })}\n`,
    );
    await once(client, 'exit');
    await rows(page).filter({ hasText: 'Set ACME_API_KEY' }).first().click();
    await expect(heading(page)).toContainText('Set ACME_API_KEY');

    await expect(card(page)).toContainText('Cursor reads it at once.');
    await keyField(page).fill(secret);
    await card(page)
      .getByRole('button', { name: /^Save to Cursor…/ })
      .click();
    const change = card(page).getByRole('region', { name: 'The exact change' });
    await expect(change).toContainText('"ACME_API_KEY": "••••••••"');
    expect(await readFile(settings, 'utf8')).toBe(watched);
    await card(page)
      .getByRole('button', { name: /^Save to Cursor/ })
      .click();
    await expect(card(page)).toContainText('Misfire saved ACME_API_KEY to Cursor.');
    expect(JSON.parse((await readFile(settings, 'utf8')).replace('// Ours', '')).mcpServers.acme.env).toEqual({
      ACME_API_KEY: secret,
    });
    await expect(page.getByText(secret)).toHaveCount(0);

    // Undo is still available after a reload.
    await page.reload();
    await rows(page).filter({ hasText: 'Set ACME_API_KEY' }).first().click();
    await card(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('The settings of Cursor are as they were, byte for byte.').first()).toBeVisible();
    expect(await readFile(settings, 'utf8')).toBe(watched);
    await expect(card(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
  } finally {
    await app.stop();
  }
});

test('a server that a client also has is fixed in both', async ({ data, page }) => {
  const { app, home, program } = await startAtHome(data);
  const settings = join(home, '.cursor', 'mcp.json');
  try {
    await writeFile(settings, JSON.stringify({ mcpServers: { acme: { command: process.execPath, args: [program] } } }));
    await skipTour(page);
    await page.goto(app.url);
    await addServer(page, `"${process.execPath}" "${program}"`, 'acme');
    await card(page).getByRole('radio', { name: 'In Cursor' }).click();
    await keyField(page).fill(secret);
    await keyField(page).press('Enter');
    await expect(card(page).getByRole('region', { name: 'The exact change' })).toBeVisible();
    await card(page)
      .getByRole('button', { name: /^Save to Cursor/ })
      .click();
    await expect(card(page)).toContainText(/Recovered after \d/);
    await expect(servers(page)).not.toContainText('Why?');
    expect(JSON.parse(await readFile(settings, 'utf8')).mcpServers.acme.env).toEqual({ ACME_API_KEY: secret });
    // The server has recovered. What was saved to the client can still be undone.
    await card(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('The settings of Cursor are as they were, byte for byte.').first()).toBeVisible();
    expect(JSON.parse(await readFile(settings, 'utf8')).mcpServers.acme).not.toHaveProperty('env');
    await expect(card(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
  } finally {
    await app.stop();
  }
});
