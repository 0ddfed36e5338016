// The waterfall after an idle hour, zoomed by keys and wheel; codes that are never truncated; marks of many servers; connecting
// all servers at once, or for a replay.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, startApp, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, callTool, card, dropFile, filter, rows, sampleLine, servers, skipTour, timeline } from './page.ts';

test.beforeEach(({ page }) => skipTour(page));

const hour = 3_600_000;
const codes = ['-32602', '-32603', '-32000', '-32042', '-32099', '-32800', '-32001', '-32002'];

/** Four calls, an idle hour, four more. */
const idleHour = [
  { misfire: 1, started: '2026-11-14T12:00:00.000Z' },
  ...codes.flatMap((code, index) => {
    const at = (index < 4 ? 0 : hour) + index * 700;
    const call = { jsonrpc: '2.0', id: index, method: 'tools/call', params: { name: `tool_${index}` } };
    // Some have many words before the code.
    const data = index % 3 === 0 ? { retry_after: 1_234 } : undefined;
    const refusal = { jsonrpc: '2.0', id: index, error: { code: Number(code), message: 'Too many requests', data } };
    return [
      { t: at, server: 'billing', lane: 'out', text: JSON.stringify(call) },
      { t: at + 120, server: 'billing', lane: 'in', text: JSON.stringify(refusal) },
    ];
  }),
]
  .map((line) => JSON.stringify(line))
  .join('\n');

const axisHead = (page: Page) => timeline(page).getByRole('columnheader', { name: /^Waterfall/ });
/** Where each row's own bar starts, in pixels. */
const bars = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all.flatMap((row) => {
      const bar = row.querySelector('[data-axis] > [class*="bar"]');
      return bar ? [Math.round(bar.getBoundingClientRect().left)] : [];
    }),
  );

test('after an idle hour each call still has its own place, and keys and wheel zoom in', async ({ app, page }) => {
  await page.goto(app.url);
  await dropFile(page, 'idle.misfire', idleHour);
  await expect(rows(page)).toHaveCount(8);
  await expect(axisHead(page)).toHaveAttribute('title', /^The rows in sight: [\d.]+ s\. Dotted: (1 h|59 min|60 min)/);
  // The card of the newest failure opens by itself, and takes space.
  await expect(card(page)).toBeVisible();
  const whole = await bars(page);
  expect(whole).toHaveLength(8);
  expect(new Set(whole).size).toBe(8);
  expect(whole).toEqual([...whole].sort((a, b) => a - b));

  await expectAccessible(page, 'an idle hour');
  await rows(page).first().click();
  const before = await axisHead(page).getAttribute('title');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(axisHead(page)).not.toHaveAttribute('title', before ?? '');
  // Around the selected row, which is the first: the bars move apart, and those outside the axis are not drawn at its edge.
  let closer: number[] = [];
  await expect
    .poll(async () => {
      closer = await bars(page);
      return closer[1]! - closer[0]!;
    })
    .toBeGreaterThan((whole[1]! - whole[0]!) * 2);
  expect(closer.length).toBeLessThan(8);
  await page.keyboard.press('-');
  await expect.poll(async () => (await bars(page)).length).toBeGreaterThanOrEqual(closer.length);
  await page.keyboard.press('0');
  await expect(axisHead(page)).toHaveAttribute('title', before ?? '');

  const box = (await rows(page).first().locator('[data-axis]').boundingBox())!;
  await page.mouse.move(box.x + 4, box.y + 4);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -400);
  await page.keyboard.up('Control');
  await expect(axisHead(page)).not.toHaveAttribute('title', before ?? '');
  await expect.poll(async () => (await bars(page)).length).toBeLessThan(8);

  // The shortcut sheet lists these keys.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').getByText('Zoom in (also Ctrl + wheel)')).toBeVisible();
});

