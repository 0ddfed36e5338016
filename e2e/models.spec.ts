// What each model gets, in Compare and on the command line. The card's section is tested next to its component.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, program, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, servers, skipTour } from './page.ts';

/** The server of e2e/models-server.ts, as a user would paste it. */
const line = () => `"${process.execPath}" "${join(import.meta.dirname, 'models-server.ts')}"`;

test.beforeEach(async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, line(), 'billing');
  await expect(servers(page).getByRole('button', { name: /^billing,(?:.*,)? connected/ })).toBeVisible();
});

test('compares the same failure by model, and prints the same on the command line', async ({ data, page }) => {
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.getByRole('button', { name: 'Probe', exact: true }).click();
  await page.getByRole('button', { name: 'List messages' }).click();
  await page.getByRole('button', { name: /^Send \d+$/ }).click();
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Progress' })).toBeHidden({ timeout: 90_000 });
  const models = page.getByRole('main').locator('details').filter({ hasText: 'What each model gets' });
  await models.getByText('What each model gets').click();
  await expect(models.getByRole('columnheader', { name: 'Claude Code' })).toBeVisible();
  await expect(models.getByRole('row').nth(1)).toContainText('billing');
  await expect(models.getByRole('cell', { name: /does not see/ }).first()).toBeVisible();
  await expectAccessible(page, 'the same failure by model', { within: 'main' });

  const run = promisify(execFile);
  const probed = await run(process.execPath, [program, '--data', data, 'compare', line(), '--exit-zero']);
  expect(probed.stdout).toContain(
    '2 of 6 models will not learn that this failed (Codex, opencode). Put all that matters',
  );
});
