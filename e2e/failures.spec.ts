// Groups of failures: what fails, how often and since when. One key filters, one key marks a group as expected.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, startApp, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, callTool, card, chooseMore, filter, rows, servers, skipTour, timeline } from './page.ts';

const groups = (page: Page) => page.getByRole('grid', { name: 'Groups of failures' });
const status = (page: Page) => page.locator('footer');
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const listed = (page: Page) => groups(page).locator('[id^="group-"]');
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected failures' });

/** Opens the place Failures of an app that the samples’ tour has filled. */
async function openFailures(page: Page, url: string): Promise<void> {
  await skipTour(page);
  await page.goto(url);
  await page.getByRole('button', { name: /^Failures/ }).click();
  await expect(listed(page).first()).toBeVisible();
  await groups(page).focus();
}

/** The count of a tab or a facet. */
const numberOf = async (of: Locator) => Number((await of.innerText()).match(/\d+/)?.[0]);

test('failures are grouped; Enter shows a group in the timeline', async ({ touredApp, page }) => {
  await page.goto(touredApp.url);
  await timeline(page).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  const invoice = groups(page).getByRole('row', { name: /^send_invoice on qaqnuz: Rate limited/ });
  await expect(invoice).toHaveAccessibleName(/, 1 recovered/);
  // Two refusals of one call have one cause.
  await expect(invoice).toHaveAccessibleName(/, 1 time, warning, retry after .*, fix in the client/);
  // The card of the newest failure is next to the list and follows the selection.
  await expect(card(page)).toBeVisible();
  await groups(page).getByRole('button', { name: 'Times' }).click();
  await expect(groups(page).getByRole('columnheader', { name: 'Times' })).toHaveAttribute('aria-sort', 'descending');
  const first = groups(page).getByRole('row').nth(1);
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await groups(page).focus();
  await page.keyboard.press('j');
  await expect(groups(page).getByRole('row').nth(2)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Filter', exact: true })).toHaveValue(/^group:[0-9a-z]{8}$/);
  await expect(rows(page)).not.toHaveCount(0);
  await expect(timeline(page).locator('[aria-selected="true"]')).toHaveCount(1);
});

test('expected failures are quiet, counted separately, and stay so after a restart', async ({
  data,
  page,
  touredApp,
}) => {
  await page.goto(touredApp.url);
  // Until the last attempt is answered: ending Misfire earlier would be another failure.
  await filter(page, 'tool:send_invoice');
  await expect(rows(page).filter({ hasText: 'Recovered' })).toHaveCount(1);
  await filter(page, 'tool:send_invoice is:failed');
  await expect(rows(page)).toHaveCount(2);
  await rows(page).first().click();
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/^Rate limited by /);
  await timeline(page).focus();
  await page.keyboard.press('x');
  await expect(rows(page).first()).toContainText('expected');
  await expect(status(page)).toContainText(/\d+ failures, 1 expected/);
  await touredApp.stop();

  const again = await startApp({ data });
  await page.goto(again.url);
  await filter(page, 'is:expected');
  await expect(rows(page)).toHaveCount(2);
  await expect(status(page)).toContainText(/1 expected/);
  await page.keyboard.press('Escape');
  await timeline(page).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  const invoice = groups(page).getByRole('row', { name: /^send_invoice on qaqnuz/ });
  await expect(listed(page).first()).toBeVisible();
  await expect(invoice).toHaveCount(0);
  await tab(page, 'Expected').click();
  await expect(invoice).toHaveAttribute('aria-selected', 'true');
  await groups(page).focus();
  await page.keyboard.press('x');
  await expect(status(page)).not.toContainText('expected');
  await expect(page.getByRole('heading', { name: 'No expected failures' })).toBeVisible();
  await again.stop();
});

