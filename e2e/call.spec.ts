// Calling by hand: a form from the tool's schema, opened on the tool at hand, that remembers what was sent and keeps favourites.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, startApp, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, callTool, card, richLine, rows, servers, skipTour } from './page.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Call a tool' });
const chosen = (page: Page) =>
  dialogOf(page).getByRole('listbox', { name: 'Tools' }).getByRole('option', { selected: true });

async function begin(page: Page, url: string): Promise<void> {
  await skipTour(page);
  await page.goto(url);
  await addServer(page, richLine(), 'rich');
  await expect(servers(page).getByRole('button', { name: /^rich .*, connected/ })).toBeVisible();
}

test('c opens the form of the selected row’s tool, and what was sent is there next time, also after a restart', async ({
  data,
  page,
}) => {
  const secret = 'sk-live-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c';
  let app = await startApp({ data });
  try {
    await begin(page, app.url);
    await callTool(page, 'forecast');
    await callTool(page, 'notes');
    await rows(page).filter({ hasText: 'forecast' }).last().click();
    await expect(card(page).getByText('Fits the tool’s outputSchema.')).toBeVisible();

    await page.keyboard.press('c');
    await expect(chosen(page)).toHaveAccessibleName(/^forecast/);
    const form = dialogOf(page);
    await form.getByLabel(/^city/).fill('Oslo');
    await form.getByLabel(/^unit/).selectOption('C');
    await form.getByLabel(/^days/).fill('3');
    await form.getByLabel(/^api_key/).fill(secret);
    await expectAccessible(page, 'the form of a call');
    await form.getByLabel(/^city/).press('ControlOrMeta+Enter');
    await expect(form).toBeHidden();
    await expect(
      card(page)
        .getByText(/"city": ?"Oslo"/)
        .first(),
    ).toBeVisible();

    // As it was sent, while the app runs; the JSON is another view of the same.
    await page.keyboard.press('c');
    await expect(form.getByLabel(/^city/)).toHaveValue('Oslo');
    await expect(form.getByLabel(/^api_key/)).toHaveValue(secret);
    await form.getByRole('radio', { name: 'JSON' }).click();
    await expect(form.locator('.cm-content')).toContainText('"days": 3');
    await form.getByRole('radio', { name: 'Form' }).click();
    await expect(form.getByLabel(/^days/)).toHaveValue('3');
    await page.keyboard.press('Escape');

    expect(await readFile(join(data, 'calls.json'), 'utf8')).not.toContain(secret.slice(8));
    await app.stop();
    app = await startApp({ data });
    await page.goto(app.url);
    await rows(page).filter({ hasText: 'forecast' }).last().click();
    await page.keyboard.press('c');
    // It opens on a server that is not connected any more, and connects it from there.
    await form.getByRole('button', { name: 'Connect' }).click();
    await expect(chosen(page)).toHaveAccessibleName(/^forecast/);
    await expect(form.getByLabel(/^city/)).toHaveValue('Oslo');
    await expect(form.getByLabel(/^days/)).toHaveValue('3');
    await expect(form.getByLabel(/^api_key/)).toHaveValue('');
    await expect(form.getByText('Not kept from last time, as it looks like a secret: api_key.')).toBeVisible();
  } finally {
    await app.stop();
  }
});

test('a favourite is kept, fills the form with one press, and can be let go', async ({ app, page }) => {
  await begin(page, app.url);
  await page.keyboard.press('c');
  const form = dialogOf(page);
  await form.getByRole('option', { name: /^orders/ }).click();
  await form.getByLabel(/^city/).fill('Bergen');
  const star = form.getByRole('button', { name: 'Favourite' });
  await star.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await form.getByLabel(/^city/).fill('Tromsø');
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Escape');

  await page.keyboard.press('c');
  await expect(chosen(page)).toHaveAccessibleName(/^notes/);
  await form
    .getByRole('region', { name: 'Favourites' })
    .getByRole('button', { name: /^orders .*Bergen/ })
    .press('Enter');
  await expect(chosen(page)).toHaveAccessibleName(/^orders/);
  await expect(form.getByLabel(/^city/)).toHaveValue('Bergen');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(
    card(page)
      .getByText(/"city": ?"Bergen"/)
      .first(),
  ).toBeVisible();

  await page.keyboard.press('c');
  await form.getByRole('button', { name: 'Favourite', pressed: true }).press('Enter');
  await expect(form.getByRole('region', { name: 'Favourites' })).toHaveCount(0);
});
