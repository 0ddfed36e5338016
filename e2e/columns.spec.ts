// The timeline as a table: columns can be resized, sorted, chosen and are saved; nothing is truncated in the middle; connections
// fold.

import { expect, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { card, filter, openCard, rows, skipTour, timeline } from './page.ts';

/** Cells whose text is cut without an ellipsis. */
const cutCells = () =>
  [...document.querySelectorAll<HTMLElement>('#timeline-grid [data-row] *')]
    .filter((cell) => {
      const { overflowX, textOverflow } = getComputedStyle(cell);
      return overflowX === 'hidden' && textOverflow !== 'ellipsis' && cell.scrollWidth > cell.clientWidth + 1;
    })
    .map((cell) => cell.textContent);

test('cut text ends with an ellipsis next to the card, and twenty rows fit a small window', async ({
  touredApp,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await skipTour(page);
  await page.goto(touredApp.url);
  await filter(page, 'is:failed tool:lookup_product');
  await openCard(page, rows(page).first());
  await filter(page, '');
  for (const top of [0, 400, 800, 1_200, 1_600]) {
    await page.locator('#timeline-grid').evaluate((grid, at) => grid.scrollTo(0, at), top);
    await expect(rows(page).first()).toBeVisible();
    expect(await page.evaluate(cutCells)).toEqual([]);
  }
  await page.setViewportSize({ width: 1024, height: 700 });
  const inSight = () =>
    rows(page).evaluateAll(
      (all) =>
        all.filter((row) => {
          const { top, bottom } = row.getBoundingClientRect();
          const grid = document.querySelector('#timeline-grid')!.getBoundingClientRect();
          return top >= grid.top + 27 && bottom <= grid.bottom + 1;
        }).length,
    );
  await expect.poll(inSight).toBeGreaterThanOrEqual(19);
  expect(await page.evaluate(cutCells)).toEqual([]);
  await expectAccessible(page, 'a small timeline', { allRules: true });
});

test('columns are resized by keys, fitted, sorted and hidden, and all of it is saved', async ({ touredApp, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await skipTour(page);
  await page.goto(touredApp.url);
  const grip = page.getByRole('separator', { name: 'Width of Call' });
  const head = timeline(page).getByRole('columnheader', { name: /^Call/ });
  const width = async () => Math.round((await head.boundingBox())?.width ?? 0);
  // The card takes a part of the list's width.
  await expect(card(page).getByRole('heading', { level: 2 })).toBeVisible();
  const before = await width();
  await grip.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBe(before + 16);
  await page.reload();
  await expect.poll(width).toBe(before + 16);
  // It fits the rows that are there.
  await expect(rows(page).first()).toBeVisible();
  await grip.dblclick();
  await expect.poll(width).not.toBe(before + 16);

  await timeline(page)
    .getByRole('columnheader', { name: /^Latency/ })
    .click();
  await expect(timeline(page).getByRole('columnheader', { name: /^Latency/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page.getByText('Sorted by latency, without brackets')).toBeVisible();
  const ms = (text: string) => Number.parseFloat(text) * (/ s$/.test(text) ? 1_000 : 1);
  // The selected row is scrolled into view, so the list may start further down.
  const latencies = async () => {
    await page.locator('#timeline-grid').evaluate((grid) => grid.scrollTo(0, 0));
    return rows(page).locator('[data-column="latency"]').allInnerTexts();
  };
  await expect
    .poll(async () => (await latencies()).every((text, at, all) => at === 0 || ms(all[at - 1]!) >= ms(text)))
    .toBe(true);
  const slowest = (await latencies())[0];
  await page.reload();
  await expect.poll(async () => (await latencies())[0]).toBe(slowest);
  await page.getByText('Sorted by latency, without brackets').click();
  await expect(timeline(page).getByRole('columnheader', { name: /^Time/ })).toHaveAttribute('aria-sort', 'ascending');

  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'By' }).click();
  await page.keyboard.press('Escape');
  await expect(timeline(page).getByRole('columnheader', { name: 'By' })).toHaveCount(0);
  await page.reload();
  await expect(timeline(page).getByRole('columnheader', { name: 'By' })).toHaveCount(0);
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menuitem', { name: 'Reset columns' }).click();
  await expect(timeline(page).getByRole('columnheader', { name: 'By' })).toBeVisible();
  await expect.poll(width).toBe(before);
});

test('successful connections are one row, and showing only calls never hides a failure', async ({
  touredApp,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await skipTour(page);
  await page.goto(touredApp.url);
  const scroll = (top: number) => page.locator('#timeline-grid').evaluate((grid, to) => grid.scrollTo(0, to), top);
  const uppermost = () => rows(page).first().innerText();
  const atEnd = await uppermost();
  await scroll(400);
  await expect.poll(uppermost).not.toBe(atEnd);
  await scroll(0);
  const connected = rows(page).filter({ hasText: 'Connected' });
  // Those between which a call was made have a row of their own.
  await expect(connected.first()).toContainText(/\d servers · \d+ tools/);
  await expect(rows(page).filter({ hasText: 'notifications/initialized' })).toHaveCount(0);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitemcheckbox', { name }).click();
    await page.keyboard.press('Escape');
  };
  await choose('Unfold all');
  await expect(rows(page).filter({ hasText: 'notifications/initialized' }).first()).toBeVisible();
  await choose('Unfold all');
  await expect(rows(page).filter({ hasText: 'notifications/initialized' })).toHaveCount(0);

  const failures = async (text: string) => {
    await filter(page, text);
    return Number(await timeline(page).getAttribute('aria-rowcount'));
  };
  const all = await failures('is:failed');
  await filter(page, '');
  await choose('Calls only');
  await expect(page.getByText(/\d+ rows, \d+ hidden/)).toBeVisible();
  await expect(rows(page).filter({ hasText: 'stderr' })).toHaveCount(0);
  await expect(connected).toHaveCount(0);
  expect(await failures('is:failed')).toBe(all);
  await page.reload();
  await expect(page.getByText(/\d+ rows/).first()).toBeVisible();
  await expect(connected).toHaveCount(0);
});
