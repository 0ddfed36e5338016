// With keys only, from the first window to "Fixed": no story here uses a pointer.

import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { card, rows } from './page.ts';

/** Tab until it has the focus; a limit that a user would accept. */
async function tabTo(page: Page, target: Locator, most = 40): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there.');
}

test('from the first window to Fixed', async ({ app, page }) => {
  await page.goto(app.url);
  const begin = page.getByRole('button', { name: 'Try the sample servers' });
  await expect(begin).toBeVisible();
  await tabTo(page, begin);
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toBeVisible();

  // Filter to the failure, and open it.
  await page.keyboard.press('/');
  await page.keyboard.type('tool:lookup_product is:failed');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await expect(card(page)).toBeFocused();
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('gtin was rejected; you sent "123"');

  // Read the reason, as a screen reader would.
  await page.keyboard.press('Tab');
  await tabTo(page, card(page).getByRole('note').filter({ hasText: 'Retry once it is fixed' }));
  await expect(page.getByRole('tooltip')).toContainText('Change the request first');
  await page.keyboard.press('Escape');

  // Fix and send it.
  await page.keyboard.press('e');
  const form = card(page);
  const field = form.getByLabel(/^gtin/);
  await expect(field).toBeVisible();
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('09506000134352');
  await page.keyboard.press('Control+Enter');
  await expect(form.getByText('Fixed', { exact: true }).first()).toBeVisible();

  // Back, through the palette.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('timeline');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Messages' })).toBeVisible();
});

test('a key focuses the filter even in a busy window, and panes are resized by keys and remembered', async ({
  app,
  page,
}) => {
  await page.goto(app.url);
  await page.getByRole('button', { name: 'Try the sample servers' }).press('Enter');
  await expect(rows(page).first()).toBeVisible();
  // Within the page: between two keys only promises run.
  const focused = await page.evaluate(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }));
    await Promise.resolve();
    return document.activeElement?.id;
  });
  expect(focused).toBe('filter');
  const splitters = [
    ['Width of the card', 'ArrowLeft'],
    ['Width of the list at the side', 'ArrowRight'],
  ] as const;
  const widths = new Map<string, string>();
  for (const [name, key] of splitters) {
    const splitter = page.getByRole('separator', { name });
    const width = String(Number(await splitter.getAttribute('aria-valuenow')) + 32);
    await splitter.press(key);
    await splitter.press(key);
    await expect(splitter).toHaveAttribute('aria-valuenow', width);
    widths.set(name, width);
  }
  await page.reload();
  for (const [name, width] of widths)
    await expect(page.getByRole('separator', { name })).toHaveAttribute('aria-valuenow', width);
});
