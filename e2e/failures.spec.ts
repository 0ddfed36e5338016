// Failures across restarts: marks stay, what is resolved may come back. The place itself is tested next to its component.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, startApp, test } from './app.ts';
import { addServer, callTool, card, chooseMore, filter, rows, serverAction, skipTour, timeline } from './page.ts';

const groups = (page: Page) => page.getByRole('grid', { name: 'Groups of failures' });
const status = (page: Page) => page.locator('footer');
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const listed = (page: Page) => groups(page).locator('[id^="group-"]');

test('expected failures are quiet, counted separately, and stay so after a restart', async ({
  data,
  page,
  touredApp,
}) => {
  await page.goto(touredApp.url);
  // Until the last attempt is answered: ending Misfire earlier would be another failure.
  await filter(page, 'tool:send_invoice');
  await expect(rows(page).filter({ hasText: 'Recovered' })).toHaveCount(1);
  await filter(page, 'tool:send_invoice is:failed');
  await expect(rows(page)).toHaveCount(2);
  await rows(page).first().click();
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/^Rate limited by /);
  await timeline(page).focus();
  await page.keyboard.press('x');
  await expect(rows(page).first()).toContainText('expected');
  await expect(status(page)).toContainText(/\d+ failed calls, \d+ causes, 1 expected/);
  await touredApp.stop();

  const again = await startApp({ data });
  await page.goto(again.url);
  await filter(page, 'is:expected');
  await expect(rows(page)).toHaveCount(2);
  await expect(status(page)).toContainText(/1 expected/);
  await page.keyboard.press('Escape');
  await timeline(page).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  const invoice = groups(page).getByRole('row', { name: /^send_invoice on qaqnuz/ });
  await expect(listed(page).first()).toBeVisible();
  await expect(invoice).toHaveCount(0);
  await tab(page, 'Expected').click();
  await expect(invoice).toHaveAttribute('aria-selected', 'true');
  await groups(page).focus();
  await page.keyboard.press('x');
  await expect(status(page)).not.toContainText('expected');
  await expect(page.getByRole('heading', { name: 'No expected failures' })).toBeVisible();
  await again.stop();
});

test('resolved failures are quiet until they return; then the versions and the note are shown, also after a restart', async ({
  data,
  page,
}) => {
  const file = join(data, 'orders.mjs');
  const versioned = (version: string) => `
import { createInterface } from 'node:readline';
const info = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'orders', version: '${version}' } };
const tools = [{ name: 'get_order', inputSchema: { type: 'object' } }];
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: info });
  else if (method === 'tools/list') send({ id, result: { tools } });
  else if (method === 'tools/call') send({ id, error: { code: -32050, message: 'The ledger is closed' } });
});
`;
  await writeFile(file, versioned('1.0.0'));
  await skipTour(page);
  let app = await startApp({ data });
  await page.goto(app.url);
  await addServer(page, `"${process.execPath}" "${file}"`, 'orders');
  await callTool(page, 'get_order');
  await expect(page).toHaveTitle('Misfire · 1 failed call');
  await chooseMore(page, 'Mark as resolved', 'Mark');
  await expect(page).toHaveTitle('Misfire');
  await expect(card(page)).toContainText(/Resolved \d.* on version 1\.0\.0/);
  await chooseMore(page, 'Add a note', 'Mark');
  await page.keyboard.type('Closed books, fixed in 1.1');
  await page.keyboard.press('Enter');
  await expect(card(page)).toContainText('Closed books, fixed in 1.1');

  await writeFile(file, versioned('1.2.0'));
  await serverAction(page, 'orders', 'Restart');
  await expect(rows(page).filter({ hasText: 'Connected' })).toHaveCount(2);
  await callTool(page, 'get_order');
  await expect(page).toHaveTitle('Misfire · 1 failed call');
  await expect(card(page)).toContainText(/Came back .* on version 1\.2\.0, was resolved on 1\.0\.0/);

  await app.stop();
  app = await startApp({ data });
  await page.goto(app.url);
  await page.getByRole('button', { name: /^Failures/ }).click();
  await expect(groups(page)).toContainText('regressed');
  await expect(groups(page)).toContainText('Closed books, fixed in 1.1');
  await app.stop();
});

test('the strip shows the times; a drag and the arrow keys narrow the list, Esc widens it', async ({
  touredApp,
  page,
}) => {
  await page.goto(touredApp.url);
  const strip = page.getByRole('slider', { name: 'The recording over time' });
  await expect(strip).toBeVisible();
  const box = await strip.boundingBox();
  if (!box) throw new Error('The strip has no place.');
  await page.mouse.move(box.x + box.width * 0.2, box.y + 15);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + 15, { steps: 4 });
  await page.mouse.up();
  const input = page.getByRole('combobox', { name: 'Filter', exact: true });
  await expect(input).toHaveValue(/^since:\S+T\S+ before:\S+T\S+$/);
  await expect(page.getByText(/\d+ hidden/)).toBeVisible();
  const before = await input.inputValue();
  await strip.focus();
  await page.keyboard.press('ArrowRight');
  await expect(input).not.toHaveValue(before);
  await page.keyboard.press('Escape');
  await expect(input).toHaveValue('');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(input).toHaveValue(/^since:/);
  await page.keyboard.press('Escape');
  await expect(page.getByText(/\d+ hidden/)).toBeHidden();
  // A click only scrolls: near the start, to any row of that time.
  await strip.click({ position: { x: 3, y: 10 } });
  await expect(input).toHaveValue('');
  await expect.poll(async () => Number(await rows(page).first().getAttribute('aria-rowindex'))).toBeLessThan(15);
});

test('an old recording opens at its newest failure', async ({ page, touredApp }) => {
  await page.goto(touredApp.url.replace(/#.*/, ''));
  await expect(status(page)).toContainText(/2\d failed calls/);
  await expect(card(page).getByRole('heading', { level: 2 })).toBeVisible();
  await expect(timeline(page).locator('[aria-selected="true"]')).toBeInViewport();
  await expect(page.getByRole('button', { name: /^Failures\s*\d+\s*, the worst: (critical|error)/ })).toBeVisible();
  // axe does not report text in the color of its background.
  const [ink, ground] = await page
    .getByTitle(/the worst: (critical|error)/)
    .locator('b')
    .evaluate((b) => [getComputedStyle(b).color, getComputedStyle(b.parentElement as Element).backgroundColor]);
  expect(ink).not.toBe(ground);
});
