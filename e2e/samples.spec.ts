// The first ten seconds: one click, five servers, five kinds of failure, each explained.

import { expect, test } from './app.ts';
import { card, filter, rows, servers, timeline, trySamples, unfoldCard } from './page.ts';

const samples = ['Closient', 'Orders adapter', 'erlmcp', 'qaqnuz', 'Platica'];

test('one click shows instructive failures of all five samples', async ({ app, page }) => {
  await page.goto(app.url);
  await expect(page.getByRole('heading', { name: 'Why did that call fail?' })).toBeVisible();
  await trySamples(page);
  for (const name of samples) await expect(servers(page).getByText(name, { exact: true })).toBeVisible();
  // One failure of each is decoded: it has text, not only a code.
  const decoded = ['Not found', 'Upstream failed', 'Fix the request', 'Rate limited'];
  await filter(page, 'is:failed');
  for (const name of samples) {
    await expect(page.getByRole('row', { name }).first()).toBeVisible();
  }
  for (const words of decoded) await expect(timeline(page).getByText(words).first()).toBeVisible();
});

test('the card shows a recovered rate limit as one chain, explains a failure, and the raw message is one tab away', async ({
  touredApp,
  page,
}) => {
  await page.goto(touredApp.url);
  await expect(rows(page).first()).toBeVisible();
  await filter(page, 'tool:send_invoice');
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).toContainText('Rate limited');
  await expect(rows(page).nth(1)).toContainText('Rate limited');
  await expect(rows(page).nth(2)).toContainText('Recovered');
  await rows(page).nth(0).click();
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/^Rate limited by /);
  await unfoldCard(page);
  await expect(card(page)).toContainText('900 ms');
  await expect(card(page)).toContainText('retry_hint.retry_after_ms');
  await card(page)
    .getByRole('tab', { name: /Attempts/ })
    .click();
  await expect(card(page).getByRole('tabpanel')).toContainText('Recovered');
  await card(page)
    .getByRole('tab', { name: /Finding/ })
    .click();
  await filter(page, 'server:closient tool:resolve_gtin');
  await rows(page).first().click();
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/^There is no /);
  await expect(card(page)).toContainText('00614141123452');
  await unfoldCard(page);
  await expect(card(page)).toContainText('Evidence');
  await expect(card(page)).toContainText('result.error.code');
  await expect(card(page)).toContainText('https://closient.com/docs/errors/not_found');
  await card(page).getByRole('tab', { name: /Raw/ }).click();
  await expect(card(page).getByRole('tabpanel')).toContainText('"error_code"');
  await expect(card(page).getByRole('tabpanel')).toContainText('mcp-session-id');
  // The filter that the README shows.
  await filter(page, 'is:failed -class:validation server:closient');
  await expect(rows(page).first()).toBeVisible();
});
