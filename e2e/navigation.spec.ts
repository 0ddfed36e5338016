// Navigation: Back and Forward between places, filters, rows and dialogs, and keys without side effects.

import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { projectRoot } from './desktop.ts';
import { addServer, callTool, filter, richLine, rows, servers, skipTour, timeline } from './page.ts';

const _strictLine = () => `"${process.execPath}" "${join(projectRoot, 'e2e', 'strict-server.ts')}"`;
const filterBox = (page: Page) => page.getByRole('combobox', { name: 'Filter', exact: true });
const rowOf = (page: Page, tool: string): Locator => rows(page).filter({ hasText: tool }).last();

async function begin(page: Page, url: string, line: string, name: string): Promise<void> {
  await skipTour(page);
  await page.goto(url);
  await addServer(page, line, name);
  await expect(servers(page).getByRole('button', { name: new RegExp(`^${name},(?:.*,)? connected`) })).toBeVisible();
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
