// Navigation: Back and Forward between places, filters, rows and dialogs, and keys without side effects.

import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { projectRoot } from './desktop.ts';
import { addServer, callTool, card, filter, richLine, rows, servers, skipTour, timeline } from './page.ts';

const strictLine = () => `"${process.execPath}" "${join(projectRoot, 'e2e', 'strict-server.ts')}"`;
const filterBox = (page: Page) => page.getByRole('combobox', { name: 'Filter', exact: true });
const rowOf = (page: Page, tool: string): Locator => rows(page).filter({ hasText: tool }).last();

async function begin(page: Page, url: string, line: string, name: string): Promise<void> {
  await skipTour(page);
  await page.goto(url);
  await addServer(page, line, name);
  await expect(servers(page).getByRole('button', { name: new RegExp(`^${name} .*, connected`) })).toBeVisible();
}

test('Back and Forward move between rows, places, filters and dialogs, and never leave the app', async ({
  app,
  page,
}) => {
  await begin(page, app.url, richLine(), 'rich');
  for (const tool of ['notes', 'orders', 'chart']) await callTool(page, tool);
  await rowOf(page, 'notes').click();
  await rowOf(page, 'chart').click();
  await expect(rowOf(page, 'chart')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(rowOf(page, 'notes')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Alt+ArrowRight');
  await expect(rowOf(page, 'chart')).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(timeline(page)).toHaveCount(0);
  await page.goBack();
  await expect(timeline(page)).toBeVisible();
  await page.goForward();
  await expect(timeline(page)).toHaveCount(0);
  // The button next to the wheel, which Playwright cannot press.
  const devtools = await page.context().newCDPSession(page);
  const press = (button: 'back' | 'forward', type: 'mousePressed' | 'mouseReleased') =>
    devtools.send('Input.dispatchMouseEvent', { type, button, x: 300, y: 300, clickCount: 1 });
  await press('back', 'mousePressed');
  await press('back', 'mouseReleased');
  await expect(timeline(page)).toBeVisible();

  await filter(page, 'tool:notes');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Shortcuts and the filter' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(sheet).toBeHidden();
  await expect(filterBox(page)).toHaveValue('tool:notes');
  await page.keyboard.press('Alt+ArrowRight');
  await expect(sheet).toBeVisible();
  // A dialog closed by hand is not in the history.
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(filterBox(page)).toHaveValue('');
  await expect(sheet).toBeHidden();

  for (let presses = 0; presses < 12; presses++) {
    await page.evaluate(() => window.history.back());
    await expect(timeline(page)).toBeVisible();
  }
  expect(page.url()).toContain(new URL(app.url).host);
});

test('/ adds another term to the filter, and an error stays in the box', async ({ app, page }) => {
  await begin(page, app.url, richLine(), 'rich');
  await callTool(page, 'notes');
  await filter(page, 'server:rich');
  await page.keyboard.press('/');
  await expect(filterBox(page)).toHaveValue('server:rich ');
  await page.keyboard.type('tool:notes');
  await expect(filterBox(page)).toHaveValue('server:rich tool:notes');
  await page.keyboard.press('Enter');
  await expect(timeline(page)).toBeFocused();
  await expect(rows(page)).toHaveCount(1);

  const long = `is:${'nothing'.repeat(60)}`;
  await filterBox(page).fill(long);
  await page.keyboard.press('Enter');
  const error = page.getByRole('alert');
  await expect(error).toBeVisible();
  await expect(filterBox(page)).toBeFocused();
  const [around, inside] = await Promise.all([
    page.locator('#filter-help > div').boundingBox(),
    error.evaluate((element) => ({ content: element.scrollWidth, room: element.clientWidth })),
  ]);
  expect(inside.content).toBeLessThanOrEqual(inside.room);
  expect(around!.x + around!.width).toBeLessThanOrEqual(page.viewportSize()!.width);
  // Only the box shows that it was not applied; nothing covers the list.
  await rows(page).first().click();
  await expect(error).toBeHidden();
  await expect(page.getByText('not applied')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test('n on the last failure says so', async ({ app, page }) => {
  await begin(page, app.url, strictLine(), 'strict');
  await callTool(page, 'search_orders', { customer_id: 'a' });
  await expect(card(page)).toHaveAttribute('aria-busy', 'false');
  await expect(rowOf(page, 'search_orders')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('n');
  await expect(page.getByText('This is the last failure in this list.')).toBeVisible();
  await page.keyboard.press('N');
  await expect(page.getByText('This is the first failure in this list.')).toBeVisible();
});

test('a held key that opens an editor does not type into it', async ({ app, page }) => {
  await begin(page, app.url, richLine(), 'rich');
  await callTool(page, 'notes');
  await page.keyboard.down('/');
  await expect(filterBox(page)).toBeFocused();
  for (let repeats = 0; repeats < 3; repeats++) await page.keyboard.down('/');
  await page.keyboard.up('/');
  await expect(filterBox(page)).toHaveValue('');
  await page.keyboard.type('n');
  await expect(filterBox(page)).toHaveValue('n');
  await page.keyboard.press('Escape');
  // A form that falls back to JSON does not move the focus.
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Call a tool' });
  await expect(dialog.getByRole('listbox', { name: 'Tools' }).getByRole('option', { selected: true })).toBeVisible();
  await expect(dialog.locator('.cm-content:focus')).toHaveCount(0);
});

test('several rows are selected by click and by key, and marked or deselected together', async ({ app, page }) => {
  await begin(page, app.url, strictLine(), 'strict');
  for (const id of ['a', 'b', 'c']) await callTool(page, 'search_orders', { customer_id: id });
  const calls = rows(page).filter({ hasText: 'search_orders' });
  await expect(calls).toHaveCount(3);
  await calls.nth(0).click();
  await calls.nth(2).click({ modifiers: ['ControlOrMeta'] });
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await expect(bar).toContainText('2 rows selected');
  await expect(calls.nth(1)).toHaveAttribute('aria-selected', 'false');
  await calls.nth(1).click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('3 rows selected');
  await expectAccessible(page, 'several selected rows');
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await calls.nth(0).click();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar).toContainText('2 rows selected');
  await page.keyboard.press('x');
  await expect(bar).toHaveCount(0);
  await expect(page.getByText(/Marked as expected/)).toBeVisible();
});

test('the shortcut sheet is searchable, in two columns', async ({ app, page }) => {
  await page.goto(app.url);
  await expect(page.getByRole('button', { name: 'Try the sample servers' })).toBeVisible();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Shortcuts and the filter' });
  const [keys, terms] = await Promise.all([
    sheet.getByRole('heading', { name: 'Rows' }).boundingBox(),
    sheet.getByRole('heading', { name: 'The filter', exact: true }).boundingBox(),
  ]);
  expect(Math.abs(keys!.y - terms!.y)).toBeLessThan(2);
  expect(terms!.x).toBeGreaterThan(keys!.x + 200);
  await expectAccessible(page, 'the sheet of keys');
  await page.keyboard.type('previous failure');
  await expect(sheet.getByRole('term')).toHaveText(['Previous failure']);
  await sheet.getByLabel('Search').fill('nothing has this');
  await expect(sheet.getByRole('status')).toContainText('No key and no filter term');
  await expectAccessible(page, 'the sheet without a hit');
});
