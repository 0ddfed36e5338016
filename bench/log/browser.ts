/// <reference lib="dom" />
// Opens a large log in a real browser: until the timeline can be used, to any place, through a filter and a search,
// and what the page's heap holds afterwards.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../e2e/browser.ts';
import { projectRoot } from '../../electron/launch/build-stamp.ts';
import { ensureBuilt } from '../../electron/launch/ensure-built.ts';
import type { Figure } from './figures.ts';

export async function openInBrowser(folder: string, messages: number): Promise<Figure[]> {
  await ensureBuilt();
  const program = join(projectRoot, 'dist', 'node', 'cli.js');
  const app = spawn(process.execPath, [program, 'serve', '--json', '--no-open', '--port', '0', '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(app.stdout), 'line')) as [string];
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--js-flags=--expose-gc', '--enable-precise-memory-info'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const figures: Figure[] = [];
    const note = (what: string, ms: number, limit: number) =>
      figures.push({
        id: 'U',
        what,
        ours: `${Math.round(ms)} ms`,
        beside: `${messages} messages`,
        ratio: '',
        must: `< ${limit} ms`,
        ok: ms < limit,
      });
    const opened = performance.now();
    await page.goto(JSON.parse(line).url);
    await shown(page);
    note('open until rows are shown', performance.now() - opened, 2000);
    const grid = page.locator('#timeline-grid');
    for (const share of [0, 0.5, 0.97]) {
      const started = performance.now();
      await grid.evaluate((element, at) => {
        const box =
          [element, ...element.querySelectorAll('*')].find((it) => it.scrollHeight > it.clientHeight + 1000) ?? element;
        box.scrollTop = at * box.scrollHeight;
      }, share);
      await page.waitForTimeout(30);
      await shown(page);
      note(`scroll to ${share * 100} %`, performance.now() - started - 30, 300);
    }
    for (const [what, filter] of [
      ['filter failures', 'is:failed'],
      ['filter one tool', 'tool:tool_7'],
      ['search a rare word', '"Zanzibar"'],
      ['search a common word', '"depot"'],
    ] as const) {
      note(what, await filterTime(page, filter), 300);
    }
    const heap = await page.evaluate(() => {
      (globalThis as unknown as { gc?: () => void }).gc?.();
      return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1e6;
    });
    figures.push({
      id: 'U4',
      what: 'heap of the page',
      ours: `${heap.toFixed(0)} MB`,
      beside: '',
      ratio: '',
      must: '< 150 MB',
      ok: heap < 150,
    });
    return figures;
  } finally {
    await browser.close();
    app.kill('SIGTERM');
    await once(app, 'exit');
  }
}

/** Rows with content, not placeholders. */
async function shown(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const rows = [...document.querySelectorAll('#timeline-grid [role=row][data-row]')];
      return rows.length > 5 && document.querySelectorAll('#timeline-grid [aria-label=Loading]').length === 0;
    },
    undefined,
    { polling: 'raf' },
  );
}

/** From the key press to the first row of the result, the rest of typing included. */
async function filterTime(page: Page, filter: string): Promise<number> {
  await page.evaluate(() => {
    const hidden = document.querySelector('#timeline-grid');
    hidden?.setAttribute('data-before', document.querySelector('#filter')?.getAttribute('value') ?? '');
  });
  await page.locator('#filter').fill('');
  await page.waitForTimeout(900);
  const before = await page.evaluate(() => document.querySelector('#timeline-grid')?.getAttribute('aria-rowcount'));
  const started = performance.now();
  await page.locator('#filter').fill(filter);
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (old) => {
      const grid = document.querySelector('#timeline-grid');
      return grid?.getAttribute('aria-rowcount') !== old && grid?.querySelector('[role=row][data-row]') !== null;
    },
    before,
    { polling: 'raf' },
  );
  return performance.now() - started;
}
