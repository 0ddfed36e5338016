// Fixing a rejected call on its card: the invalid arguments, the schema, and the corrected call on one key.

import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { addServer, callTool, card, filter, rows, skipTour, strictLine } from './page.ts';

const replay = (page: Page) => page.getByRole('main', { name: 'Replay' });

async function open(page: Page, url: string, flags = ''): Promise<void> {
  await skipTour(page);
  await page.goto(url);
  await addServer(page, strictLine() + flags, 'strict');
  await expect(page.getByRole('row', { name: /^initialize on/ }).first()).toBeVisible();
}

const mistaken = { customerId: 'c-77', limit: '70', status: 'Open', verbose: true };

test('a rejected call shows valid and invalid arguments, and one key opens it corrected', async ({ app, page }) => {
  await open(page, app.url);
  await callTool(page, 'search_orders', mistaken);
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/^(?:Set|Rename|Pass|Fix|Pick|Remove) /);
  const changes = card(page).getByRole('list', { name: 'Changes' });
  const limit = changes.getByRole('listitem').filter({ hasText: 'limit' });
  await expect(limit).toContainText('the server wants a number');
  await expect(limit).toContainText('from server');
  const difference = card(page).getByRole('region', { name: 'Difference' });
  await expect(difference.getByRole('deletion').filter({ hasText: 'limit: "70"' })).toBeVisible();
  await expect(difference.getByRole('insertion').filter({ hasText: 'limit: 70' })).toBeVisible();
  await expect(difference.getByRole('insertion').filter({ hasText: 'customer_id: "c-77"' })).toBeVisible();
  await expect(difference.getByRole('deletion').filter({ hasText: 'verbose: true' })).toBeVisible();
  await card(page).getByRole('button', { name: 'Show schema' }).click();
  await expect(card(page).getByText('"Whose orders."').first()).toBeVisible();

  const before = await rows(page).count();
  await card(page).getByRole('button', { name: 'Open in form' }).click();
  const corrected = replay(page).getByRole('region', { name: 'Corrected call' });
  await expect(corrected).toContainText('Corrected: 4 changes. Nothing is sent until you send it.');
  await expect(corrected).toContainText('status: "Open" → "open"');
  await expect(corrected).toContainText('verbose: left out');
  await expect(replay(page).getByLabel(/^limit/)).toHaveValue('70');
  await expect(replay(page).getByText('was "70": the server wants a number')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(rows(page)).toHaveCount(before);

  // The server is stricter than its schema: sending shows what to change next. One key does it from the card.
  await expect(card(page).getByRole('button', { name: /^Fix and retry/ })).toBeVisible();
  await page.keyboard.press('f');
  await expect(card(page).getByText('Different failure', { exact: true }).first()).toBeVisible();
});

test('uses the server’s own limit, and focuses an empty field for an unknown value', async ({ app, page }) => {
  await open(page, app.url);
  await callTool(page, 'search_orders', { customer_id: 'c-77', limit: 70 });
  const changes = card(page).getByRole('list', { name: 'Changes' });
  await expect(changes).toContainText('Number must be less than or equal to 50');
  await expect(card(page).getByRole('region', { name: 'Difference' })).toContainText('limit: 50');
  await card(page)
    .getByRole('button', { name: /^Open in form/ })
    .click();
  const status = replay(page).getByRole('radiogroup', { name: /^status/ });
  await expect(status.getByRole('radio').first()).toBeFocused();
  await expect(status.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(replay(page).getByLabel(/^limit/)).toHaveValue('50');
  await status.getByRole('radio', { name: 'open' }).click();
  await expect(replay(page).getByText('filled in by you')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(replay(page).getByText('Fixed', { exact: true }).first()).toBeVisible();
});

test('a destructive tool still requires its name', async ({ app, page }) => {
  await open(page, app.url);
  await callTool(page, 'cancel_order', { order: '12' });
  await expect(card(page).getByRole('region', { name: 'Difference' })).toContainText('order: 12');
  await page.keyboard.press('f');
  const dialog = page.getByRole('dialog', { name: 'Send cancel_order again?' });
  await expect(dialog.getByRole('button', { name: 'Send again' })).toBeDisabled();
  await dialog.getByLabel(/Type the tool's name/).fill('cancel_order');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(card(page).getByText('Fixed', { exact: true }).first()).toBeVisible();
});

test('without a tool list the card says so, and the request for it is marked as Misfire’s own', async ({
  app,
  page,
}) => {
  await open(page, app.url, ' --shy');
  await page.getByRole('button', { name: 'Call…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Any method' }).click();
  await dialog.getByRole('combobox', { name: 'Method' }).fill('tools/call');
  await dialog.locator('.cm-content').click();
  await page.keyboard.insertText('{"name":"search_orders","arguments":{"customer_id":"c-77","limit":"7"}}');
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page)).toContainText('No tool list of strict was recorded');
  await expect(card(page)).not.toContainText('schema check');
  await card(page).getByRole('button', { name: 'Refresh tools' }).click();
  await expect(card(page)).toContainText('schema check');
  await filter(page, 'by:misfire method:tools/list -is:failed');
  await expect(rows(page)).toHaveCount(1);
});
