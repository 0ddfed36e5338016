// Retries in the real app with its sample servers: by the server's hint, edited, guarded, in bulk, and canceled.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test as base, expect } from './app.ts';
import { card, filter, openSent, serverAction, servers } from './page.ts';

const samples = ['closient', 'qaqnuz', 'orders-adapter'] as const;
type Sample = (typeof samples)[number];
const names: Record<Sample, string> = { closient: 'Closient', qaqnuz: 'qaqnuz', 'orders-adapter': 'Orders adapter' };

/** The samples are in the list, and their tour does not run during the story. */
const test = base.extend({
  data: async ({ data }, use) => {
    const saved = samples.map((sample, colour) => ({
      id: sample,
      colour,
      // The command of a sample is resolved each time.
      config: { name: names[sample], sample, transport: { kind: 'stdio', command: 'sample' } },
    }));
    await writeFile(join(data, 'servers.json'), JSON.stringify({ version: 1, servers: saved }));
    await use(data);
  },
});

/** Opens the window and connects one of the samples. */
async function openWith(page: Page, url: string, sample: Sample): Promise<void> {
  await page.goto(url);
  await serverAction(page, names[sample], 'Connect');
  await expect(
    servers(page).getByRole('button', { name: new RegExp(`^${names[sample]},(?:.*,)? connected`) }),
  ).toBeVisible();
}

/** Calls a tool by hand and waits for the response: its row is selected once it was sent, and can be canceled until then. */
async function call(page: Page, sample: Sample, tool: string, args: object): Promise<void> {
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Call a tool' });
  await dialog.getByLabel('Server').selectOption({ label: names[sample] });
  await dialog.getByRole('textbox', { name: 'Tools' }).fill(tool);
  await dialog.getByRole('option', { name: tool }).click();
  await dialog.getByRole('radio', { name: 'JSON', exact: true }).click();
  const editor = dialog.getByRole('textbox', { name: 'Arguments, JSON' });
  // The editor sets its selection after it opens, which may undo the one that `fill` replaces.
  await expect(async () => {
    await editor.fill(JSON.stringify(args));
    expect(await editor.innerText()).toBe(JSON.stringify(args));
  }).toPass();
  await editor.press('Control+Enter');
  await openSent(dialog);
  await expect(card(page)).toHaveAttribute('aria-busy', 'false');
  await expect(card(page)).toContainText(tool);
  await expect(card(page).getByRole('button', { name: 'Cancel' })).toHaveCount(0);
}

const bulkDialog = (page: Page) => page.getByRole('dialog', { name: 'Replay failures' });

const openAttempts = (page: Page) =>
  card(page)
    .getByRole('tab', { name: /^Attempts/ })
    .click();

test('a rate-limited call recovers after its hint, shown as one chain of asked and actual waits', async ({
  app,
  page,
}) => {
  await openWith(page, app.url, 'qaqnuz');
  await call(page, 'qaqnuz', 'send_invoice', { id: 'INV-7001', retry_after_ms: 700, envelope: true });
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/^Rate limited by /);
  await page.keyboard.press('w');
  // 700 ms and then 1400 ms, each with the jitter the plan draws.
  await expect(card(page).getByText('Fixed', { exact: true })).toBeVisible();
  await openAttempts(page);
  await expect(card(page).getByRole('table').getByRole('row')).toHaveCount(4);
  const lane = card(page).getByRole('img', { name: /3 attempts/ });
  await expect(lane).toBeVisible();
  await expect(lane).toContainText('asked');
  await expect(lane).toContainText('actual');
  const findings = card(page)
    .getByRole('list', { name: 'Retry: asked vs. actual, wait by wait' })
    .getByRole('listitem');
  await expect(findings).toHaveCount(2);
  for (const finding of await findings.all()) await expect(finding).toContainText('respected');
  const rows = page.getByRole('row', { name: /send_invoice on qaqnuz/ });
  await page.getByLabel('Filter', { exact: true }).fill('tool:send_invoice INV-7001');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(2)).toContainText('Recovered');
});

