// The app's page as a person meets it: rows, card and servers, found by what they say. Stories use these names, not selectors.

import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { projectRoot } from './desktop.ts';

/** The command that starts a built sample server, as a person would paste it. */
export const sampleLine = (name: string): string =>
  `"${process.execPath}" "${join(projectRoot, 'dist', 'node', 'samples', name, 'server.js')}"`;

export const timeline = (page: Page): Locator => page.getByRole('grid', { name: 'Messages' });
export const rows = (page: Page): Locator => timeline(page).locator('[data-row]');
export const card = (page: Page): Locator => page.locator('#detail-pane');
export const servers = (page: Page): Locator => page.getByRole('complementary', { name: 'Servers' });

export async function trySamples(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the sample servers' }).click();
}

export async function filter(page: Page, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Filter', exact: true });
  await box.fill(text);
  await box.press('Enter');
}

export async function addServer(page: Page, line: string, name: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Add( a server)?$/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Add a server' });
  await dialog.getByLabel('Command or address').fill(line);
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(name);
  await dialog.getByRole('button', { name: /connect$/i }).click();
  await expect(dialog).toBeHidden();
}

/** Sends a call from the dialog and waits for the card of its row. */
export async function callTool(page: Page, tool: string, args?: object): Promise<void> {
  await page.getByRole('button', { name: 'Call…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Call a tool' });
  await dialog.getByPlaceholder('Search').fill(tool);
  await dialog.getByRole('option', { name: new RegExp(`^${tool}\\b`) }).click();
  if (args) {
    await dialog.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(JSON.stringify(args));
  }
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await expect(dialog).toBeHidden();
}
