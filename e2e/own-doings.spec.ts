// Misfire's own requests do not count: probes, replays and checks change no count, selecting a row sends nothing, and the next
// start opens with a user's failure.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, startApp, test } from './app.ts';
import { addServer, card, filter, openCard, rows, serverAction, servers, skipTour, timeline } from './page.ts';

// The samples, their probes and a restart take long on a busy machine.
test.describe.configure({ timeout: 300_000 });

const status = (page: Page) => page.locator('footer');
const groups = (page: Page) => page.getByRole('grid', { name: 'Groups of failures' });
const selected = (page: Page) => timeline(page).locator('[data-row][aria-selected="true"]');

async function go(page: Page, letter: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
}

/** The counts in every place: the title, the footer, the side list and the groups. */
async function counts(page: Page): Promise<string[]> {
  await go(page, 'f');
  await expect(groups(page)).toBeVisible();
  const shown = await groups(page)
    .getByRole('row')
    .evaluateAll((all) => all.slice(1).map((row) => row.getAttribute('aria-label') ?? ''));
  await go(page, 't');
  await expect(timeline(page)).toBeVisible();
  const failures = /\d+ failed calls?/.exec(await status(page).innerText())?.[0] ?? '';
  const listed = await servers(page)
    .locator('[title*="failure"]')
    .evaluateAll((all) => all.map((one) => /\d+ failed calls?/.exec(one.getAttribute('title') ?? '')?.[0] ?? ''));
  return [await page.title(), failures, ...listed, ...shown.sort()];
}

test('a probe, bulk replays and the doctor change neither the badge nor the sidebar nor Failures', async ({
  touredApp,
  data,
  page,
}) => {
  await skipTour(page);
  await page.goto(touredApp.url);
  await expect(rows(page).first()).toBeVisible();
  const before = await counts(page);

  // From the panel, which always offers it: Compare starts with recorded traffic.
  await go(page, 'c');
  await page.getByRole('button', { name: 'Probe', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Probe' });
  // One server is enough: how all five compare is another story.
  for (const other of ['Closient', 'erlmcp', 'qaqnuz', 'Platica'])
    await panel.getByRole('checkbox', { name: other }).uncheck();
  await panel.getByRole('button', { name: 'List messages' }).click();
  await panel.getByRole('button', { name: /^Send \d+$/ }).click();
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Progress' })).toBeHidden({ timeout: 120_000 });
  await go(page, 't');
  expect(await counts(page)).toEqual(before);

  await serverAction(page, 'Orders adapter', 'Replay all failures…');
  await page.getByRole('button', { name: /^Send \d+ calls?$/ }).click();
  const progress = page.getByRole('progressbar');
  await expect
    .poll(async () => (await progress.getAttribute('aria-valuenow')) === (await progress.getAttribute('aria-valuemax')))
    .toBe(true);
  await page.keyboard.press('Escape');
  expect(await counts(page)).toEqual(before);

  await serverAction(page, 'Orders adapter', /Check the connection/);
  await expect(card(page)).toContainText('No problems found.', { timeout: 60_000 });
  expect(await counts(page)).toEqual(before);
  // They are one filter away.
  await filter(page, 'by:probe OR by:replay OR by:doctor');
  await expect(rows(page).first()).toBeVisible();
  await touredApp.stop();

  const again = await startApp({ data });
  await page.goto(again.url.replace(/#.*/, ''));
  await expect(card(page).getByRole('heading', { level: 2 })).toBeVisible();
  const first = await selected(page).getAttribute('data-row');
  await filter(page, 'by:tour is:failed');
  await expect(rows(page).first()).toBeVisible();
  await expect(selected(page)).toHaveAttribute('data-row', first ?? '');
  await again.stop();
});

test('selecting rows sends nothing to their server', async ({ app, page, data }) => {
  const file = join(data, 'listening.mjs');
  const logFile = join(data, 'received.txt');
  await writeFile(
    file,
    `import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const info = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'listening', version: '1' } };
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
createInterface(process.stdin).on('line', (line) => {
  appendFileSync(${JSON.stringify(logFile)}, line + '\\n');
  const { id, method } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: info });
  else if (id !== undefined) send({ id, error: { code: -32050, message: 'Not today' } });
});
`,
  );
  const lines = async () => (await readFile(logFile, 'utf8')).split('\n').filter(Boolean);
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, `"${process.execPath}" "${file}"`, 'listening');
  // Its tool list fails too, so its tools are unknown.
  await page.getByRole('button', { name: 'Call…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Call a tool' });
  await expect(dialog).toBeVisible();
  await expect.poll(async () => (await lines()).some((line) => line.includes('tools/list'))).toBe(true);
  await page.keyboard.press('Escape');
  // The form's request is Misfire's own and does not count.
  await expect(page).toHaveTitle('Misfire');
  await filter(page, 'by:misfire');
  await expect(rows(page).filter({ hasText: 'tools/list' }).first()).toBeVisible();
  await filter(page, '');
  expect((await lines()).filter((line) => line.includes('tools/list'))).toHaveLength(1);
  const before = await lines();
  await timeline(page).focus();
  const count = await rows(page).count();
  for (let index = 0; index < count; index += 1) {
    await openCard(page, rows(page).nth(index));
    await expect(selected(page)).toHaveCount(1);
    await expect(card(page).getByRole('heading', { level: 2 })).toBeVisible();
  }
  expect(await lines()).toEqual(before);
});