test('a hint in seconds waits seconds, and a canceled countdown leaves nothing pending', async ({ app, page }) => {
  await openWith(page, app.url, 'closient');
  await call(page, 'closient', 'export_catalog', { format: 'csv', retry_after: 30 });
  await expect(card(page).getByRole('button', { name: /^Retry in (30|29|28|27|26|25) s/ })).toBeVisible();
  await page.keyboard.press('w');
  const timer = card(page).getByRole('timer');
  await expect(timer).toHaveText(/^Next attempt in (30|2\d) s$/);
  await card(page).getByRole('button', { name: 'Pause' }).click();
  await expect(timer).toHaveText('Paused, 1 attempt to go');
  await card(page).getByRole('button', { name: 'Resume' }).click();
  await expect(timer).toHaveText(/^Next attempt in/);
  await card(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(card(page).getByText('Canceled', { exact: true })).toBeVisible();
  await expect(card(page)).toContainText('Nothing was sent.');
  await expect(timer).toBeHidden();
  await page.getByLabel('Filter', { exact: true }).fill('tool:export_catalog csv');
  await expect(page.getByRole('row', { name: /export_catalog on Closient/ })).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).not.toContainText('waiting');
});

test('a destructive tool is not called without its name', async ({ app, page }) => {
  await openWith(page, app.url, 'qaqnuz');
  await call(page, 'qaqnuz', 'void_invoice', { id: 'INV-1041', envelope: true });
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/ failed permanently/);
  await filter(page, 'tool:void_invoice');
  // By label: outside an open dialog nothing has a role.
  const rows = page.locator('[aria-label^="void_invoice on qaqnuz"]');
  await expect(rows).not.toHaveCount(0);
  const before = await rows.count();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Send void_invoice again?' });
  const send = dialog.getByRole('button', { name: 'Send again' });
  await expect(dialog).toContainText('hint');
  await expect(send).toBeDisabled();
  const field = dialog.getByLabel(/Type the tool's name/);
  await field.fill('void_invoic');
  await field.press('Enter');
  await expect(send).toBeDisabled();
  await expect(rows).toHaveCount(before);
  await field.fill('void_invoice');
  await field.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(card(page).getByText('Same failure', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(before + 1);
});

test('a call is copied as code; Edit and replay turns it into Fixed, and shows what changed', async ({ app, page }) => {
  await openWith(page, app.url, 'closient');
  await call(page, 'closient', 'resolve_gtin', { gtin: '123' });
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('gtin was rejected; you sent "123"');
  await expect(
    card(page)
      .getByRole('button', { name: /^(?:Fix|Edit) and retry/ })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('e');
  const form = card(page);
  await form.getByRole('button', { name: /^Copy as/ }).click();
  await page.getByRole('menuitem', { name: 'curl' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy the call' });
  await expect(dialog).toContainText('curl');
  await expect(dialog).not.toContainText('closient_demo_reader');
  await dialog.getByRole('radio', { name: 'Python' }).click();
  await expect(dialog).toContainText('resolve_gtin');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await form.getByLabel(/^gtin/).fill('09506000134352');
  await page.keyboard.press('Control+Enter');
  await expect(form.getByText('Fixed', { exact: true }).first()).toBeVisible();
  await form.getByRole('button', { name: /^Answers/ }).click();
  const difference = form.locator('[data-section="answers"]');
  await expect(difference).toContainText('removed: "error"');
  await expect(difference).toContainText('added:');
  await difference.getByRole('radio', { name: 'Side by side' }).click();
  await expect(difference).toContainText('validation_error');
  // The original is evidence and stays unchanged.
  await expect(form.getByRole('region', { name: 'Request, attempt 1 to next' })).toContainText('gtin: "123"');
});

test('all failures of a server are listed first, then sent, and saved as a repro set', async ({ app, page }) => {
  await openWith(page, app.url, 'orders-adapter');
  await call(page, 'orders-adapter', 'get_order', { order_id: 'SO-9998' });
  await call(page, 'orders-adapter', 'cancel_order', { order_id: 'SO-1002' });
  await serverAction(page, 'Orders adapter', 'Replay all failures…');
  const bulk = bulkDialog(page);
  await expect(bulk).toContainText('Nothing is sent yet.');
  await expect(bulk.getByRole('checkbox', { name: /get_order/ }).first()).toBeChecked();
  await expect(bulk.getByRole('textbox', { name: 'Type cancel_order to include it' })).toBeVisible();
  await bulk.getByRole('button', { name: /^Send \d+ calls?$/ }).click();
  await expect(bulk.getByRole('heading', { name: /failed calls? replayed/ })).toBeVisible();
  const progress = bulk.getByRole('progressbar');
  await expect
    .poll(async () => (await progress.getAttribute('aria-valuenow')) === (await progress.getAttribute('aria-valuemax')))
    .toBe(true);
  await expect(bulk.getByRole('row', { name: /get_order/ }).first()).toContainText('Same failure');
  await expect(bulk.getByRole('row', { name: /cancel_order/ })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await bulk.getByRole('button', { name: 'Save repro set' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.json$/);
});
