// Rehearsing a watched client from the window: a plan, the bar with Stop on every screen, marked rows, and the report card.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, startApp, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { rows, skipTour } from './page.ts';
import { connectShop, find } from './wrapped-shop.ts';

/** Sends the call again at once, although it was asked to wait. */
async function callTwice(data: string, name = 'Robo', times = 2): Promise<void> {
  const client = await connectShop(data, name);
  for (let time = 0; time < times; time += 1) await find(client);
  await client.close();
}

test('a plan is started, a client is rehearsed under a loud bar, and its report card leads to the rows', async ({
  data,
  page,
}) => {
  const folder = join(data, 'app');
  const app = await startApp({ data: folder });
  try {
    await skipTour(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(app.url);
    await expect(page.getByRole('button', { name: 'Try the sample servers' })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    const plans = page.getByRole('navigation', { name: 'Plans' });
    await expect(plans.getByRole('button', { name: 'Quota exhausted' })).toBeVisible();
    await plans.getByRole('button', { name: 'Rate-limit storm' }).click();
    await expect(page.getByText('answered “rate limited”, asking to wait 2 s')).toBeVisible();
    await expect(page.getByText('The server is not asked')).toBeVisible();
    await expectAccessible(page, 'a plan', { within: 'main' });

    // Started, it is on every screen.
    const bar = page.getByRole('region', { name: 'Rehearsal' });
    await expect(bar).toHaveCount(0);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(bar).toContainText('Rehearsal on: Rate-limit storm');
    await callTwice(folder);
    await expect(bar).toContainText('2 of 10 injected');
    const injected = page.getByRole('list', { name: 'Injected calls' });
    await expect(injected.getByRole('listitem')).toHaveCount(2);
    await expect(injected.getByRole('listitem').first()).toContainText('answered “rate limited”, asking to wait 2 s');
    await expect(injected.getByRole('listitem').first()).toContainText(/came back after [\d.]+ m?s/);
    await expect(injected.getByRole('listitem').last()).toContainText('not sent again so far');
    await expectAccessible(page, 'a rehearsal that runs', { within: 'main' });
    await injected
      .getByRole('button', { name: /^Show row/ })
      .first()
      .click();
    await expect(page.locator('[role=row][aria-selected=true]')).toContainText('find');
    await page.getByRole('button', { name: 'Timeline', exact: true }).click();
    await expect(bar).toBeVisible();
    await expect(rows(page).filter({ hasText: 'rehearsed' })).toHaveCount(2);
    // They do not count against the server.
    await expect(page).toHaveTitle('Misfire');

    // Stopped by key, nothing stays.
    await page.keyboard.press('Control+.');
    await expect(bar).toHaveCount(0);
    expect(existsSync(join(folder, 'rehearse', 'active.json'))).toBe(false);
    await callTwice(folder);
    await expect(rows(page).filter({ hasText: 'find' })).toHaveCount(4);
    await expect(rows(page).filter({ hasText: 'rehearsed' })).toHaveCount(2);

    // The preview shows the plan on the client's last session.
    await page.getByRole('button', { name: 'Rehearse', exact: true }).click();
    await plans.getByRole('button', { name: 'Validation maze' }).click();
    const preview = page.getByRole('region', { name: /^Preview on 2 recorded calls/ });
    await expect(preview.getByRole('listitem')).toHaveText(/find.*2 of 2/);
    await expect(preview.getByRole('combobox', { name: 'Client' })).toHaveText(/newest: Robo/);
    await preview.getByRole('combobox', { name: 'Server' }).selectOption('shop');
    await plans.getByRole('button', { name: 'Lost session' }).click();
    await expect(preview.getByRole('listitem')).toHaveText(/find.*1 of 2/);
    await expectAccessible(page, 'a preview', { within: 'main' });

    // The card says what the client did, and leads to the rows.
    await plans.getByRole('button', { name: /^This recording/ }).click();
    await expect(page.getByRole('heading', { name: 'Report card: Robo' })).toBeVisible();
    const waits = page.getByRole('row', { name: /^Waits as long as asked/ });
    await expect(waits).toContainText('Wait 2 s, 2 times');
    await expect(waits).toContainText('Fail');
    await expectAccessible(page, 'a report card', { within: 'main' });
    await page.setViewportSize({ width: 1024, height: 700 });
    await expectAccessible(page, 'a report card in a small window', { within: 'main' });
    await page.getByRole('main').getByRole('button', { name: 'Export' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Markdown' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('misfire-report-card.md');
    expect(await readFile(await saved.path(), 'utf8')).toContain(
      '| Waits as long as asked | Wait 2 s, 2 times | ❌ Fail',
    );
    await waits
      .getByRole('button', { name: /^Show row/ })
      .first()
      .click();
    await expect(page.locator('[role=row][aria-selected=true]')).toContainText('find');
  } finally {
    await app.stop();
  }
});

test('two clients under one plan have two cards side by side, and the rule that tells them apart', async ({
  data,
  page,
}) => {
  const folder = join(data, 'app');
  const app = await startApp({ data: folder });
  try {
    await skipTour(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(app.url);
    await expect(page.getByRole('button', { name: 'Try the sample servers' })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    const plans = page.getByRole('navigation', { name: 'Plans' });
    await plans.getByRole('button', { name: 'Quota exhausted' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const bar = page.getByRole('region', { name: 'Rehearsal' });
    await expect(bar).toContainText('0 of 4 injected');
    await callTwice(folder, 'Stubborn', 2);
    await callTwice(folder, 'Obedient', 1);
    await expect(bar).toContainText('3 of 4 injected');
    await page.keyboard.press('Control+.');
    await expect(bar).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Injected calls' }).getByRole('listitem')).toHaveCount(3);

    await page.getByRole('button', { name: 'Report card', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Report card: Stubborn and Obedient' })).toBeVisible();
    // The same plan and the same server: they can be compared.
    await expect(page.getByText('Not comparable')).toHaveCount(0);
    await page.getByRole('radio', { name: /^Differences/ }).click();
    const stops = page.getByRole('row', { name: /^Stops when told not to retry/ });
    await expect(stops.getByRole('cell').nth(1)).toContainText('Fail');
    await expect(stops.getByRole('cell').nth(2)).toContainText('Pass');
    await expectAccessible(page, 'two report cards', { within: 'main' });
  } finally {
    await app.stop();
  }
});