test('resolved failures are quiet until they return; then the versions and the note are shown, also after a restart', async ({
  data,
  page,
}) => {
  const file = join(data, 'orders.mjs');
  const versioned = (version: string) => `
import { createInterface } from 'node:readline';
const info = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'orders', version: '${version}' } };
const tools = [{ name: 'get_order', inputSchema: { type: 'object' } }];
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: info });
  else if (method === 'tools/list') send({ id, result: { tools } });
  else if (method === 'tools/call') send({ id, error: { code: -32050, message: 'The ledger is closed' } });
});
`;
  await writeFile(file, versioned('1.0.0'));
  await skipTour(page);
  let app = await startApp({ data });
  await page.goto(app.url);
  await addServer(page, `"${process.execPath}" "${file}"`, 'orders');
  await callTool(page, 'get_order');
  await expect(page).toHaveTitle('Misfire · 1 failure');
  await chooseMore(page, 'Mark as resolved');
  await expect(page).toHaveTitle('Misfire');
  await expect(card(page)).toContainText(/Resolved \d.* on version 1\.0\.0/);
  await chooseMore(page, 'Add a note');
  await page.keyboard.type('Closed books, fixed in 1.1');
  await page.keyboard.press('Enter');
  await expect(card(page)).toContainText('Closed books, fixed in 1.1');

  await writeFile(file, versioned('1.2.0'));
  await servers(page).getByRole('button', { name: 'Actions for orders' }).click();
  await page.getByRole('menuitem', { name: 'Restart' }).click();
  await expect(rows(page).filter({ hasText: 'Connected' })).toHaveCount(2);
  await callTool(page, 'get_order');
  await expect(page).toHaveTitle('Misfire · 1 failure');
  await expect(card(page)).toContainText(/Came back .* on version 1\.2\.0, was resolved on 1\.0\.0/);

  await app.stop();
  app = await startApp({ data });
  await page.goto(app.url);
  await page.getByRole('button', { name: /^Failures/ }).click();
  await expect(groups(page)).toContainText('regressed');
  await expect(groups(page)).toContainText('Closed books, fixed in 1.1');
  await app.stop();
});

test('the place says that there are no failures', async ({ app, page }) => {
  await page.goto(`${app.url.replace(/#.*/, '')}#page=failures`);
  await expect(page.getByRole('heading', { name: 'Nothing recorded yet' })).toBeVisible();
  await expectAccessible(page, 'Failures without failures');
});

test('marking a failure keeps the position, moves to the next one, and can be undone', async ({ touredApp, page }) => {
  await openFailures(page, touredApp.url);
  const unresolved = await numberOf(tab(page, 'Unresolved'));
  // Some way down the list.
  for (let step = 0; step < 14; step += 1) await page.keyboard.press('j');
  const selected = groups(page).locator('[aria-selected="true"]');
  await expect(selected).toHaveAttribute('aria-rowindex', '16');
  const marked = (await selected.getAttribute('id')) ?? '';
  const after = (await groups(page).locator('[aria-rowindex="17"]').getAttribute('id')) ?? '';
  const scrolled = () => groups(page).evaluate((grid) => grid.scrollTop);
  await expect.poll(scrolled).toBeGreaterThan(0);
  const before = await scrolled();
  await page.keyboard.press('x');
  await expect(groups(page).locator(`#${marked}`)).toHaveCount(0);
  await expect(tab(page, 'Expected')).toContainText('1');
  await expect(groups(page).locator(`#${after}`)).toHaveAttribute('aria-selected', 'true');
  await expect(groups(page).locator(`#${after}`)).toHaveAttribute('aria-rowindex', '16');
  expect(await scrolled()).toBe(before);
  await expect(groups(page)).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tab(page, 'Unresolved')).toContainText(String(unresolved));
  await expect(groups(page).locator(`#${marked}`)).toHaveCount(1);
  expect(await scrolled()).toBe(before);

  // In the list of all groups it stays in place and shows its mark.
  await tab(page, 'All').click();
  await expect(listed(page).first()).toHaveAttribute('aria-selected', 'true');
  await groups(page).focus();
  const first = (await listed(page).first().getAttribute('id')) ?? '';
  await page.keyboard.press('v');
  await expect(groups(page).locator(`#${first}`)).toContainText('resolved');
  await expect(tab(page, 'Resolved')).toContainText('1');
  await expect(groups(page).locator(`#${first}`)).toHaveAttribute('aria-rowindex', '2');
});

