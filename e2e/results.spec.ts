// Results: each kind of content has its own view, by click and by key, and no server text is ever markup.

import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, callTool, card, richLine, rows, servers, skipTour, unfoldCard } from './page.ts';

test.beforeEach(async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, richLine(), 'rich');
  await expect(servers(page).getByRole('button', { name: /^rich .*, connected/ })).toBeVisible();
});

/** Calls the tool and returns the section of its card. */
async function resultOf(page: Page, tool: string) {
  await callTool(page, tool);
  await expect(card(page).getByText(tool, { exact: true }).first()).toBeVisible();
  const section = card(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Result' }) });
  await expect(section).toBeVisible();
  // It is folded for a failed call.
  await unfoldCard(page);
  return section;
}

test('Markdown is plain text until a click, and then loads and runs nothing', async ({ app, page }) => {
  const origin = new URL(app.url).origin;
  const strays: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin: from } = new URL(request.url());
    if (protocol !== 'data:' && from !== origin) strays.push(request.url());
  });
  const result = await resultOf(page, 'notes');
  const content = result.getByRole('document');
  await expect(content).toContainText('# Release notes');
  await expect(content).toContainText('**new**');

  // With keys only: the choice is one tab stop, arrows move in it.
  await result.getByRole('radio', { name: 'Text' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(result.getByRole('radio', { name: 'Markdown' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(content.getByRole('heading', { name: 'Release notes' })).toBeVisible();
  await expect(content.locator('strong')).toHaveText('new');
  await expect(content.getByRole('cell', { name: '18 ms' })).toBeVisible();
  // A link is its text and its URL; an image is only described; HTML stays text.
  await expect(content).toContainText('the guide https://docs.example.com/guide');
  await expect(content).toContainText('image, not loaded: chart http://127.0.0.1:9/chart.png');
  await expect(content).toContainText('<script>window.__xss=1</script>');
  expect(await content.locator('a, img, script, iframe, object, embed').count()).toBe(0);
  expect(strays).toEqual([]);
  expect(await page.evaluate(() => '__xss' in window)).toBe(false);
  await expectAccessible(page, 'drawn Markdown');
});

test('JSON in a text is a tree that folds by keys', async ({ page }) => {
  const result = await resultOf(page, 'orders');
  await expect(result.getByRole('document')).toContainText('Two orders were found');
  const tree = result.getByRole('tree', { name: 'JSON in the text' });
  await expect(tree.getByRole('treeitem', { name: /tea/ })).toBeVisible();
  await tree.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(tree.getByRole('treeitem', { name: /"orders"/ })).toHaveAttribute('aria-expanded', 'false');
  await expect(tree.getByText('tea')).toHaveCount(0);
  // The tree handled the keys: the row is still the same.
  await expect(card(page).getByText('orders', { exact: true }).first()).toBeVisible();
  await result.getByRole('radio', { name: 'Text' }).click();
  await expect(result.getByText('{"orders":[{"id":"A-1"', { exact: false })).toBeVisible();
});

test('images and audio come from their bytes, and invalid bytes are reported', async ({ page }) => {
  const chart = await resultOf(page, 'chart');
  await expect(chart.getByText(/^image\/png · [\d.]+ (bytes|kB)$/).first()).toBeVisible();
  await expect(chart.getByText('The data is not base64: its character 4 is U+002A.')).toBeVisible();
  await expect(chart.getByText('Called image/png, but its first bytes are those of image/gif.')).toBeVisible();
  expect(await chart.locator('img').count()).toBe(0);
  await chart.getByRole('button', { name: 'Show the image' }).first().press('Enter');
  await expect(chart.getByRole('img', { name: 'Sent by the server' })).toBeVisible();
  await expect(chart.getByText('240 × 90')).toBeVisible();
  await chart.getByRole('button', { name: 'Show the image' }).click();
  await expect(chart.getByText('These bytes cannot be drawn: they are no whole image/png.')).toBeVisible();
  await expectAccessible(page, 'images');

  const tone = await resultOf(page, 'tone');
  await expect(tone.getByText('audio/wav · 8 kB', { exact: true })).toBeVisible();
  await tone.getByRole('button', { name: 'Play the audio' }).first().press('Enter');
  const player = tone.locator('audio');
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(1, 1);
  await tone.getByRole('button', { name: 'Play the audio' }).click();
  await expect(tone.getByText('These bytes cannot be played: they are no whole audio/wav.')).toBeVisible();
});

test('embedded and linked resources are text with their URI, type and size', async ({ page }) => {
  const result = await resultOf(page, 'files');
  await expect(result.getByText('file:///reports/2026.csv')).toBeVisible();
  await expect(result.getByText('text/csv · 48.2 kB')).toBeVisible();
  await expect(result.getByText('file:///reports/note.txt')).toBeVisible();
  await expect(result.getByRole('document')).toHaveText('An embedded note.');
  expect(await result.locator('a').count()).toBe(0);
  // Only the link can be followed, on request: the read is a separate call, with a row and a card.
  await expect(result.getByRole('button', { name: 'Read' })).toHaveCount(1);
  await result.getByRole('button', { name: 'Read' }).click();
  await expect(rows(page).last()).toContainText('resources/read');
  await expect(card(page)).toContainText('month,orders');
});

test('structured content is next to its schema, and violations are named and marked', async ({ page }) => {
  const good = await resultOf(page, 'forecast');
  await expect(good.getByText('Fits the tool’s outputSchema.')).toBeVisible();
  await expect(good.getByRole('tree', { name: 'Output schema' })).toContainText('"required"');
  const before = await rows(page).count();

  const wrong = await resultOf(page, 'wrong_forecast');
  await expect(wrong.getByText('2 places do not fit the outputSchema:')).toBeVisible();
  await expect(wrong.getByRole('listitem').filter({ hasText: 'temperature' })).toContainText('must be number');
  await expect(wrong.getByRole('listitem').filter({ hasText: 'unit' })).toContainText('is required');
  const tree = wrong.getByRole('tree', { name: 'Structured content' });
  await expect(tree.getByRole('treeitem').filter({ hasText: '"warm"' })).toContainText('must be number');
  // Viewing rows sends nothing: the second call adds one row.
  await rows(page).first().click();
  await expect(rows(page)).toHaveCount(before + 1);
  await expectAccessible(page, 'structured content');
});

test('reports the size of an answer in bytes and tokens, and the clients that cut it', async ({ page }) => {
  const small = await resultOf(page, 'forecast');
  await expect(small.getByText(/of text · about/)).toBeVisible();
  await expect(small.getByText(/too large for/)).toHaveCount(0);

  const large = await resultOf(page, 'everything');
  await expect(large.getByText(/^63 kB of text · about 15.750 tokens$/)).toBeVisible();
  await expect(large.getByText('too large for Codex')).toBeVisible();
  await expect(large.getByText('too large for Claude Code')).toBeVisible();
  await expect(large.getByText(/more than 50,000 characters into a file and shows the first 2,000/)).toBeVisible();
  await expectAccessible(page, 'the size of an answer');
});
