// The tour is offered once, and is still in the palette afterwards. The palette itself is tested next to its component.

import { expect, test } from './app.ts';
import { card, rows, trySamples } from './page.ts';

test('the tour is offered once, points at real elements, ends with Esc and never returns', async ({ app, page }) => {
  await page.goto(app.url);
  await trySamples(page);
  await page.getByRole('button', { name: 'Take the tour' }).click();
  const step = page.getByRole('dialog', { name: 'Every message is a row' });
  await expect(step).toBeFocused();
  await expect(step).toContainText('1 of 4');
  await step.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('dialog', { name: 'The card says why' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'Your servers' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(card(page)).toBeVisible();
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take the tour' })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('tour');
  await page.keyboard.press('Enter');
  await expect(step).toBeVisible();
});