test('several failures are selected by checkbox, Shift, Ctrl and keys, and one action marks them all', async ({
  touredApp,
  page,
}) => {
  await openFailures(page, touredApp.url);
  const total = await numberOf(tab(page, 'Unresolved'));
  await listed(page).nth(1).getByRole('checkbox').click();
  await expect(bar(page)).toContainText('1 selected');
  await listed(page)
    .nth(3)
    .click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('3 selected');
  await listed(page)
    .nth(5)
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(bar(page)).toContainText('4 selected');
  await expectAccessible(page, 'Failures with a selection');
  await groups(page).focus();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar(page)).toContainText(`${total} selected`);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await page.keyboard.press(' ');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('2 selected');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('3 selected');
  await bar(page)
    .getByRole('button', { name: /^Resolve/ })
    .click();
  await expect(bar(page)).toHaveCount(0);
  await expect(tab(page, 'Resolved')).toContainText('3');
  await expect(tab(page, 'Unresolved')).toContainText(String(total - 3));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tab(page, 'Resolved')).toContainText('0');
  await expect(tab(page, 'Unresolved')).toContainText(String(total));
  // Replay lists them first.
  await listed(page).nth(0).getByRole('checkbox').click();
  await listed(page).nth(1).getByRole('checkbox').click();
  await bar(page)
    .getByRole('button', { name: /^Replay 2/ })
    .click();
  await expect(page.getByRole('main')).toContainText('2 failures');
});

test('failures are searched by words or a filter, and an empty search names the tab with matches', async ({
  touredApp,
  page,
}) => {
  await openFailures(page, touredApp.url);
  const search = page.getByRole('textbox', { name: 'Search failures' });
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await search.fill('tool:send_invoice');
  await search.press('Enter');
  await expect(listed(page)).toHaveCount(1);
  await expect(listed(page)).toHaveAccessibleName(/^send_invoice on qaqnuz/);
  await expect(groups(page)).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByRole('heading', { name: 'No unresolved failures match' })).toBeVisible();
  await expectAccessible(page, 'Failures without a hit');
  await page.getByRole('button', { name: 'Show Expected' }).click();
  await expect(listed(page)).toHaveCount(1);
  await search.fill('is:nonsense');
  await search.press('Enter');
  await expect(page.getByRole('alert')).toContainText('nonsense');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a value in the sidebar filters the failures, and a second click shows all', async ({ touredApp, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openFailures(page, touredApp.url);
  const total = await listed(page).count();
  const side = page.getByRole('complementary', { name: 'Filter the failures' });
  const platica = side.getByRole('button', { name: /^Platica/ });
  await platica.click();
  await expect(platica).toHaveAttribute('aria-pressed', 'true');
  await expect(listed(page)).toHaveCount(await numberOf(platica));
  await expect(groups(page)).not.toContainText('Closient');
  await platica.click();
  await expect(listed(page)).toHaveCount(total);
  await side.getByRole('button', { name: /^Settings/ }).click();
  await expect(groups(page).getByRole('row', { name: /fix in the request/ })).toHaveCount(0);
  await expect(
    groups(page)
      .getByRole('row', { name: /fix in your settings/ })
      .first(),
  ).toBeVisible();
});

