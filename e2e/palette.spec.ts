// Finding things: every action by its letters, an explanation for every pill, a tour that is offered once.

import { expect, test } from './app.ts';
import { addServer, card, filter, oddLine, openCard, rows, skipTour, trySamples, unfoldCard } from './page.ts';

const palette = 'Command palette';

test('any action is found by its letters, runs on Enter, and gives a reason if it cannot run', async ({
  app,
  page,
}) => {
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, oddLine(), 'odd');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog', { name: palette });
  const box = dialog.getByRole('combobox', { name: palette });
  await expect(box).toBeFocused();
  await expect(dialog.getByRole('option', { name: /^Replay: send again/ })).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog.getByRole('option', { name: /^Go to Replay/ })).toContainText('g then r');
  await box.fill('thme drk');
  await expect(dialog.getByRole('option').first()).toContainText('Theme: dark');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('disc odd');
  await expect(dialog.getByRole('option', { selected: true })).toHaveText('Disconnect odd');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('contentinfo')).toContainText('0 of 1 server connected');

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('call a tool on odd');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/it is not connected\.$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('kind:life');
  await dialog.getByRole('option', { name: 'Filter by kind:life' }).click();
  await expect(page.getByRole('combobox', { name: 'Filter', exact: true })).toHaveValue('kind:life');
});

test('the verdict and the dialect explain themselves on hover and on focus', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await trySamples(page);
  await filter(page, 'server:closient tool:resolve_gtin');
  await openCard(page, rows(page).first());
  const verdict = card(page).getByRole('button', { name: /^Do not retry/ });
  await verdict.focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
  // It covers the sections below.
  await verdict.blur();
  await expect(page.getByRole('tooltip')).toBeHidden();
  await unfoldCard(page);
  await card(page).getByRole('button', { name: 'closient', exact: true }).hover();
  await expect(page.getByRole('tooltip')).toContainText('Dialect Closient');
  // Moves away first: an explanation stays while the pointer is on it.
  await page.mouse.move(5, 5, { steps: 5 });
  await expect(page.getByRole('tooltip')).toBeHidden();
});

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

test('Watch a client can be found after the first window', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, oddLine(), 'odd');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('watch a client');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Watch a client' })).toBeVisible();
});