test('codes are never truncated, even in a narrow window with an open card', async ({ app, page }) => {
  // The narrowest window in which rows have two lines.
  await page.setViewportSize({ width: 1180, height: 700 });
  await page.goto(app.url);
  await dropFile(page, 'idle.misfire', idleHour);
  await rows(page).first().click();
  await expect(card(page)).toBeVisible();
  for (const code of codes) await expect(rows(page).getByText(code, { exact: true })).toBeVisible();
  const cut = await rows(page)
    .locator('[class*="code"]')
    .evaluateAll((all) =>
      all
        .filter((code) => {
          const cell = code.closest('[role="gridcell"]')!.getBoundingClientRect();
          return code.scrollWidth > code.clientWidth || code.getBoundingClientRect().right > cell.right + 1;
        })
        .map((code) => code.textContent),
    );
  expect(cut).toEqual([]);
});

test('all servers are connected by one press, and a call is replayed over a new connection', async ({ data, page }) => {
  let app = await startApp({ data });
  try {
    await page.goto(app.url);
    await addServer(page, sampleLine('faulty-stdio'), 'first');
    await callTool(page, 'empty_error');
    await addServer(page, sampleLine('faulty-stdio'), 'second');
    await expect(servers(page).getByRole('button', { name: /^second .*, connected/ })).toBeVisible();
    await app.stop();

    app = await startApp({ data });
    await page.goto(app.url);
    await expect(servers(page).getByRole('button', { name: 'Connect all' })).toBeVisible();
    await filter(page, 'tool:empty_error');
    await rows(page).first().click();
    await expect(card(page)).toHaveAttribute('aria-busy', 'false');
    await page.keyboard.press('r');
    await expect(servers(page).getByRole('button', { name: /^first .*, connected/ })).toBeVisible();
    // It asks first unless the server says that the call may be repeated.
    const asked = page.getByRole('dialog');
    await asked.or(rows(page).nth(1)).first().waitFor();
    if (await asked.isVisible()) await asked.getByRole('button', { name: /^Send/ }).click();
    await expect(rows(page)).toHaveCount(2);
    await app.stop();

    app = await startApp({ data });
    await page.goto(app.url);
    await servers(page).getByRole('button', { name: 'Connect all' }).press('Enter');
    for (const name of ['first', 'second'])
      await expect(servers(page).getByRole('button', { name: new RegExp(`^${name} .*, connected`) })).toBeVisible();
    await expect(servers(page).getByRole('button', { name: 'Connect all' })).toHaveCount(0);
  } finally {
    await app.stop();
  }
});

test('two dozen servers differ by shape, color and letter', async ({ data, page }) => {
  const saved = Array.from({ length: 26 }, (_, index) => {
    const name = `${String.fromCharCode(97 + index)}-server`;
    const transport = { kind: 'stdio', command: process.execPath, args: ['-e', '0'] };
    return { id: name, colour: index % 8, config: { name, transport } };
  });
  await mkdir(data, { recursive: true });
  await writeFile(join(data, 'servers.json'), JSON.stringify({ version: 1, servers: saved }));
  const app = await startApp({ data });
  try {
    await page.goto(app.url);
    const marks = servers(page).getByRole('listitem').locator('i[class*="shape"]');
    await expect(marks).toHaveCount(26);
    const looks = await marks.evaluateAll((all) =>
      all.map((mark) => {
        const { backgroundColor, clipPath, borderRadius } = getComputedStyle(mark);
        return `${backgroundColor} ${clipPath} ${borderRadius}`;
      }),
    );
    expect(new Set(looks).size).toBe(26);
    await servers(page).getByRole('button', { name: 'Connect all' }).click();
    // In rows without names, the letter is next to the mark.
    const marked = rows(page).locator('[class*="lettered"]');
    await expect.poll(() => marked.count()).toBeGreaterThan(5);
    const letters = await marked.evaluateAll((all) => all.map((mark) => mark.textContent));
    for (const letter of letters) expect(letter).toMatch(/^[A-Z]$/);
  } finally {
    await app.stop();
  }
});
