// A server that floods: thousands of similar messages are one row, and the words of each are found. How the row opens is tested next to
// its component.

import type { Locator } from '@playwright/test';
import { expect, test } from './app.ts';
import { addServer, callTool, filter, rows, sampleLine } from './page.ts';

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
