// Settings that a user made survive a restart, also those that the host applies. What each one does is tested next to its component.

import type { Page } from '@playwright/test';
import { expect, startApp, test } from './app.ts';
import { card, dropFile, rows, skipTour, smallCapture } from './page.ts';

const settings = (page: Page) => page.getByRole('main', { name: 'Settings' });
const choice = (page: Page, label: string, value: string) =>
  settings(page).getByLabel(label, { exact: true }).getByRole('radio', { name: value });
const keptFor = (page: Page) =>
  settings(page)
    .getByRole('region', { name: 'Data and retention' })
    .getByLabel(/^Keep for/);

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(settings(page)).toBeVisible();
}

test('theme, time format, masking and retention are the same after a restart', async ({ data, page }) => {
  let app = await startApp({ data });
  await skipTour(page);
  await page.goto(app.url);
  await dropFile(page, 'small.jsonl', smallCapture.replace('amount is required', 'customer cust_4711 has no amount'));
  await expect(card(page)).toContainText('cust_4711');
  await openSettings(page);
  await choice(page, 'Theme', 'Dark').click();
  await choice(page, 'Time format', 'Since the recording began').click();
  await keptFor(page).selectOption({ label: '30 days' });
  const pattern = settings(page).getByRole('textbox', { name: /^Also mask/ });
  await pattern.fill('cust_[0-9]+');
  await pattern.blur();
  await page.keyboard.press('Escape');
  await expect(card(page)).toContainText('‹hidden 1›');
  // The host has stored them.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('misfire.preferences.untold'))).toBeNull();
  await app.stop();

  app = await startApp({ data });
  await page.goto(app.url);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await openSettings(page);
  await expect(keptFor(page)).toHaveValue('30');
  await expect(choice(page, 'Time format', 'Since the recording began')).toBeChecked();
  await page.keyboard.press('Escape');
  await dropFile(page, 'small.jsonl', smallCapture.replace('amount is required', 'customer cust_4712 has no amount'));
  await expect(rows(page).filter({ hasText: 'send_invoice' })).toContainText('+0:00');
  await expect(card(page)).toContainText('‹hidden 1›');
  await expect(page.locator('body')).not.toContainText('cust_4712');
  await app.stop();
});
