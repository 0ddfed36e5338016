// What a card quotes, shown where it is in what was received; and an example of an answer before the first call.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, callTool, captureOf, card, dropFile, openCard, richLine, rows, servers, skipTour } from './page.ts';

const inner = JSON.stringify({
  trace: Array.from({ length: 80 }, (_, at) => `step ${at} passed`),
  error: { code: 'BAD_CITY', message: 'Atlantis (città) is not on the map' },
});

test('the quote leads to its exact place in the raw message', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  const answer = {
    result: {
      content: [{ type: 'text', text: inner }],
      isError: true,
    },
  };
  await dropFile(page, 'map.jsonl', captureOf({ name: 'find_city', arguments: { city: 'Atlantis' } }, answer));
  await openCard(page, rows(page).filter({ hasText: 'find_city' }).first());
  const quote = card(page).locator('[data-quote]');
  await expect(quote).toContainText('Atlantis (città) is not on the map');
  await quote.click();
  await expect(card(page).getByRole('tab', { name: /^Raw/ })).toHaveAttribute('aria-selected', 'true');
  const mark = card(page).locator('mark[data-quoted]');
  await expect(mark).toHaveText('Atlantis (città) is not on the map');
  await expect(mark).toBeInViewport();
  await expect(card(page).getByRole('region', { name: 'answer, raw' })).toBeFocused();
  await card(page).getByRole('radio', { name: 'Verbatim' }).click();
  await expect(mark.first()).toBeVisible();
  await expectAccessible(page, 'a marked quote', { within: '#detail-pane', allRules: true });
});

test('a quote from stderr leads to its line of the output', async ({ app, page, data }) => {
  await skipTour(page);
  await page.goto(app.url);
  const file = join(data, 'acme.mjs');
  await writeFile(
    file,
    "for (let at = 0; at < 60; at += 1) console.error('warming up');\nconsole.error('Error: ACME_API_KEY is not set');\nprocess.exit(1);\n",
  );
  await addServer(page, `"${process.execPath}" "${file}"`, 'acme');
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Set ACME_API_KEY for acme');
  await card(page).locator('[data-quote]').click();
  await expect(card(page).getByRole('tab', { name: /^Output/ })).toHaveAttribute('aria-selected', 'true');
  await expect(card(page).locator('[data-quoted]')).toHaveText('Error: ACME_API_KEY is not set');
  await expect(card(page).locator('[data-quoted]')).toBeInViewport();
});

test('before the first call the form shows an example answer: of the schema, then of the recording', async ({
  app,
  page,
}) => {
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, richLine(), 'rich');
  await expect(servers(page).getByRole('button', { name: /^rich .*, connected/ })).toBeVisible();
  await page.getByRole('button', { name: 'Call…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Call a tool' });
  const result = dialog.getByRole('complementary', { name: 'Last result' });
  await dialog.getByRole('option', { name: /^forecast\b/ }).click();
  await expect(result).toContainText('By its output schema, an answer holds:');
  await page.keyboard.press('Escape');
  await callTool(page, 'forecast');
  await callTool(page, 'notes');
  await expect(card(page).getByRole('heading', { level: 2 })).toBeVisible();
  await page.getByRole('button', { name: 'Call…' }).click();
  await dialog.getByRole('option', { name: /^forecast\b/ }).click();
  await expect(result).toContainText('The last answer of this tool in the recording:');
  await expect(result.getByRole('region', { name: 'Example answer' })).toContainText('structuredContent');
});