test('an owner set by hand is shown as such, does not change the finding, and can be undone', async ({
  data,
  page,
  touredApp,
}) => {
  let app = touredApp;
  try {
    await openFailures(page, app.url);
    const invoice = groups(page).getByRole('row', { name: /^send_invoice on qaqnuz: Rate limited/ });
    await invoice.getByRole('checkbox').click();
    await bar(page).getByRole('button', { name: 'Owner' }).click();
    await page.getByRole('menuitem', { name: 'Network' }).click();
    await expect(invoice).toHaveAccessibleName(/set by hand/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(invoice).not.toHaveAccessibleName(/set by hand/);
    await invoice.getByRole('checkbox').click();
    await bar(page).getByRole('button', { name: 'Owner' }).click();
    await page.getByRole('menuitem', { name: 'Server' }).click();
    await expect(invoice).toHaveAccessibleName(/fix in the server, set by hand/);
    await expect(invoice.getByText('set by hand')).toBeVisible();
    await invoice.click();
    await expect(card(page)).toContainText('Fix in the client');
    await expectAccessible(page, 'an owner set by hand');
    await app.stop();
    app = await startApp({ data });
    await page.goto(app.url);
    await filter(page, 'by:tour');
    await page.getByRole('button', { name: /^Failures/ }).click();
    const side = page.getByRole('complementary', { name: 'Filter the failures' });
    await expect(side.getByRole('button', { name: /^Server/ })).toBeVisible();
  } finally {
    await app.stop();
  }
});

test('in a small window a button opens the side list', async ({ touredApp, page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openFailures(page, touredApp.url);
  const total = await listed(page).count();
  await expect(page.getByRole('complementary', { name: 'Filter the failures' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const side = page.getByRole('dialog', { name: 'Filter the failures' });
  await side.getByRole('button', { name: /^qaqnuz/ }).click();
  await expect.poll(() => listed(page).count()).toBeLessThan(total);
  await expectAccessible(page, 'the side list of a small window');
  await page.keyboard.press('Escape');
  await expect(side).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filter 1', exact: true })).toBeFocused();
});

test('dates, owners and retries are never cut, and axe finds nothing', async ({ touredApp, page }) => {
  await openFailures(page, touredApp.url);
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 700 },
  ]) {
    await page.setViewportSize(size);
    await expect(listed(page).first()).toBeVisible();
    const cut = await listed(page).evaluateAll((rows) =>
      rows.flatMap((row) =>
        [...row.children]
          .slice(3)
          .filter((cell) => cell.scrollWidth > cell.clientWidth)
          .map((cell) => cell.textContent),
      ),
    );
    expect(cut, `${size.width}`).toEqual([]);
    await expectAccessible(page, `Failures at ${size.width}`);
  }
});

test('the strip shows the times; a drag and the arrow keys narrow the list, Esc widens it', async ({
  touredApp,
  page,
}) => {
  await page.goto(touredApp.url);
  const strip = page.getByRole('slider', { name: 'The recording over time' });
  await expect(strip).toBeVisible();
  const box = await strip.boundingBox();
  if (!box) throw new Error('The strip has no place.');
  await page.mouse.move(box.x + box.width * 0.2, box.y + 15);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + 15, { steps: 4 });
  await page.mouse.up();
  const input = page.getByRole('combobox', { name: 'Filter', exact: true });
  await expect(input).toHaveValue(/^since:\S+T\S+ before:\S+T\S+$/);
  await expect(page.getByText(/\d+ hidden/)).toBeVisible();
  const before = await input.inputValue();
  await strip.focus();
  await page.keyboard.press('ArrowRight');
  await expect(input).not.toHaveValue(before);
  await page.keyboard.press('Escape');
  await expect(input).toHaveValue('');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(input).toHaveValue(/^since:/);
  await page.keyboard.press('Escape');
  await expect(page.getByText(/\d+ hidden/)).toBeHidden();
  // A click only scrolls: near the start, to any row of that time.
  await strip.click({ position: { x: 3, y: 10 } });
  await expect(input).toHaveValue('');
  await expect.poll(async () => Number(await rows(page).first().getAttribute('aria-rowindex'))).toBeLessThan(15);
});

test('an old recording opens at its newest failure', async ({ page, touredApp }) => {
  await page.goto(touredApp.url.replace(/#.*/, ''));
  await expect(status(page)).toContainText(/2\d failures/);
  await expect(card(page).getByRole('heading', { level: 2 })).toBeVisible();
  await expect(timeline(page).locator('[aria-selected="true"]')).toBeInViewport();
  await expect(page.getByRole('button', { name: /^Failures\s*\d+\s*, the worst: (critical|error)/ })).toBeVisible();
  // axe does not report text in the color of its background.
  const [ink, ground] = await page
    .getByTitle(/the worst: (critical|error)/)
    .locator('b')
    .evaluate((b) => [getComputedStyle(b).color, getComputedStyle(b.parentElement as Element).backgroundColor]);
  expect(ink).not.toBe(ground);
});
