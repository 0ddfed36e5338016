// "Fix until it works" at each of its ends, by keyboard only, on a server that fails and lies on purpose.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { shopServer } from '../electron/features/fix/testing/shop-server.ts';
import { expect, test } from './app.ts';
import { addServer, callTool, card, skipTour } from './page.ts';

const heading = (page: Page) => card(page).getByRole('heading', { level: 2 });
const button = (page: Page, name: string | RegExp) => card(page).getByRole('button', { name, exact: true });

async function open(page: Page, url: string, folder: string): Promise<void> {
  writeFileSync(join(folder, 'shop.mjs'), shopServer);
  await skipTour(page);
  await page.goto(url);
  await addServer(page, `"${process.execPath}" "${join(folder, 'shop.mjs')}"`, 'shop');
  await expect(page.getByRole('row', { name: /^initialize on/ }).first()).toBeVisible();
}

async function fix(page: Page, tool: string, args: object): Promise<void> {
  await callTool(page, tool, args);
  await page.keyboard.press('Shift+F');
  await expect(card(page).getByRole('list', { name: 'Attempts' })).toBeVisible();
}

test('a call is fixed with a choice, a value from the schema, and a value that is typed', async ({
  app,
  page,
  data,
}) => {
  await open(page, app.url, data);
  await fix(page, 'get_rate', { kind: 'suite', nights: 0, guest: { age: 'x' } });
  await expect(button(page, 'single')).toBeFocused();
  await expect(card(page).getByRole('button', { pressed: true })).toHaveCount(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(card(page).getByRole('textbox', { name: 'guest.age' })).toBeFocused();
  await page.keyboard.type('41');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(/^Fixed in \d attempts/);
  await expect(card(page)).toContainText('2 values from you, 1 from the schema, 0 guesses');
  await expect(button(page, /^Copy fixed call/)).toBeFocused();
  await expect(card(page)).toContainText('misfire call');
  // The finding of the failed call has recovered, and leads back to the steps.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Show steps')).toBeVisible();
  await expect(card(page).getByRole('textbox')).toHaveCount(0);
  await expect(button(page, /^Fix and retry/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Failures 1 / })).toBeVisible();
});

test('an id that does not exist is picked from a list, which is called after Enter', async ({ app, page, data }) => {
  await open(page, app.url, data);
  await fix(page, 'get_order', { order_id: 'SO-9999' });
  await expect(button(page, 'Call list_orders')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'SO-1999')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(/^Fixed in 2 attempts/);
});

test('it stops where a person decides, at what comes back, and when it is told to', async ({ app, page, data }) => {
  await open(page, app.url, data);
  await fix(page, 'pay', { amount: '5' });
  await expect(card(page)).toContainText('the server does not mark it as read-only');
  await expect(button(page, 'Send pay')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(/^Fixed in 2 attempts/);
  await fix(page, 'get_torn', { mode: 'x' });
  await expect(card(page).getByRole('status')).toHaveText('Not fixed');
  await expect(heading(page)).toHaveText('The server rejected the value of mode that it asked for');
  await fix(page, 'very_busy', {});
  await expect(card(page)).toContainText(/Sends again in 2\d/);
  await expect(button(page, /Stop/)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(heading(page)).toHaveText('Stopped by you');
});

test('a server that does not start gets its path and its variable, for this run', async ({ app, page, data }) => {
  const script = join(data, 'picky.mjs');
  const missing = 'console.error("Error: SHOP_TOKEN environment variable is required"); process.exit(1);';
  writeFileSync(script, `if (!process.env.SHOP_TOKEN) { ${missing} }\n${shopServer}`);
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, `"${process.execPath}" "${join(data, 'pickk.mjs')}"`, 'shop');
  await expect(page.getByRole('row', { name: /failed/ }).first()).toBeVisible();
  await page.keyboard.press('n');
  await expect(heading(page)).toContainText('does not exist');
  await page.keyboard.press('Shift+F');
  await expect(card(page).getByRole('textbox', { name: 'script' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(script);
  await page.keyboard.press('Enter');
  await expect(card(page).getByLabel('SHOP_TOKEN', { exact: true })).toBeFocused();
  await page.keyboard.type('token-1');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(/^Fixed in 3 attempts/);
  await expect(card(page)).toContainText('for this run only');
  await expect(button(page, 'Save for this server')).toBeFocused();
  await expect(card(page)).not.toContainText('token-1');
});
