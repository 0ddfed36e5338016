// A window of 1024 by 700: no text is truncated, covered or left out.

import type { Locator } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import {
  addServer,
  captureOf,
  card,
  dropFile,
  oddLine,
  openCard,
  rows,
  servers,
  skipTour,
  trySamples,
} from './page.ts';

test.use({ viewport: { width: 1024, height: 700 } });

test('the tour opens the card and points at it', async ({ app, page }) => {
  // So narrow that the card does not open by itself.
  await page.setViewportSize({ width: 760, height: 700 });
  await page.goto(app.url);
  await trySamples(page);
  await page.getByRole('button', { name: 'Take the tour' }).click();
  const step = page.getByRole('dialog', { name: 'Every message is a row' });
  await expect(step).toContainText('1 of 4');
  await step.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('dialog', { name: 'The card says why' })).toBeVisible();
});

for (const { width, shape, add } of [
  { width: 1024, shape: 'rail', add: 'Add a server' },
  { width: 1280, shape: 'list', add: 'Add' },
]) {
  test(`a long ${shape} of servers keeps its buttons visible`, async ({ app, page }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(app.url);
    const names = Array.from({ length: 24 }, (_, index) => `server-${index}`);
    const mcpServers = Object.fromEntries(names.map((name) => [name, { url: 'http://127.0.0.1:9/mcp' }]));
    await page.getByRole('button', { name: 'Add a server' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a server' });
    await dialog.getByLabel('Command or address').fill(JSON.stringify({ mcpServers }));
    await dialog.getByRole('button', { name: /without connecting$/ }).click();
    await expect(servers(page).getByRole('listitem')).toHaveCount(24);
    const side = (await servers(page).boundingBox())!;
    for (const button of ['Connect all', add]) {
      const box = (await servers(page).getByRole('button', { name: button, exact: true }).boundingBox())!;
      expect(box.x, button).toBeGreaterThanOrEqual(side.x);
      expect(box.x + box.width, button).toBeLessThanOrEqual(side.x + side.width);
      expect(box.y, button).toBeGreaterThanOrEqual(side.y);
      expect(box.y + box.height, button).toBeLessThanOrEqual(side.y + side.height);
      expect(box.height, button).toBeLessThan(shape === 'rail' ? 41 : 30);
    }
    // The last server is reachable, and the buttons stay in place.
    const last = servers(page).getByRole('button', { name: /^server-23\b/ });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
    await expect(servers(page).getByRole('button', { name: 'Connect all' })).toBeInViewport({ ratio: 1 });
  });
}

/** A refusal inside a result, with a problem document. */
const refused = captureOf(
  { name: 'get_report', arguments: { kind: 'weekly' } },
  {
    result: { isError: true, content: [{ type: 'text', text: '{"code":500,"error":"Internal error","status":500}' }] },
  },
);

test('a server in the rail is disconnected and connected again with keys only', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, oddLine(), 'odd');
  const status = page.locator('footer');
  await expect(status).toContainText('1 of 1 server connected');
  const rail = page.getByRole('complementary', { name: 'Servers' });
  const item = rail.getByRole('button', { name: /^odd, / });
  const choose = async (name: string) => {
    await item.focus();
    await page.keyboard.press('Tab');
    await expect(rail.getByRole('button', { name: 'Actions for odd' })).toBeFocused();
    await page.keyboard.press('Enter');
    const choice = page.getByRole('menuitem', { name, exact: true });
    await expect(choice).toBeVisible();
    // Letters find an item, as in every menu.
    await page.keyboard.type(name);
    await expect(choice).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(choice).toHaveCount(0);
  };
  await choose('Disconnect');
  await expect(status).toContainText('0 of 1 server connected');
  await expectAccessible(page, 'The rail with a server that is not connected');
  await choose('Connect');
  await expect(status).toContainText('1 of 1 server connected');
});

test('no menu covers its own value, and a code does not push the text away', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await dropFile(page, 'refused.misfire', refused);
  await rows(page).first().click();
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/ failed in /);
  const words = rows(page).first().getByText('Server error', { exact: true });
  expect(await words.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  const covered = await card(page)
    .locator('[data-value]')
    .evaluateAll((values) =>
      values.flatMap((value) => {
        const menu = value.querySelector(':scope > [data-value-menu]')?.getBoundingClientRect();
        if (!menu) return [];
        const walk = document.createTreeWalker(value, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        for (let text = walk.nextNode(); text !== null; text = walk.nextNode()) {
          if (text.textContent?.trim() === '') continue;
          range.selectNodeContents(text);
          for (const { left, right, top, bottom } of range.getClientRects())
            if (left < menu.right && right > menu.left && top < menu.bottom && bottom > menu.top)
              return [value.textContent];
        }
        return [];
      }),
    );
  expect(covered).toEqual([]);
});

