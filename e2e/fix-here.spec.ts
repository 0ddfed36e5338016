// Fixing a refused call without leaving its card: what does not fit, the schema, and the corrected call that one key opens.

import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { addServer, callTool, card, filter, rows, skipTour, strictLine } from './page.ts';

const replay = (page: Page) => page.getByRole('main', { name: 'Replay' });

async function open(page: Page, url: string, flags = ''): Promise<void> {
  await skipTour(page);
  await page.goto(url);
  await addServer(page, strictLine() + flags, 'strict');
  await expect(rows(page).filter({ hasText: 'initialize' }).first()).toBeVisible();
}

const mistaken = { customerId: 'c-77', limit: '70', status: 'Open', verbose: true };

test('a refused call shows what fits and what does not, and one key opens it corrected', async ({ app, page }) => {
  await open(page, app.url);
  await callTool(page, 'search_orders', mistaken);
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/^(?:Set|Rename|Pass|Fix|Pick|Remove) /);
  const list = card(page).getByRole('list', { name: 'Arguments' });
  const limit = list.getByRole('listitem').filter({ hasText: 'limit' });
  await expect(limit).toContainText('sent "70"');
  await expect(limit).toContainText('wants an integer from 1 to 100');
  await expect(limit).toContainText('Expected number, received string');
  await expect(list.getByRole('listitem').filter({ hasText: /^customer_id/ })).toContainText('not sent');
  await expect(list.getByRole('listitem').filter({ hasText: 'verbose' })).toContainText('not in the schema');
  await card(page).getByRole('button', { name: 'Show schema' }).click();
  await expect(card(page).getByText('"Whose orders."').first()).toBeVisible();
  const changes = card(page).getByRole('list', { name: 'Changes' });
  await expect(changes).toContainText('limit: "70" → 70, the server wants a number');
  await expect(changes).toContainText('customerId → customer_id');

  const before = await rows(page).count();
  await page.keyboard.press('f');
  const corrected = replay(page).getByRole('region', { name: 'Corrected call' });
  await expect(corrected).toContainText('Corrected: 4 changes. Nothing is sent until you send it.');
  await expect(corrected).toContainText('status: "Open" → "open"');
  await expect(corrected).toContainText('verbose: left out');
  await expect(replay(page).getByLabel(/^limit/)).toHaveValue('70');
  await expect(replay(page).getByText('was "70": the server wants a number')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(rows(page)).toHaveCount(before);

  // It is stricter than its schema: sending tells what to change next.
  await page.keyboard.press('f');
  await expect(corrected).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(replay(page).getByText('Different failure', { exact: true }).first()).toBeVisible();
});

test('the server’s own limit is taken, and what nobody says is left empty with the keyboard in it', async ({
  app,
  page,
}) => {
  await open(page, app.url);
  await callTool(page, 'search_orders', { customer_id: 'c-77', limit: 70 });
  const changes = card(page).getByRole('list', { name: 'Changes' });
  await expect(changes).toContainText('limit: 70 → 50, the server says: Number must be less than or equal to 50');
  await expect(changes).toContainText('status: wants one of "open", "shipped", "closed", left for you');
  await card(page)
    .getByRole('button', { name: /^Fix the request/ })
    .click();
  const status = replay(page).getByLabel(/^status/);
  await expect(status).toBeFocused();
  await expect(status).toHaveValue('');
  await expect(replay(page).getByLabel(/^limit/)).toHaveValue('50');
  await status.selectOption('open');
  await expect(replay(page).getByText('filled in by you')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(replay(page).getByText('Fixed', { exact: true }).first()).toBeVisible();
});

test('a destructive tool still wants its name', async ({ app, page }) => {
  await open(page, app.url);
  await callTool(page, 'cancel_order', { order: '12' });
  await expect(card(page).getByRole('list', { name: 'Changes' })).toContainText('order: "12" → 12');
  await page.keyboard.press('f');
  await expect(replay(page).getByLabel(/^order/)).toHaveValue('12');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Send cancel_order again?' });
  await expect(dialog.getByRole('button', { name: 'Send again' })).toBeDisabled();
  await dialog.getByLabel(/Type the tool's name/).fill('cancel_order');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(replay(page).getByText('Fixed', { exact: true }).first()).toBeVisible();
});

test('without a tool list the card says so, and asking is marked as Misfire’s own', async ({ app, page }) => {
  await open(page, app.url, ' --shy');
  await page.getByRole('button', { name: 'Call…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Any method' }).click();
  await dialog.getByRole('combobox', { name: 'Method' }).fill('tools/call');
  await dialog.locator('.cm-content').click();
  await page.keyboard.insertText('{"name":"search_orders","arguments":{"customer_id":"c-77","limit":"7"}}');
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page)).toContainText('this log has no tool list that contains it');
  const list = card(page).getByRole('list', { name: 'Arguments' });
  await expect(list.getByRole('listitem').filter({ hasText: 'limit' })).not.toContainText('wants');
  await card(page).getByRole('button', { name: 'Refresh tools of strict' }).click();
  await expect(list.getByRole('listitem').filter({ hasText: 'limit' })).toContainText('wants an integer from 1 to 100');
  await filter(page, 'by:misfire method:tools/list -is:failed');
  await expect(rows(page)).toHaveCount(1);
});

test('the key is in the sheet', async ({ app, page }) => {
  await open(page, app.url);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').filter({ hasText: 'Fix the request: open a corrected call' })).toBeVisible();
});
