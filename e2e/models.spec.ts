// What each model gets: on the card of a call, next to the server's message, in Compare, and on the command line.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, program, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, callTool, card, servers, skipTour } from './page.ts';

/** The server of e2e/models-server.ts, as a user would paste it. */
const line = () => `"${process.execPath}" "${join(import.meta.dirname, 'models-server.ts')}"`;

test.beforeEach(async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, line(), 'billing');
  await expect(servers(page).getByRole('button', { name: /^billing .*, connected/ })).toBeVisible();
});

/** Calls the tool and returns the folded section of its card. */
async function modelsOf(page: Page, tool: string) {
  await callTool(page, tool);
  await expect(card(page).getByText(tool, { exact: true }).first()).toBeVisible();
  const section = card(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'What each model gets' }) });
  await expect(section).toBeVisible();
  return section;
}

test('names the models that will not learn of a failure, and what each one loses', async ({ page }) => {
  const section = await modelsOf(page, 'send_invoice');
  await expect(section).toContainText('2 of 6 will not learn that it failed');
  const list = section.getByRole('list', { name: 'What each model gets, by client' });
  await expect(list).toBeHidden();

  await section.getByRole('button', { name: 'What each model gets' }).click();
  await expect(section).toContainText('2 of 6 models will not learn that this failed (Codex, opencode)');
  const codex = list.getByRole('button', { name: /^Codex/ });
  await expect(codex).toContainText('not marked as failed');
  await expect(codex).toContainText('text lost');
  await expect(list.getByRole('button', { name: /^Claude Code/ })).toContainText('structured content lost');
  await expect(list.getByRole('button', { name: /^Cline CLI/ })).toContainText('nothing lost');
  await expect(list.getByRole('button', { name: /^Goose/ })).toContainText('not measured');
  await expect(section).toContainText('leave structuredContent out of a failure');

  // With keys: one line opens the server's response next to what the model received.
  await codex.focus();
  await page.keyboard.press('Enter');
  await expect(codex).toHaveAttribute('aria-expanded', 'true');
  await expect(section.getByRole('heading', { name: 'Codex’s model got' })).toBeVisible();
  await expect(section).toContainText('Structured content takes the place of all blocks');
  await expect(section).toContainText('"text": "Upstream said 503"');
  await expectAccessible(page, 'what each model gets');
});

test('shows that the data of a JSON-RPC error is lost, and reports no loss for a plain success', async ({ page }) => {
  const limited = await modelsOf(page, 'get_rates');
  await limited.getByRole('button', { name: 'What each model gets' }).click();
  await expect(limited).toContainText('Lost: code for 2 of 6, data for 5 of 6');

  const fine = await modelsOf(page, 'list_orders');
  await expect(fine).toContainText('All 6 pass it on');
});

test('compares the same failure by model, and prints the same on the command line', async ({ data, page }) => {
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Show what would be sent' }).click();
  await page.getByRole('button', { name: 'Send to 1 server' }).click();
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 90_000 });
  const models = page.getByRole('region', { name: 'The same failure, six models' });
  await expect(models.getByRole('columnheader', { name: 'Claude Code' })).toBeVisible();
  await expect(models.getByRole('row').nth(1)).toContainText('billing');
  await expect(models.getByRole('cell', { name: /does not see/ }).first()).toBeVisible();
  await expectAccessible(page, 'the same failure by model');

  const run = promisify(execFile);
  const probed = await run(process.execPath, [program, '--data', data, 'probe', line(), '--exit-zero']);
  expect(probed.stdout).toContain(
    '2 of 6 models will not learn that this failed (Codex, opencode). Put all that matters',
  );
});
