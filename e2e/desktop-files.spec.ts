// Files and the clipboard of the real window: a saved file is on disk, a copied text can be pasted.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { chooseInMenu, expect, readClipboard, startDesktop, test, willOpen, willSaveAs } from './desktop-app.ts';
import {
  addServer,
  callTool,
  card,
  chooseMore,
  dropFile,
  rows,
  sampleLine,
  serverAction,
  smallCapture,
} from './page.ts';

/** Sets the save location, runs the action, and reads the file once the window reports it as saved. */
async function savedBy(
  app: ElectronApplication,
  window: Page,
  path: string,
  act: () => Promise<void>,
): Promise<string> {
  await willSaveAs(app, path);
  await act();
  await expect(window.getByText(`Saved ${path}`)).toBeVisible();
  return readFile(path, 'utf8');
}

test('a file reported as saved is on disk', async ({ app, window, folder }) => {
  await dropFile(window, 'small.jsonl', smallCapture);
  await expect(rows(window)).toHaveCount(1);
  const saved = await savedBy(app, window, join(folder, 'kept.jsonl'), async () => {
    await chooseInMenu(app, 'export');
    await window.getByRole('dialog').getByRole('button', { name: 'Save the file' }).click();
  });
  expect(saved).toContain('amount is required');
  await expect(window.getByRole('button', { name: 'Show in folder' })).toBeVisible();
});

test('each kind of file is saved and can be read back', async ({ app, window, folder }) => {
  await addServer(window, sampleLine('orders-adapter'), 'orders');
  await callTool(window, 'get_order', { order_id: 'SO-9998' });
  await expect(card(window)).toContainText('SO-9998');
  for (const [kind, name, words] of [
    ['HAR', 'all.har', '"log"'],
    ['Report', 'all.html', '<!doctype html>'],
  ] as const) {
    const text = await savedBy(app, window, join(folder, name), async () => {
      await chooseInMenu(app, 'export');
      const dialog = window.getByRole('dialog');
      await dialog.getByRole('radio', { name: new RegExp(`^${kind}`) }).click();
      await dialog.getByRole('button', { name: 'Save the file' }).click();
    });
    expect(text).toContain(words);
  }
  const servers = await savedBy(app, window, join(folder, 'servers.json'), async () => {
    await serverAction(window, 'orders', 'Export…');
    await window.getByRole('dialog').getByRole('button', { name: 'Save as a file' }).click();
  });
  expect(Object.keys(JSON.parse(servers).mcpServers)).toEqual(['orders']);
  await window.keyboard.press('Escape');
  const repro = await savedBy(app, window, join(folder, 'repro.json'), async () => {
    await serverAction(window, 'orders', 'Replay all failures…');
    await window.getByRole('button', { name: 'Save repro set' }).click();
  });
  expect(repro).toContain('get_order');
  // No partial file is left.
  expect((await readdir(folder)).sort()).toEqual(['all.har', 'all.html', 'data', 'repro.json', 'servers.json']);
});

test('a canceled or failed save says so and leaves no file', async ({ app, window, folder }) => {
  await dropFile(window, 'small.jsonl', smallCapture);
  await expect(rows(window)).toHaveCount(1);
  const save = async (path: string | null) => {
    await willSaveAs(app, path);
    await window.getByRole('dialog').getByRole('button', { name: 'Save the file' }).click();
  };
  await chooseInMenu(app, 'export');
  await save(null);
  await expect(window.getByRole('dialog').getByText('Nothing was saved.')).toBeVisible();
  await save(join(folder, 'no such folder', 'kept.jsonl'));
  await expect(window.getByText(/was not saved:/)).toBeVisible();
  expect(await readdir(folder)).toEqual(['data']);
});

test('copied text can be pasted', async ({ app, window }) => {
  await app.evaluate(({ clipboard }) => clipboard.writeText('before'));
  await dropFile(window, 'small.jsonl', smallCapture);
  await rows(window).first().click();
  await expect(card(window)).toContainText('is required');
  await chooseInMenu(app, 'copy-failure');
  await expect(window.getByText('Card copied')).toBeVisible();
  expect(await readClipboard(app)).toContain('Fix in the request');
  await chooseInMenu(app, 'palette');
  await expect(window.getByRole('combobox', { name: 'Command palette' })).toBeFocused();
  await window.keyboard.type('copy a link');
  await window.keyboard.press('Enter');
  await expect(window.getByText('Link copied')).toBeVisible();
  expect(await readClipboard(app)).toContain('misfire://app/');
  await chooseMore(window, 'Copy request', 'Copy');
  await expect.poll(() => readClipboard(app)).toContain('send_invoice');
});

test('a capture is opened from the menu, and again from the recent files', async ({ app, window, folder }) => {
  const path = join(folder, 'from-ann.jsonl');
  await writeFile(path, smallCapture);
  await willOpen(app, path);
  await chooseInMenu(app, 'open-file');
  await expect(window.getByText('Opened from a file')).toBeVisible();
  await expect(rows(window)).toHaveCount(1);
  await window.getByRole('button', { name: 'Close recording' }).click();
  await expect(window.getByText('Opened from a file')).toBeHidden();
  await app.evaluate(({ Menu }, wanted) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    const recent = items.find(({ label }) => label === 'Open recent')?.submenu?.items ?? [];
    recent.find(({ label }) => label === wanted)?.click();
  }, path);
  await expect(window.getByText('Opened from a file')).toBeVisible();
});

test('a capture is opened by dropping it', async ({ window }) => {
  await dropFile(window, 'small.jsonl', smallCapture);
  await expect(window.getByText('Opened from a file')).toBeVisible();
  await expect(rows(window)).toHaveCount(1);
});

test('a capture is opened as an argument, as a double click does', async ({ folder }) => {
  const path = join(folder, 'given.jsonl');
  await writeFile(path, smallCapture);
  const app = await startDesktop({ data: join(folder, 'data'), args: [path] });
  const window = await app.firstWindow();
  await expect(window.getByText('Opened from a file')).toBeVisible();
  await expect(rows(window)).toHaveCount(1);
  await app.close();
});
