// The app's page for stories: rows, card and servers, found by role and text instead of selectors.

import { join } from 'node:path';
import { expect, type JSHandle, type Locator, type Page } from '@playwright/test';
import { projectRoot } from './desktop.ts';

/** The command that starts a built sample server, as a user would paste it. */
export const sampleLine = (name: string): string =>
  `"${process.execPath}" "${join(projectRoot, 'dist', 'node', 'samples', name, 'server.js')}"`;

export const timeline = (page: Page): Locator => page.getByRole('grid', { name: 'Messages' });
export const rows = (page: Page): Locator => timeline(page).locator('[data-row]');
export const card = (page: Page): Locator => page.locator('#detail-pane');
export const servers = (page: Page): Locator => page.getByRole('complementary', { name: 'Servers' });

export async function trySamples(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the sample servers' }).click();
}

/** Selects a row and waits for its card: until then the previous card is shown. */
export async function openCard(page: Page, row: Locator): Promise<void> {
  await row.click();
  await expect(card(page)).toHaveAttribute('aria-busy', 'false');
}

/** Filters and waits for the result: until then the old rows are shown and would move under the pointer. */
export async function filter(page: Page, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Filter', exact: true });
  await box.fill(text);
  await box.press('Enter');
  await expect(page.locator('#timeline-grid[aria-busy="true"]')).toHaveCount(0);
}

export async function openAdd(page: Page): Promise<void> {
  // The first run has its own button.
  const first = page.getByRole('button', { name: 'Add a server' });
  await first
    .or(servers(page).getByRole('button', { name: 'Add', exact: true }))
    .first()
    .click();
}

export const serverEntry = (page: Page, name: string): Locator =>
  servers(page)
    .getByRole('button')
    .filter({ has: page.getByText(name, { exact: true }) });

/** Chooses from the menu of a server. */
export async function serverAction(page: Page, server: string, action: string | RegExp): Promise<void> {
  await serverEntry(page, server).click({ button: 'right' });
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

export async function addServer(page: Page, line: string, name: string): Promise<void> {
  await openAdd(page);
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
    await dialog.getByRole('radio', { name: 'JSON', exact: true }).click();
    await dialog.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(JSON.stringify(args));
  }
  await sendAndOpen(dialog);
}

/** Sends what the dialog holds, and goes on to the card. */
export async function sendAndOpen(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await openSent(dialog);
}

/** The dialog stays open with the answer; this goes on to its card. */
export async function openSent(dialog: Locator): Promise<void> {
  await expect(dialog.locator('[data-sent]')).toBeVisible();
  await dialog.getByRole('button', { name: 'Open the card' }).click();
  await expect(dialog).toBeHidden();
}

/** Of the call dialog, what is used rarely. */
export async function openMore(dialog: Locator, name: RegExp): Promise<void> {
  await dialog.locator('#call-more').click();
  await dialog.page().getByRole('menuitem', { name }).click();
}

/** The server of e2e/odd-server.ts, as a user would paste it. */
export const oddLine = (): string => `"${process.execPath}" "${join(projectRoot, 'e2e', 'odd-server.ts')}"`;

/** The server of e2e/rich-server.ts, as a user would paste it. */
export const richLine = (): string => `"${process.execPath}" "${join(projectRoot, 'e2e', 'rich-server.ts')}"`;

/** The window of a user who has seen the tour. */
export async function skipTour(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (localStorage.getItem('misfire.preferences') === null)
      localStorage.setItem('misfire.preferences', JSON.stringify({ tourSeen: true }));
  });
}

/** Drops a file on the window. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content as string], fileName as string));
      return transfer;
    },
    [name, text],
  );
  await drop(page, files);
}

export async function drop(page: Page, files: JSHandle<DataTransfer>): Promise<void> {
  // A drag continues until the window shows what it would do.
  await expect(async () => {
    await page.dispatchEvent('body', 'dragover', { dataTransfer: files });
    await expect(page.getByText('Drop it to open it')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.dispatchEvent('body', 'drop', { dataTransfer: files });
}

/** A capture of one call and its response. */
export const captureOf = (params: object, answer: object): string =>
  [
    { misfire: 1, started: '2026-11-14T12:00:00.000Z' },
    wire(10, 'out', { method: 'tools/call', params }),
    wire(15, 'in', answer),
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

const wire = (t: number, lane: 'in' | 'out', message: object) => ({
  t,
  server: 'billing',
  lane,
  text: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
});

/** A capture of one rejected call. */
export const smallCapture = captureOf(
  { name: 'send_invoice', arguments: {} },
  { error: { code: -32602, message: 'amount is required' } },
);

/** The server of e2e/strict-server.ts, as a user would paste it. */
export const strictLine = (): string => `"${process.execPath}" "${join(projectRoot, 'e2e', 'strict-server.ts')}"`;

/** Opens every section of the card, because folded ones are not in the page. */
export async function unfoldCard(page: Page): Promise<void> {
  await expect(card(page)).toHaveAttribute('aria-busy', 'false');
  const folded = card(page).locator('[data-fold][aria-expanded="false"]');
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Chooses from the card's menu of further actions; `group` is the submenu that has it. */
export async function chooseMore(page: Page, name: string | RegExp, group = ''): Promise<void> {
  await card(page).getByRole('button', { name: 'More actions' }).click();
  if (group !== '') await page.getByRole('menuitem', { name: group, exact: true }).press('ArrowRight');
  await page.getByRole('menuitem', { name }).click();
}
