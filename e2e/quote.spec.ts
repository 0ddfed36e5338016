// The quote of a card, shown at its position in the received message; and an example of a result before the first call.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import {
  addServer,
  callTool,
  captureOf,
  card,
  dropFile,
  openCard,
  richLine,
  rows,
  servers,
  skipTour,
  unfoldCard,
} from './page.ts';

const inner = JSON.stringify({
  trace: Array.from({ length: 80 }, (_, at) => `step ${at} passed`),
  error: { code: 'BAD_CITY', message: 'Atlantis (città) is not on the map' },
});

test('the quote leads to its exact position in the raw message', async ({ app, page }) => {
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

test('before the first call the form shows an example result: from the schema, then from the recording', async ({
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
  const example = result.getByRole('region', { name: 'Example answer' });
  await expect(example).toContainText('structuredContent');
  // In a small window it is below the form.
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(example).toBeInViewport();
  await expect(dialog.getByRole('button', { name: /^Send/ })).toBeInViewport();
});

test('a missing path suggests a similar one from an earlier response', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  const line = (t: number, lane: 'in' | 'out', message: object) => ({
    t,
    server: 'files',
    lane,
    text: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  const text = (value: string) => [{ type: 'text', text: value }];
  const lines = [
    { misfire: 1, started: '2026-11-14T12:00:00.000Z' },
    line(10, 'out', { id: 1, method: 'tools/call', params: { name: 'list_directory', arguments: { path: '/srv' } } }),
    line(15, 'in', { id: 1, result: { content: text('[FILE] report-2026.md\n[FILE] notes.md') } }),
    line(20, 'out', {
      id: 2,
      method: 'tools/call',
      params: { name: 'read_file', arguments: { path: '/srv/report-2062.md' } },
    }),
    line(25, 'in', {
      id: 2,
      result: { isError: true, content: text("ENOENT: no such file or directory, open '/srv/report-2062.md'") },
    }),
  ];
  await dropFile(page, 'files.jsonl', lines.map((each) => JSON.stringify(each)).join('\n'));
  await openCard(page, rows(page).filter({ hasText: 'read_file' }).first());
  await expect(card(page)).toContainText('Did you mean report-2026.md? It is in the answer of list_directory.');
  await unfoldCard(page);
  await expect(card(page).locator('[data-section="evidence"]')).toContainText('report-2026.md');
});
