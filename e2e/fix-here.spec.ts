// Fixing a rejected call on its card: the invalid arguments, the schema, and the corrected call on one key.

import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { addServer, callTool, card, filter, rows, sendAndOpen, skipTour, strictLine } from './page.ts';

async function open(page: Page, url: string, flags = ''): Promise<void> {
  await skipTour(page);
  await page.goto(url);
  await addServer(page, strictLine() + flags, 'strict');
  await expect(page.getByRole('row', { name: /^initialize on/ }).first()).toBeVisible();
}

const mistaken = { customerId: 'c-77', limit: '70', status: 'Open', verbose: true };

test('a rejected call is corrected on its card, one step at a time', async ({ app, page }) => {
  await open(page, app.url);
  await callTool(page, 'search_orders', mistaken);
  const difference = card(page).getByRole('region', { name: 'Difference' });
  await expect(difference.getByRole('deletion').filter({ hasText: 'limit: "70"' })).toBeVisible();
  await expect(difference.getByRole('insertion').filter({ hasText: 'limit: 70' })).toContainText('wants a number');
  await expect(difference.getByRole('insertion').filter({ hasText: 'customer_id: "c-77"' })).toBeVisible();
  await expect(difference.getByRole('deletion').filter({ hasText: 'verbose: true' })).toBeVisible();
  await card(page).getByRole('button', { name: 'Show schema' }).click();
  await expect(card(page).getByText('"Whose orders."').first()).toBeVisible();

  // The server is stricter than its schema: the card moves on to the attempt, which says what to change next.
  await expect(card(page).getByRole('button', { name: /^Fix and retry/ })).toBeVisible();
  await page.keyboard.press('f');
  await expect(card(page).getByText('Different failure', { exact: true }).first()).toBeVisible();
  await card(page)
    .getByRole('tab', { name: /^Attempts/ })
    .click();
  await expect(card(page).getByRole('table').getByRole('row')).toHaveCount(3);
  await expect(card(page).getByRole('status')).toContainText('Different failure. Next: ');
  const changes = card(page).getByRole('region', { name: 'Request, attempt 1 to next' });
  await expect(changes).toContainText('attempt 2');
  await expect(changes).toContainText('next, from the');
});

test('a value that no evidence gives is chosen on the card', async ({ app, page }) => {
  await open(page, app.url);
  await callTool(page, 'search_orders', { customer_id: 'c-77', limit: 70 });
  await expect(card(page).getByRole('region', { name: 'Difference' })).toContainText('limit: 50');
  const status = card(page).getByRole('group', { name: 'status' });
  await expect(status.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(card(page).getByRole('button', { name: /^Fix and retry/ })).toBeDisabled();
  await status.getByText('open', { exact: true }).click();
  await page.keyboard.press('f');
  await expect(card(page).getByText('Fixed', { exact: true }).first()).toBeVisible();
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
  await dialog.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Any method' }).click();
  await dialog.getByRole('combobox', { name: 'Method' }).fill('tools/call');
  await dialog.locator('.cm-content').click();
  await page.keyboard.insertText('{"name":"search_orders","arguments":{"customer_id":"c-77","limit":"7"}}');
  await sendAndOpen(dialog);
  await expect(card(page)).toContainText('No tool list of strict was recorded');
  const evidence = card(page).getByRole('button', { name: /^Evidence/ });
  await expect(evidence).not.toContainText('schema check');
  await card(page).getByRole('button', { name: 'Refresh tools' }).click();
  await expect(evidence).toContainText('schema check');
  await filter(page, 'by:misfire method:tools/list -is:failed');
  await expect(rows(page)).toHaveCount(1);
});
