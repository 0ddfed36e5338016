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
async function goToCompare(page: Page): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('c');
}

async function untilProbed(page: Page): Promise<void> {
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect(progress).toBeVisible();
  await expect(progress).toBeHidden({ timeout: 90_000 });
}

async function compareSamples(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Try the sample servers' })).toBeVisible();
  await goToCompare(page);
  await page.getByRole('button', { name: 'Compare the five samples' }).click();
  await untilProbed(page);
}

test('one click compares the five samples: clashes, a row with the specification, two failures, a report with one script', async ({
  app,
  page,
}) => {
  await page.goto(app.url);
  await compareSamples(page);
  await expect(page.getByRole('heading', { name: /^\d+ things your client must handle$/ })).toBeVisible();
  await expect(row(page, 'Resource missing')).toContainText('4 shapes, 1 meaning');
  await expect(row(page, 'No credentials')).toContainText('-32001 clashes');
  await expect(row(page, 'Rate limited')).toContainText('units differ');
  await expect(row(page, 'Unknown method')).toContainText('all agree');
  const needs = page.getByRole('region', { name: 'What your client must handle' });
  await expect(needs.getByRole('article')).toHaveCount(3);
  await expect(needs.getByRole('article').first()).toContainText('-32001 means several things');
  await expect(needs).toContainText('“Sign in” on Closient and Platica, but “Not found” on erlmcp.');
  await needs.getByRole('button', { name: /^Show \d+ more$/ }).click();
  await expect(needs).toContainText('Seconds on Closient and erlmcp (retry_after) and in milliseconds on qaqnuz');
  // A card opens its row, with the rule for a client.
  await needs.getByRole('article').first().getByRole('button').click();
  await expect(page.getByRole('region', { name: 'Rule for your client' })).toContainText('export function is');
  // Each empty cell says so once.
  await expect(matrix(page).getByRole('cell', { name: 'no data' }).first()).toBeVisible();
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
  await goToCompare(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Web page (HTML)' }).click();
  const html = await readFile(await (await downloading).path(), 'utf8');
  expect(html).toContain('Resource missing');
  expect(html.match(/<script>/g)).toHaveLength(1);
  await page.reload();
  await expect(row(page, 'Resource missing')).toBeVisible();
});

test('the panel lists what is sent, sends nothing before, and axe finds no violations in both themes', async ({
  app,
  page,
}) => {
  await page.goto(app.url);
  await addServer(page, sampleLine('erlmcp'), 'books');
  // From any place.
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  const panel = page.getByRole('complementary', { name: 'Probe' });
  await expect(panel).toContainText('Nothing is sent yet');
  await panel.getByRole('button', { name: 'List messages' }).click();
  const list = panel.getByRole('region', { name: 'What is sent: books' });
  await expect(list).toContainText('Unknown method');
  await list.getByRole('button', { name: /^Show all/ }).click();
  await expect(list).toContainText('Left out: Only HTTP has session ids.');
  await expectAccessible(page, 'what is sent', { within: 'aside', allRules: true });
  await panel.getByRole('button', { name: /^Send \d+$/ }).click();
  await untilProbed(page);
  await panel.getByRole('button', { name: 'Close the panel' }).click();
  await page.getByRole('button', { name: /^Unknown tool/ }).click();
  await expectAccessible(page, 'the comparison of one server', { within: 'main', allRules: true });
});

test('a run stops at once', async ({ app, page }) => {
  await page.goto(app.url);
  await expect(page.getByRole('button', { name: 'Try the sample servers' })).toBeVisible();
  await goToCompare(page);
  await page.getByRole('button', { name: 'Compare the five samples' }).click();
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
  // The footer also stops a long task.
  await page.getByRole('banner').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('region', { name: 'Progress' })).toBeHidden();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Stop' })).toBeHidden();
});
