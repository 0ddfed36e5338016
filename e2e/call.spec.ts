// What was sent by hand is remembered across a restart, without its secrets. The dialog itself is tested next to its component.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, startApp, test } from './app.ts';
import { addServer, callTool, card, richLine, rows, servers, skipTour } from './page.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Call a tool' });
const chosen = (page: Page) =>
  dialogOf(page).getByRole('listbox', { name: 'Tools' }).getByRole('option', { selected: true });

async function begin(page: Page, url: string): Promise<void> {
  await skipTour(page);
  await page.goto(url);
  await addServer(page, richLine(), 'rich');
  await expect(servers(page).getByRole('button', { name: /^rich,(?:.*,)? connected/ })).toBeVisible();
}

test('c opens the form of the selected row’s tool with the values of the last call, also after a restart', async ({
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
    await form.getByRole('radiogroup', { name: /^unit/ }).getByRole('radio', { name: 'C' }).click();
    await form.getByLabel(/^days/).fill('3');
    await form.getByLabel(/^api_key/).fill(secret);
    await form.getByLabel(/^city/).press('ControlOrMeta+Enter');
    // The answer is at the right, and the form stays.
    await expect(form.getByRole('complementary', { name: 'Last result' })).toContainText('Answered');
    await form.getByRole('button', { name: 'Open the card' }).click();
    await expect(form).toBeHidden();
    await expect(
      card(page)
        .getByText(/"city": ?"Oslo"/)
        .first(),
    ).toBeVisible();

    // As sent, while the app runs; the JSON is another view of the same.
    await page.keyboard.press('c');
    await expect(form.getByLabel(/^city/)).toHaveValue('Oslo');
    await expect(form.getByLabel(/^api_key/)).toHaveValue(secret);
    await form.getByRole('radio', { name: 'JSON', exact: true }).click();
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
    // It opens on a disconnected server, without a form, and connects it from there.
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
