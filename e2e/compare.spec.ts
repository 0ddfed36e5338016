// The same mistake on every server: compares the samples in one click, opens a row, and puts two failures side by side. Then exports a
// report.

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, card, sampleLine } from './page.ts';

const matrix = (page: Page) => page.getByRole('region', { name: 'Comparison' });
const row = (page: Page, name: string) => matrix(page).getByRole('row').filter({ hasText: name }).first();

/** With keys, as from any place. */
async function go(page: Page, letter: 'c' | 'p'): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
}

async function compareSamples(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Try the sample servers' })).toBeVisible();
  await go(page, 'c');
  await page.getByRole('button', { name: 'Compare the five samples' }).click();
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 90_000 });
}

test('one click compares the five samples: clashes, a row with the specification, two failures, a report with one script', async ({
  app,
  page,
}) => {
  await page.goto(app.url);
  await compareSamples(page);
  await expect(page.getByRole('heading', { name: 'The same mistake, five answers' })).toBeVisible();
  await expect(row(page, 'Resource missing')).toContainText('4 shapes, 1 meaning');
  await expect(row(page, 'No credentials')).toContainText('-32001 clashes');
  await expect(row(page, 'Rate limited')).toContainText('units differ');
  await expect(row(page, 'Unknown method')).toContainText('all agree');
  const side = page.getByRole('complementary', { name: 'Comparing' });
  await expect(side).toContainText('Clear: a failure should have a code, a certain meaning, retry advice');
  // The figure next to a name is the sum of the table's row.
  const [, clear, of] = /(\d+) of (\d+) clear/.exec(await side.innerText()) ?? [];
  const tally = page.getByRole('region', { name: 'What a client author gets, by server' });
  await expect(tally.getByRole('row').nth(1)).toContainText(`${clear}/${of}`);
  const clashes = page.getByRole('region', { name: 'Clashes' });
  await expect(clashes).toContainText('-32001 means Sign in on Closient and Platica, but Not found on erlmcp.');
  await expect(clashes).toContainText('in seconds on Closient and erlmcp (retry_after) and in milliseconds on qaqnuz');
  const rule = page.getByRole('region', { name: 'One rule that covers them all' });
  await expect(rule).toContainText('export function isNotFound(answer: Answer): boolean');
  // It answers an unknown tool as it answers invalid arguments, so no rule can know.
  await expect(rule).toContainText('It gets these wrong: "Orders adapter, Unknown tool"');
  // Failures that Misfire provoked do not count.
  await expect(page.getByRole('button', { name: 'Failures', exact: true })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByText('0 failed calls', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: /^Unknown tool/ }).click();
  await expect(matrix(page)).toContainText('An unknown tool is a protocol error -32602.');
  await expect(matrix(page)).toContainText('Against the specification');
  await page.getByRole('button', { name: 'Hold Unknown tool on Closient' }).click();
  await page.getByRole('button', { name: 'Compare the held one with Unknown tool on erlmcp' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two failures, side by side' });
  await expect(dialog).toContainText('One meaning');
  await expect(dialog).toContainText('error.data.tool');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Open Unknown tool on erlmcp in the timeline' }).click();
  await expect(card(page)).toContainText('-32002');
  await go(page, 'c');
  await page.getByRole('button', { name: 'Export report' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Web page (HTML)' }).click();
  const html = await readFile(await (await downloading).path(), 'utf8');
  expect(html).toContain('Resource missing');
  expect(html.match(/<script>/g)).toHaveLength(1);
  await page.reload();
  await expect(row(page, 'Resource missing')).toBeVisible();
});

test('the dry list comes first, sends nothing, and axe finds no violations in both themes', async ({ app, page }) => {
  await page.goto(app.url);
  await addServer(page, sampleLine('erlmcp'), 'books');
  await go(page, 'p');
  await page.getByRole('button', { name: 'Show what would be sent' }).click();
  const list = page.getByRole('region', { name: 'What would be sent to books' });
  await expect(list).toContainText('Unknown method');
  await list.getByRole('button', { name: 'Show all' }).click();
  await expect(list).toContainText('Left out: Only HTTP has session ids.');
  await expect(page.getByText(/Last run/)).toBeHidden();
  await expectAccessible(page, 'what would be sent', { within: 'main', allRules: true });
  await page.getByRole('button', { name: 'Send to 1 server' }).click();
  await expect(page.getByRole('heading', { name: 'The mistakes of one server' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 90_000 });
  await page.getByRole('button', { name: /^Unknown tool/ }).click();
  await expectAccessible(page, 'the mistakes of one server', { within: 'main', allRules: true });
});

test('a run stops at once', async ({ app, page }) => {
  await page.goto(app.url);
  await expect(page.getByRole('button', { name: 'Try the sample servers' })).toBeVisible();
  await go(page, 'c');
  await page.getByRole('button', { name: 'Compare the five samples' }).click();
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
  // The footer also stops a long task.
  await page.getByRole('banner').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('region', { name: 'Progress' })).toBeHidden();
  await go(page, 'p');
  await expect(page.getByText(/Last run: \d+ provocations? sent/)).toBeVisible();
});
