// Holding messages of a watched client in the window: with keys only, and what happens when the window closes.

import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { rows, skipTour } from './page.ts';
import { connectShop, find } from './wrapped-shop.ts';

const callsOf = (page: Page) => rows(page).filter({ hasText: 'find' });

/** Of a watched client that has made one call. */
async function withClient(
  { data, url }: { data: string; url: string },
  page: Page,
  story: (client: Awaited<ReturnType<typeof connectShop>>) => Promise<void>,
): Promise<void> {
  await skipTour(page);
  await page.goto(url);
  const client = await connectShop(data);
  try {
    await find(client);
    await expect(callsOf(page)).toHaveCount(1);
    await story(client);
  } finally {
    await client.close();
  }
}

/** By keys: down to the only call, and the next one like it is held. */
async function holdNext(page: Page): Promise<void> {
  const selected = page.locator('[role=row][aria-selected=true]').filter({ hasText: 'find' });
  for (let presses = 0; presses < 10 && (await selected.count()) === 0; presses += 1) await page.keyboard.press('j');
  await expect(selected).toHaveCount(1);
  await page.keyboard.press('h');
  await expect(page.getByRole('button', { name: 'Hold on' })).toBeVisible();
}

test('answers are held, edited, replaced and released with keys only', ({ app, page }) =>
  withClient(app, page, async (client) => {
    const calls = callsOf(page);
    const strip = page.getByRole('region', { name: 'Held messages' });
    const dialog = page.getByRole('dialog');
    const editor = dialog.getByRole('textbox', { name: 'Message to pass on' });

    // Set from the row: the next one only.
    await holdNext(page);
    const edited = find(client);
    await expect(strip).toContainText('Answer of find');
    await expect(calls.last()).toContainText('Held answer');
    await page.keyboard.press('H');
    await expect(editor).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    const answer = { jsonrpc: '2.0', id: 3, result: { content: [{ type: 'text', text: 'nothing' }] } };
    await page.keyboard.insertText(JSON.stringify(answer));
    await page.keyboard.press('ControlOrMeta+Enter');
    expect(await edited).toMatchObject({ content: [{ text: 'nothing' }] });
    await expect(dialog).toBeHidden();
    await expect(calls.last()).toContainText('edited by you');

    // Set from the palette: all of them.
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('hold messages');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('A held message waits for you');
    await dialog.getByRole('checkbox', { name: 'Next one only' }).press('Space');
    await dialog.getByRole('textbox', { name: 'Tool or method' }).press('f');
    await page.keyboard.type('ind');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const replaced = find(client);
    await expect(strip).toBeVisible();
    await page.keyboard.press('H');
    const choice = dialog.getByRole('combobox', { name: 'Answer instead' });
    await choice.focus();
    await page.keyboard.type('Answer: not f');
    await expect(editor).toContainText('isError');
    await dialog.getByRole('button', { name: 'Answer instead' }).press('Enter');
    expect(await replaced).toMatchObject({ isError: true });
    await expect(calls.last()).toContainText('answered by you');

    // Released with one key: nothing is held any more.
    const released = find(client);
    await expect(strip).toBeVisible();
    await page.keyboard.press('R');
    expect(await released).toMatchObject({ content: [{ text: 'found' }] });
    await expect(strip).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Hold on' })).toHaveCount(0);
    await find(client);
    await expect(calls).toHaveCount(5);
    // A person's decision is not a failure.
    await expect(page).toHaveTitle('Misfire');
  }));

test('the window closes: what is held goes on at once, and is marked in the next window', ({ app, page }) =>
  withClient(app, page, async (client) => {
    const calls = callsOf(page);
    await holdNext(page);
    const held = find(client);
    await expect(page.getByRole('region', { name: 'Held messages' })).toBeVisible();
    await page.goto('about:blank');
    expect(await held).toMatchObject({ content: [{ text: 'found' }] });
    await page.goBack();
    await expect(calls.last()).toContainText('held');
  }));