/** The same refusal repeatedly, which is one incident. */
const refusedOften = [
  { misfire: 1, started: '2026-11-14T12:00:00.000Z' },
  ...Array.from({ length: 150 }, (_, id) => {
    const line = (t: number, lane: string, message: object) => {
      return { t, server: 'billing', lane, text: JSON.stringify({ jsonrpc: '2.0', id, ...message }) };
    };
    return [
      line(id * 20, 'out', { method: 'tools/call', params: { name: 'get_report', arguments: { id } } }),
      line(id * 20 + 5, 'in', { error: { code: -32603, message: 'Internal error' } }),
    ];
  }).flat(),
]
  .map((line) => JSON.stringify(line))
  .join('\n');

test('a card keeps its actions and the link to its group inside, for any amount of text', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await dropFile(page, 'often.misfire', refusedOften);
  await openCard(page, rows(page).first());
  await expect(card(page)).toContainText('First seen');
  await expect(card(page)).toContainText('150 rows, counted once');
  for (const width of [1360, 1180, 1024, 900]) {
    await page.setViewportSize({ width, height: 700 });
    const pane = (await card(page).boundingBox())!;
    for (const name of [/^Replay live/, 'More actions', 'Show group']) {
      const box = (await card(page).getByRole('button', { name }).boundingBox())!;
      expect(box.x + box.width, `${name} at ${width} px`).toBeLessThanOrEqual(pane.x + pane.width);
    }
    // The verdict has two lines.
    const verdict = card(page).getByRole('button', { name: /^Retry with growing waits/ });
    const [first, second] = await Promise.all(['b', 'small'].map((line) => verdict.locator(line).boundingBox()));
    expect(second!.y, `at ${width} px`).toBeGreaterThanOrEqual(first!.y + first!.height - 1);
  }
});

/** The visible words of a cell, and those that are cut at an edge. */
const visibleWords = (cell: Locator) =>
  cell.evaluate((element) => {
    const [seen, cut]: [string[], string[]] = [[], []];
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    // The box that hides what is outside of it.
    const lineOf = (inner: Element): DOMRect =>
      getComputedStyle(inner).overflow === 'hidden' ? inner.getBoundingClientRect() : lineOf(inner.parentElement!);
    for (let text = walk.nextNode(); text !== null; text = walk.nextNode()) {
      const line = lineOf(text.parentElement!);
      for (const { 0: word, index } of text.textContent!.matchAll(/\S+/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const box = range.getBoundingClientRect();
        if (box.top >= line.bottom - 2) continue;
        seen.push(word);
        if (box.right > line.right + 1 || box.bottom > line.bottom + 2) cut.push(word);
      }
    }
    return { seen: seen.join(' '), cut };
  });

test('text that does not fit a row is hidden completely, not truncated to a letter', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await dropFile(page, 'refused.misfire', refused);
  const cell = rows(page).first().locator('[data-column="what"]');
  await expect(cell).toContainText('Server error');
  const seen = new Set<string>();
  for (let width = 1440; width >= 900; width -= 12) {
    await page.setViewportSize({ width, height: 700 });
    const found = await visibleWords(cell);
    expect(found.cut, `at ${width} px`).toEqual([]);
    expect(found.seen, `at ${width} px`).toContain('Server error');
    seen.add(found.seen);
  }
  // The least important part is hidden first.
  expect([...seen]).toEqual([
    'Server error 500 in isError Internal error',
    'Server error 500 Internal error',
    'Server error',
  ]);
});

test('a row shows values whole or not at all, and stderr that begins with a bracket', async ({ app, page }) => {
  const line = (t: number, lane: string, text: string) => JSON.stringify({ t, server: 'billing', lane, text });
  const result = { content: [{ type: 'text', text: '{"id":"INV-1042","payer":"Kim Sommer","sent":true}' }] };
  const capture = [
    '{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}',
    line(10, 'out', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"send_invoice"}}'),
    line(20, 'in', JSON.stringify({ jsonrpc: '2.0', id: 1, result })),
    line(30, 'err', '[warning] mail-gateway: slow answer'),
  ];
  await skipTour(page);
  await page.goto(app.url);
  await dropFile(page, 'sent.jsonl', capture.join('\n'));
  await expect(rows(page)).toHaveCount(2);
  const [invoice, warning] = [0, 1].map((place) => rows(page).nth(place).locator('[data-column="what"]'));
  const seen = new Set<string>();
  const pairs = ['id: "INV-1042"', 'payer: "Kim Sommer"', 'sent: true'];
  const wholes = pairs.map((_, place) => pairs.slice(0, place + 1).join(' · '));
  await rows(page).first().click();
  await expect(card(page)).toContainText('send_invoice');
  for (let width = 1440; width >= 900; width -= 20) {
    await page.setViewportSize({ width, height: 700 });
    const found = await visibleWords(invoice!);
    expect(found.cut, `at ${width} px`).toEqual([]);
    expect([...wholes, ''], `at ${width} px`).toContain(found.seen);
    seen.add(found.seen);
    expect((await visibleWords(warning!)).seen, `at ${width} px`).toContain('[warning]');
  }
  expect(seen.size).toBeGreaterThan(1);
});
