// Files and the clipboard of the real window: what is said to be saved is on disk, what is said to be copied can be pasted.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseInMenu, expect, readClipboard, test, willOpen, willSaveAs } from './desktop-app.ts';
import { card, dropFile, rows, smallCapture } from './page.ts';

test('a file that is said to be saved is on disk', async ({ app, window, folder }) => {
  await dropFile(window, 'small.jsonl', smallCapture);
  await expect(rows(window)).toHaveCount(1);
  const path = join(folder, 'kept.jsonl');
  await willSaveAs(app, path);
  await chooseInMenu(app, 'export');
  await window.getByRole('dialog').getByRole('button', { name: 'Save the file' }).click();
  await expect(window.getByText(`Saved ${path}`)).toBeVisible();
  expect(await readFile(path, 'utf8')).toContain('amount is required');
});

test('what is copied can be pasted', async ({ app, window }) => {
  await app.evaluate(({ clipboard }) => clipboard.writeText('before'));
  await dropFile(window, 'small.jsonl', smallCapture);
  await rows(window).first().click();
  await expect(card(window)).toContainText('amount is required');
  await chooseInMenu(app, 'copy-failure');
  await expect(window.getByText(/copied/)).toBeVisible();
  expect(await readClipboard(app)).toContain('amount is required');
});

test('a capture is opened from the menu', async ({ app, window, folder }) => {
  await expect(window.getByRole('heading', { name: 'Why did that call fail?' })).toBeVisible();
  const path = join(folder, 'from-ann.jsonl');
  await writeFile(path, smallCapture);
  await willOpen(app, path);
  await chooseInMenu(app, 'open-file');
  await expect(window.getByText('was opened from a file')).toBeVisible();
  await expect(rows(window)).toHaveCount(1);
});
