// Actions apply to visible rows: filter, selection and place mean the same everywhere.

import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { card, dropFile, filter, rows, skipTour, timeline, trySamples } from './page.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Filter', exact: true });
const selected = (page: Page) => timeline(page).locator('[data-row][aria-selected="true"]');
const chips = (page: Page) => page.getByRole('list', { name: 'Terms of the filter' });
const listed = (page: Page, count: number) =>
  expect(timeline(page)).toHaveAttribute('aria-rowcount', String(count + 1));

/** Twelve calls to two servers, a second apart: on each server every third succeeds, the others fail in two ways. */
const capture = [
  '{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}',
  ...Array.from({ length: 12 }, (_, index) => {
    const server = index % 2 === 0 ? 'billing' : 'shop';
    const id = index + 1;
    const params = { name: `call_${id}`, arguments: { n: id } };
    const kind = Math.floor(index / 2) % 3;
    const answer =
      kind === 0
        ? { result: { content: [{ type: 'text', text: 'fine' }] } }
        : { error: kind === 1 ? { code: -32602, message: 'n is wrong' } : { code: -32603, message: 'Internal error' } };
    const line = (t: number, lane: string, message: object) =>
      JSON.stringify({ t, server, lane, text: JSON.stringify({ jsonrpc: '2.0', id, ...message }) });
    return [line(index * 1_000, 'out', { method: 'tools/call', params }), line(index * 1_000 + 50, 'in', answer)];
  }).flat(),
].join('\n');

async function open(page: Page, url: string): Promise<void> {
  await skipTour(page);
  await page.goto(url);
  await dropFile(page, 'calls.jsonl', capture);
  await listed(page, 12);
}

test('filtering out the selected row selects its listed neighbor, and keys act on that one', async ({ app, page }) => {
  await open(page, app.url);
  await rows(page).nth(4).click();
  await expect(selected(page)).toContainText('call_5');
  await filter(page, 'is:ok');
  await listed(page, 4);
  // The first success after the hidden row.
  await expect(selected(page)).toContainText('call_7');
  await expect(card(page)).toContainText('call_7');
  await timeline(page).focus();
  await page.keyboard.press('e');
  await expect(timeline(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: /call_7/ }).first()).toBeVisible();
});

test('keys do nothing if no row is listed', async ({ app, page }) => {
  await open(page, app.url);
  await rows(page).nth(4).click();
  await filter(page, 'nowhere-to-be-found');
  await expect(page.getByText('The filter hides everything')).toBeVisible();
  await timeline(page).focus();
  for (const key of ['n', 'r', 'e', 'w', 'x']) {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('The filter hides everything')).toBeVisible();
  }
  await expect(page.getByText('The filter hides the selected row')).toBeVisible();
});

test('n and N move between the listed failures', async ({ app, page }) => {
  await open(page, app.url);
  await filter(page, 'server:billing');
  await listed(page, 6);
  await rows(page).first().click();
  await timeline(page).focus();
  for (const call of ['call_3', 'call_5', 'call_9', 'call_11']) {
    await page.keyboard.press('n');
    await expect(selected(page)).toContainText(call);
  }
  await page.keyboard.press('N');
  await expect(selected(page)).toContainText('call_9');
});

test('x keeps the position: if expected failures are hidden, their neighbor is selected', async ({ app, page }) => {
  await open(page, app.url);
  await filter(page, 'is:failed -is:expected');
  await listed(page, 8);
  await rows(page).filter({ hasText: 'call_5' }).click();
  await timeline(page).focus();
  await page.keyboard.press('x');
  await expect(rows(page).filter({ hasText: 'call_5' })).toHaveCount(0);
  await expect(selected(page)).toContainText('call_6');
  await expect(selected(page)).toBeInViewport();
});

test('other places keep the filter and the selection, and show no filter that has no effect', async ({ app, page }) => {
  await open(page, app.url);
  await filter(page, 'is:failed');
  await rows(page).nth(2).click();
  await expect(selected(page)).toContainText('call_5');
  await timeline(page).focus();
  for (const place of ['c', 'r', 'p', 'f']) {
    await page.keyboard.press('g');
    await page.keyboard.press(place);
    await expect(timeline(page)).toBeHidden();
    await expect(box(page)).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await expect(box(page)).toHaveValue('is:failed');
    await listed(page, 8);
    // Failures has its own selection, whose newest failure the card shows.
    if (place !== 'f') await expect(selected(page)).toContainText('call_5');
  }
});

for (const width of [1440, 1024])
  test(`the terms of a filter are chips that can be changed and removed, ${width} wide`, async ({ app, page }) => {
    await page.setViewportSize({ width, height: width === 1024 ? 700 : 900 });
    await open(page, app.url);
    await filter(page, 'is:failed -class:validation');
    await listed(page, 4);
    await expect(chips(page).getByRole('button', { name: 'Change is:failed' })).toBeInViewport({ ratio: 1 });
    const cross = chips(page).getByRole('button', { name: 'Take off -class:validation' });
    await expect(cross).toBeInViewport({ ratio: 1 });
    await cross.click();
    await listed(page, 8);
    await chips(page).getByRole('button', { name: 'Change is:failed' }).click();
    await expect(box(page)).toBeFocused();
    await page.keyboard.type('is:ok');
    await page.keyboard.press('Enter');
    await listed(page, 4);
    await expect(chips(page).getByRole('button', { name: 'Change is:ok' })).toBeVisible();
  });

test('an incomplete term does not change the list', async ({ app, page }) => {
  await open(page, app.url);
  await filter(page, 'is:failed');
  await listed(page, 8);
  await timeline(page).evaluate((grid) => {
    const counts: string[] = [];
    new MutationObserver(() => counts.push(grid.getAttribute('aria-rowcount') ?? '')).observe(grid, {
      attributes: true,
    });
    Object.assign(window, { counts });
  });
  const counts = () => page.evaluate(() => (window as unknown as { counts: string[] }).counts);
  await page.keyboard.press('/');
  await page.keyboard.press('End');
  await page.keyboard.type(' server:billin', { delay: 100 });
  await page.keyboard.type('g');
  await listed(page, 4);
  // From eight to four, without an intermediate count.
  expect([...new Set(await counts())]).toEqual(expect.arrayContaining(['5']));
  expect((await counts()).filter((count) => count !== '9' && count !== '5')).toEqual([]);
});

test('OR, AND and NOT work as typed, and ? explains them', async ({ app, page }) => {
  await open(page, app.url);
  await filter(page, 'is:ok OR server:shop');
  await listed(page, 8);
  await filter(page, 'is:failed AND server:shop');
  await listed(page, 4);
  await filter(page, 'is:failed AND NOT class:validation');
  await listed(page, 4);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Shortcuts and the filter' });
  await expect(sheet).toContainText('is:failed OR is:pending');
  await expect(sheet).toContainText('same as NOT class:validation');
});

test('the example of the README finds rows in the samples', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await trySamples(page);
  await filter(page, 'is:failed -class:validation server:closient');
  await expect(rows(page).first()).toBeVisible();
});
