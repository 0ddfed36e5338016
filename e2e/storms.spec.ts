// A server that floods: thousands of similar messages are one row, which opens and has every one of them.

import type { Locator } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, callTool, card, dropFile, filter, rows, sampleLine, timeline } from './page.ts';

/** As recorded: during the flood, a machine that stalls for a second starts a second row. */
const recordedFlood = [
  { misfire: 1, started: '2026-11-14T12:00:00.000Z' },
  ...Array.from({ length: 9_000 }, (_, index) => {
    const params = { level: 'info', data: `message ${index + 1} of 9000` };
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params });
    return { t: Math.floor(index / 9), server: 'faulty', lane: 'in', text };
  }),
]
  .map((line) => JSON.stringify(line))
  .join('\n');

test('a flood is one row that counts, opens, and shows each message', async ({ app, page }) => {
  await page.goto(app.url);
  await dropFile(page, 'flood.misfire', recordedFlood);
  const flood = rows(page).filter({ hasText: '× 9,000' });
  await expect(flood).toHaveCount(1);
  await expect(flood).toContainText('message 9000 of 9000');
  await expect(timeline(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(page.locator('footer').getByText(/^9\s000 messages$/)).toBeVisible();

  await flood.click();
  const list = card(page).getByRole('listbox', { name: '9,000 messages of this row' });
  await expect(list.getByRole('option').first()).toContainText('message 1 of 9000');
  // With keys to the end: only visible rows are drawn.
  await list.focus();
  await page.keyboard.press('End');
  await expect(list.getByRole('option').last()).toContainText('message 9000 of 9000');
  expect(await list.getByRole('option').count()).toBeLessThan(80);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(card(page).getByRole('article')).toContainText('"data": "message 8999 of 9000"');
  await expectAccessible(page, 'a message of a burst', { allRules: true });
});

test('words of any message of a flood are found, and a line on stderr does not become a list of lines', async ({
  app,
  page,
}) => {
  await page.goto(app.url);
  await addServer(page, sampleLine('faulty-stdio'), 'faulty');
  await callTool(page, 'flood', { count: 2_000 });
  // One row each, or two if the machine stalled the server for a second in between: that starts a new burst.
  const flood = rows(page).filter({ hasText: /× .*message \d+ of 2000/ });
  await expect.poll(() => messagesIn(flood)).toBe(2_000);
  await callTool(page, 'stderr_storm', { count: 300 });
  const storm = rows(page).filter({ hasText: /storm \d+: / });
  await expect.poll(() => messagesIn(storm)).toBe(300);
  await filter(page, '"message 1234 of 2000"');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(/message \d+ of 2000/);
  await expect(rows(page)).toContainText('× ');
});

/** How many messages these rows represent, `× 1,234` each. */
async function messagesIn(rows: Locator): Promise<number> {
  const texts = await rows.allTextContents();
  return texts.reduce((sum, text) => sum + Number(/× ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '') ?? 1), 0);
}

test('a failure among a flood has its own row', async ({ app, page }) => {
  await page.goto(app.url);
  await addServer(page, sampleLine('faulty-stdio'), 'faulty');
  await callTool(page, 'flood', { count: 3_000, rate: 2_000 });
  await callTool(page, 'crash', { code: 3 });
  await filter(page, 'is:failed');
  await expect(rows(page).filter({ hasText: 'Exited 3' })).toHaveCount(1);
});
