// One cause, one card: a server without its key is explained by the missing variable and fixed on its card; the card of a refused
// URL mentions no process.

import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, callTool, card, chooseMore, rows, servers, skipTour, timeline, unfoldCard } from './page.ts';

const needsKey = `
import { createInterface } from 'node:readline';
if (!process.env.ACME_API_KEY) {
  console.error('acme-mcp 2.4.1 starting');
  console.error('Error: ACME_API_KEY is not set');
  console.error('    at main (index.js:3:1)');
  process.exit(1);
}
const info = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'acme', version: '2.4.1' } };
createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'initialize' ? info : {} }));
});
`;

async function addAcme(page: Page, data: string): Promise<void> {
  const file = join(data, 'acme.mjs');
  await writeFile(file, needsKey);
  await addServer(page, `"${process.execPath}" "${file}"`, 'acme');
}

/** The rows of one cause are folded below the selected one. */
async function unfoldSelected(page: Page): Promise<void> {
  await expect(card(page)).toContainText('rows, 1 failed call');
  await timeline(page).focus();
  await page.keyboard.press('ArrowRight');
}

const failuresTab = (page: Page) => page.getByRole('button', { name: /^Failures/ });

test('a server without its key is one incident with one card, and Save and restart fixes it there', async ({
  app,
  page,
  data,
}) => {
  await skipTour(page);
  await page.goto(app.url);
  await addAcme(page, data);
  await expect(card(page).getByRole('heading', { name: 'Set ACME_API_KEY for acme' })).toBeVisible();
  await unfoldCard(page);
  await expect(card(page)).toContainText('exited with code 1');
  await expect(card(page)).toContainText('3 rows, 1 failed call');
  await expect(card(page)).toContainText('Error: ACME_API_KEY is not set');
  await expect(card(page)).toContainText('stderr, line 2');
  await expect(page).toHaveTitle('Misfire · 1 failed call');
  // Any of its rows shows the same card.
  await expect(rows(page).filter({ hasText: 'Set ACME_API_KEY' })).toHaveCount(1);
  const failed = page.getByRole('row', { name: 'Set ACME_API_KEY' });
  await unfoldSelected(page);
  await expect(failed).toHaveCount(3);
  for (const at of [0, 1, 2]) {
    await failed.nth(at).click();
    await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Set ACME_API_KEY for acme');
  }
  await expectAccessible(page, 'the card of an incident', { within: '#detail-pane', allRules: true });
  await card(page)
    .getByRole('button', { name: /^Save and restart/ })
    .click();
  const field = card(page).getByLabel('ACME_API_KEY', { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('type', 'password');
  await page.keyboard.type('acme-secret-value-7391');
  await page.keyboard.press('Enter');
  await expect(card(page)).toContainText(/Recovered at \d\d:/);
  await expect(card(page).getByRole('button', { name: 'Show recovery' })).toBeVisible();
  // The user never left it: the same card of the same incident.
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Set ACME_API_KEY for acme');
  await expect(servers(page)).not.toContainText('Why?');
  await expect(page.getByText('acme-secret-value-7391')).toHaveCount(0);
  // Its other rows name the one that counts, and its text stays there.
  await expect(page.getByRole('row', { name: /counted with #\d+/ })).toHaveCount(2);
  await rows(page).filter({ hasText: 'Connected' }).first().click();
  await expect(card(page).getByRole('heading', { level: 2 })).not.toHaveText('Set ACME_API_KEY for acme');
  await expect(card(page).getByRole('button', { name: 'Show recovery' })).toHaveCount(0);
  await expect(card(page)).not.toContainText('ACME_API_KEY is not set');
  // One cause, counted once, and not under its fix.
  await expect(page).toHaveTitle('Misfire · 1 failed call');
  await timeline(page).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(page.getByRole('grid', { name: 'Groups of failures' })).toHaveAttribute('aria-rowcount', '2');
  await expect(page.getByRole('grid', { name: 'Groups of failures' })).toContainText('Set ACME_API_KEY');
});

test('the output of the process is evidence, and evidence links to its row', async ({ app, page, data }) => {
  await skipTour(page);
  await page.goto(app.url);
  await addAcme(page, data);
  await expect(card(page).getByRole('heading', { name: 'Set ACME_API_KEY for acme' })).toBeVisible();
  await unfoldCard(page);
  await expect(card(page).getByRole('list', { name: 'stderr' }).getByRole('listitem')).toHaveText([
    'acme-mcp 2.4.1 starting',
    'Error: ACME_API_KEY is not set',
    /at main/,
  ]);
  await card(page).getByRole('tab', { name: 'Finding' }).click();
  await page
    .getByRole('row', { name: /^initialize/ })
    .first()
    .click();
  await unfoldCard(page);
  const evidence = card(page).locator('[data-section="evidence"]');
  const link = evidence.getByRole('button', { name: /^Show row / }).first();
  const row = (await link.innerText()).slice(1);
  await link.click();
  await expect(page.locator(`[data-row="${row}"]`)).toHaveAttribute('aria-selected', 'true');
});

const diesOnCall = `
import { createInterface } from 'node:readline';
const info = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'late', version: '1.0.0' } };
const tool = (name, readOnlyHint) => ({ name, inputSchema: { type: 'object' }, annotations: { readOnlyHint } });
createInterface(process.stdin).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'tools/call' && !process.env.LATE_TOKEN) {
    console.error('Error: LATE_TOKEN is not set');
    process.exit(1);
  }
  const result =
    method === 'initialize' ? info
    : method === 'tools/list' ? { tools: [tool('list_orders', true), tool('add_order', false)] }
    : { content: [{ type: 'text', text: params.name + ' done' }] };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});
`;

test('a server that dies during a call: all rows have the same finding, and Save and restart sends the call again', async ({
  app,
  page,
  data,
}) => {
  await skipTour(page);
  await page.goto(app.url);
  const file = join(data, 'late.mjs');
  await writeFile(file, diesOnCall);
  await addServer(page, `"${process.execPath}" "${file}"`, 'late');
  await expect(servers(page).getByRole('button', { name: /^late,(?:.*,)? connected/ })).toBeVisible();
  await callTool(page, 'list_orders');
  const failed = page.getByRole('row', { name: 'Set LATE_TOKEN' });
  await unfoldSelected(page);
  await expect(failed).toHaveCount(2);
  for (const at of [1, 0]) {
    await failed.nth(at).click();
    await expect(failed.nth(at)).toHaveAttribute('aria-selected', 'true');
    await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Set LATE_TOKEN for late');
    await expect(card(page).getByRole('button', { name: /^Save and restart/ })).toBeVisible();
  }
  await expect(failed.first()).toHaveAccessibleName(/^list_orders on late, failed: .*Set LATE_TOKEN/);
  const then = card(page).getByRole('group', { name: 'Then send' });
  await expect(then.getByRole('checkbox', { name: /^list_orders only reads/ })).toBeChecked();
  await card(page).getByLabel('LATE_TOKEN', { exact: true }).fill('sesame');
  await card(page)
    .getByRole('button', { name: /^Save and restart/ })
    .click();
  await expect(rows(page).filter({ hasText: 'list_orders done' })).toHaveCount(1);
});

test('with keys only: e focuses the missing variable; a failed restart says so and stays', async ({
  app,
  page,
  data,
}) => {
  await skipTour(page);
  await page.goto(app.url);
  await addAcme(page, data);
  await expect(card(page).getByRole('heading', { name: 'Set ACME_API_KEY for acme' })).toBeVisible();
  await chooseMore(page, /^Restart$/);
  await expect(card(page).getByRole('alert')).toContainText('It did not come back');
  await timeline(page).focus();
  await page.keyboard.press('e');
  await expect(card(page).getByLabel('ACME_API_KEY', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await card(page)
    .getByRole('button', { name: /^Checks/ })
    .click();
  await card(page).getByRole('button', { name: 'Start it and check' }).click();
  await expect(card(page).getByRole('list', { name: 'Checks' })).toBeVisible();
});

test('a refused URL is one incident and mentions no process', async ({ app, page }) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  await new Promise((resolve) => taken.close(resolve));
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, `http://127.0.0.1:${port}/mcp`, 'far');
  await expect(card(page).getByRole('heading', { name: `Connection refused: 127.0.0.1:${port}` })).toBeVisible();
  await expect(page).toHaveTitle('Misfire · 1 failed call');
  // Misfire does not run it, so it cannot restart it.
  await expect(card(page).getByRole('button', { name: /^Connect again/ })).toBeVisible();
  await expect(card(page)).not.toContainText(/process|exit code|stderr/i);
  await expect(timeline(page)).not.toContainText(/process/i);
  await expect(failuresTab(page)).toContainText('1');
});
