// Difficult values: long, right-to-left, invisible, colored, and megabytes of them. Copying them, and filtering by them.

import { expect, test } from './app.ts';
import {
  addServer,
  callTool,
  card,
  chooseMore,
  filter,
  oddLine,
  rows,
  skipTour,
  timeline,
  unfoldCard,
} from './page.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeEach(async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, oddLine(), 'odd');
  await expect(page.getByRole('contentinfo')).toContainText('1 of 1 server connected');
});

test('a name of 300 characters and text without spaces stay within their boxes', async ({ page }) => {
  await page.getByRole('button', { name: 'Call…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Call a tool' });
  await dialog.getByRole('option', { name: /^tool_with_a_very_long_name/ }).click();
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/^(?:Set|Rename|Pass|Fix|Pick|Remove) /);
  for (const width of [1440, 1024, 720]) {
    await page.setViewportSize({ width, height: 700 });
    // Nothing overflows the page or the card.
    const sticking = () =>
      page.evaluate(() => {
        const panel = document.querySelector('[role="tabpanel"][data-state="active"]');
        const { scrollWidth } = document.documentElement;
        return scrollWidth > window.innerWidth || (panel !== null && panel.scrollWidth > panel.clientWidth);
      });
    await expect.poll(sticking, `at ${width}`).toBe(false);
  }
});

test('other scripts do not change the direction around them, and invisible characters are shown', async ({ page }) => {
  await callTool(page, 'mixed_scripts');
  await expect(card(page)).toContainText('找不到文件');
  await expect(card(page)).toContainText('RLO');
  expect(
    await card(page)
      .locator('bdi', { hasText: 'لا' })
      .or(card(page).locator('bdi').first())
      .first()
      .evaluate((element) => getComputedStyle(element).unicodeBidi),
  ).toMatch(/isolate/);
  await callTool(page, 'control_characters');
  await expect(card(page)).toContainText('⟨NUL⟩');
});

test('colors on stderr are shown, and every other escape is visible', async ({ page }) => {
  await callTool(page, 'colours');
  const line = rows(page).filter({ hasText: 'INFO started ERROR' });
  await expect(line).toBeVisible();
  await expect(line).not.toContainText('[32m');
  const ink = (text: string) =>
    line.getByText(text, { exact: true }).evaluate((element) => getComputedStyle(element).color);
  expect(await ink('INFO')).not.toBe(await ink('ERROR'));
  // Lines that arrive together are one row; it opens to all of them.
  await line.click();
  await card(page)
    .getByRole('tab', { name: /Messages/ })
    .click();
  const second = card(page).getByRole('option').filter({ hasText: 'orange' });
  await expect(second).toContainText('ESC[2J');
  await expect(second).toContainText('and hidden');
  await second.click();
  await expect(card(page).getByRole('tabpanel')).toContainText('ESC[38;5;208m');
});

test('megabytes open on request, can be searched, folded and copied, and the page stays responsive', async ({
  page,
}) => {
  await callTool(page, 'big_body', { megabytes: 5 });
  await expect(card(page)).toContainText('33334 invoices');
  await card(page).getByRole('tab', { name: /Raw/ }).click();
  await expect(card(page).getByText(/First 20 kB of 4\.9 MB/)).toBeVisible();
  await card(page).getByRole('button', { name: 'Open all' }).click();
  const dialog = page.getByRole('dialog', { name: /4\.9 MB/ });
  const tree = dialog.getByRole('tree');
  await expect(tree).toBeVisible();
  await expect(tree.getByRole('treeitem').first()).toBeVisible();
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(200);
  await dialog.getByLabel('Find in the body').fill('needle in the');
  await expect(dialog.getByText('1 of 1')).toBeVisible();
  await expect(tree.locator('mark')).toHaveText('needle in the');
  await tree.getByRole('button', { name: /^Use / }).click();
  await page.getByRole('menuitem', { name: 'Copy JSON path' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('result.structuredContent.rows[20000].customer');
  await dialog.getByLabel('Find in the body').fill('quantity');
  await expect(dialog.getByText(/^1 of 20.000\+$/)).toBeVisible();
  await dialog.getByLabel('Find in the body').press('Enter');
  await expect(dialog.getByText(/^2 of/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Fold all', exact: true }).click();
  await expect(tree.getByText(/"structuredContent"/)).toBeVisible();
  await tree.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(tree.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-level', '1');
  await dialog.getByRole('radio', { name: 'Raw text' }).click();
  await expect(dialog.getByText(/"jsonrpc":"2.0"/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('values and the card can be copied, and become filters', async ({ page }) => {
  await callTool(page, 'mixed_scripts');
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await expect(card(page)).toContainText('找不到文件');
  await unfoldCard(page);
  await card(page).getByRole('button', { name: 'Use error.message' }).first().click();
  await page.getByRole('menuitem', { name: 'Copy JSON path' }).click();
  await expect.poll(read).toBe('error.message');
  await chooseMore(page, 'Copy report');
  await expect.poll(read).toContain('- Call: `mixed_scripts` on odd');
  await chooseMore(page, 'Copy response');
  await expect.poll(read).toMatch(/^\{"jsonrpc":"2.0","id":\d+,"error"/);

  const box = page.getByRole('combobox', { name: 'Filter', exact: true });
  await card(page).getByRole('button', { name: 'Filter by this row' }).click();
  await page.getByRole('menuitem', { name: 'tool:mixed_scripts' }).first().click();
  await expect(box).toHaveValue('tool:mixed_scripts');
  await expect(rows(page)).toHaveCount(1);
  await filter(page, '');
  await card(page).getByRole('button', { name: 'Use error.message' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Hide rows with it' }).press('Enter');
  await expect(box).toHaveValue(/^-"/);
  await expect(timeline(page).getByText('mixed_scripts')).toHaveCount(0);
});
