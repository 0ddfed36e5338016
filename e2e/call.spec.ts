// Calling a tool by hand: a form from its schema, which remembers sent values and keeps favorites.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, startApp, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, callTool, card, nestedLine, richLine, rows, servers, skipTour } from './page.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Call a tool' });
const chosen = (page: Page) =>
  dialogOf(page).getByRole('listbox', { name: 'Tools' }).getByRole('option', { selected: true });

async function begin(page: Page, url: string): Promise<void> {
  await skipTour(page);
  await page.goto(url);
  await addServer(page, richLine(), 'rich');
  await expect(servers(page).getByRole('button', { name: /^rich .*, connected/ })).toBeVisible();
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
    await expectAccessible(page, 'the form of a call');
    await form.getByLabel(/^city/).press('ControlOrMeta+Enter');
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
    // It opens on a disconnected server, and connects it from there.
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

test('a favorite is saved, fills the form with one press, and can be removed', async ({ app, page }) => {
  await begin(page, app.url);
  await page.keyboard.press('c');
  const form = dialogOf(page);
  await form.getByRole('option', { name: /^orders/ }).click();
  await form.getByLabel(/^city/).fill('Bergen');
  const star = form.getByRole('button', { name: 'Favorite' });
  await star.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await form.getByLabel(/^city/).fill('Tromsø');
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Escape');

  await page.keyboard.press('c');
  await expect(chosen(page)).toHaveAccessibleName(/^notes/);
  await form
    .getByRole('region', { name: 'Favorites' })
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
  await form.getByRole('button', { name: 'Favorite', pressed: true }).press('Enter');
  await expect(form.getByRole('region', { name: 'Favorites' })).toHaveCount(0);
});

async function beginNested(page: Page, url: string): Promise<void> {
  await skipTour(page);
  await page.goto(url);
  await addServer(page, nestedLine(), 'nested');
  await expect(servers(page).getByRole('button', { name: /^nested .*, connected/ })).toBeVisible();
  await page.keyboard.press('c');
}

test('objects, tables, choices and forms become fields, and exactly the shown values are sent', async ({
  app,
  page,
}) => {
  await beginNested(page, app.url);
  const form = dialogOf(page);
  await form.getByRole('option', { name: /^create_order/ }).click();
  await expect(form.getByRole('group', { name: /^customer/ }).getByText('2 to 80 characters')).toBeVisible();
  await expect(form.getByLabel(/^nights whole number, 1 to 30/)).toBeVisible();
  await form.getByLabel(/^email/).fill('ada@example.com');
  const lines = form.getByRole('group', { name: /^lines list, at least 1/ });
  await lines.getByRole('button', { name: 'Add to lines' }).click();
  await expect(lines.getByRole('columnheader', { name: /quantity whole number, 1 to 99/ })).toBeVisible();
  await lines.getByLabel('lines 1 sku').fill('OAT-1L');
  await lines.getByLabel('lines 1 quantity').fill('12');
  await lines.getByRole('button', { name: 'Add to lines' }).click();
  await lines.getByLabel('lines 2 sku').fill('RYE-500');
  await lines.getByLabel('lines 2 quantity').fill('120');
  await form.getByRole('radio', { name: 'courier' }).click();
  await form.getByRole('button', { name: 'Add to slots' }).click();
  await form.getByLabel('slots 1').fill('Tue 9–12');
  const payment = form.getByRole('group', { name: /^payment/ });
  await payment.getByRole('radio', { name: /^Invoice/ }).click();
  await expect(payment.getByLabel(/^vat_id/)).toBeVisible();
  await payment.getByRole('radio', { name: /^Card/ }).click();
  await expect(payment.getByLabel(/^vat_id/)).toHaveCount(0);
  await payment.getByLabel(/^expires/).fill('08/28');

  // Below the field, at its group, and in the footer: one check, one wording.
  await expect(lines.getByText('120 > maximum 99')).toBeVisible();
  await expect(lines.locator('legend').getByText('1 problem')).toBeVisible();
  await expect(form.getByRole('group', { name: /^slots/ }).getByText('1 item < minimum 2')).toBeVisible();
  const problems = form.getByRole('region', { name: 'Problems' });
  await expect(problems.getByRole('button')).toHaveText([
    'lines.1.quantity 120 > maximum 99',
    'slots 1 item < minimum 2',
    'payment.number is required',
  ]);
  await expectAccessible(page, 'a form with problems');
  await problems.getByRole('button', { name: /^lines/ }).click();
  await expect(lines.getByLabel('lines 2 quantity')).toBeFocused();
  await lines.getByRole('button', { name: 'Use 99' }).click();
  await expect(lines.getByLabel('lines 2 quantity')).toHaveValue('99');

  // Invalid arguments can still be sent.
  await expect(form.getByRole('button', { name: /^Send with 2 problems/ })).toBeEnabled();
  await payment.getByLabel(/^expires/).press('ControlOrMeta+Enter');
  await expect(form).toBeHidden();
  const sent =
    '"lines":[{"sku":"OAT-1L","quantity":12},{"sku":"RYE-500","quantity":99}],"delivery":"courier",' +
    '"slots":["Tue 9–12"],"payment":{"expires":"08/28"}}';
  await card(page).getByRole('tab', { name: /^Raw/ }).click();
  await card(page).getByRole('radio', { name: 'Verbatim' }).click();
  await expect(card(page)).toContainText(sent);
});

test('a form says that it is valid only if every keyword was checked', async ({ app, page }) => {
  await beginNested(page, app.url);
  const form = dialogOf(page);
  await form.getByRole('option', { name: /^book_room/ }).click();
  await expect(form.getByRole('button', { name: 'nights is required' })).toBeVisible();
  await form.getByLabel(/^nights/).fill('99');
  await expect(form.getByRole('button', { name: 'nights 99 > maximum 30' })).toBeVisible();
  await form.getByLabel(/^nights/).fill('3');
  await expect(form.getByText('Fits the schema')).toBeVisible();
  await form.getByLabel(/^code/).fill('abc');
  await expect(form.getByText('1 keyword not checked: pattern')).toBeVisible();
  await expect(form.getByText('Fits the schema')).toHaveCount(0);
  // An empty field is not sent; an empty text must be chosen.
  await form.getByLabel(/^code/).fill('');
  await expect(form.getByText('Fits the schema')).toBeVisible();
  await form.getByRole('button', { name: 'Empty text for code' }).click();
  await expect(form.getByLabel(/^code/)).toHaveAttribute('placeholder', 'empty text');
  await form.getByRole('button', { name: /^Send/ }).click();
  await expect(form).toBeHidden();

  // Opened again on that call: its result, and the changes since.
  await page.keyboard.press('c');
  const last = form.getByRole('complementary', { name: 'Last result' });
  await expect(last.getByLabel('Answer')).toContainText('nights');
  await form.getByLabel(/^nights/).fill('4');
  await expect(last.getByText('+ nights: 4')).toBeVisible();
});

test('the list of tools says which ones a client does not offer to its model, why, and what to do', async ({
  page,
  app,
}) => {
  await skipTour(page);
  await page.goto(app.url);
  const name = 'a-server-whose-name-leaves-little-room-for-names-of-tools';
  await addServer(page, richLine(), name);
  await expect(servers(page).getByRole('button', { name: new RegExp(`^${name} .*, connected`) })).toBeVisible();
  await page.getByRole('button', { name: 'Call…' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText(/^\d+, \d+ not offered everywhere$/)).toBeVisible();
  await dialog.getByPlaceholder('Search').fill('forecast');
  const option = dialog.getByRole('option', { name: /^forecast\b/ });
  await expect(option).toContainText('not offered everywhere');
  await option.click();
  await expect(dialog.getByText('not offered by Cursor')).toBeVisible();
  await expect(dialog).toContainText('Cursor leaves out tools with more than 60, without a message.');
  await expect(dialog).toContainText('Shorten the name of the tool or of the server.');
});
