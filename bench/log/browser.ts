/// <reference lib="dom" />
// Opens a large log in a real browser: until the timeline is usable, to any position, with a filter and a search, and the page's heap
// afterwards. Repeats everything with a tiny log, whose time is not the log's.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../e2e/browser.ts';
import { projectRoot } from '../../electron/launch/build-stamp.ts';
import { ensureBuilt } from '../../electron/launch/ensure-built.ts';
import { type Figure, median } from './measure-cpu.ts';

/** Milliseconds: the median of several runs. */
interface Times {
  [what: string]: number;
}

const places = [0, 0.5, 0.97, 0.25, 0.75, 0.1];
const filters = {
  'filter failures': 'is:failed',
  'filter one tool': 'tool:tool_7',
  'search a rare word': '"Zanzibar"',
  'search a common word': '"depot"',
};
const rounds = 3;

/** `folder` has the large log, `tiny` one so small that all its time is the browser's, the transport's and the machine's. */
export async function openInBrowser(folder: string, messages: number, tiny: string): Promise<Figure[]> {
  await ensureBuilt();
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--js-flags=--expose-gc', '--enable-precise-memory-info'],
  });
  try {
    const floor = await goThrough(browser, tiny);
    const found = await goThrough(browser, folder);
    const figures = Object.keys(found.times).map((what): Figure => {
      const [ours, beside] = [found.times[what] as number, floor.times[what] as number];
      const limit = what.startsWith('open') ? 2000 : 300;
      return {
        id: 'U',
        what: `${what}, ${messages} messages`,
        ours: `${Math.round(ours)} ms`,
        beside: `${Math.round(beside)} ms with next to none`,
        ratio: `${(ours / beside).toFixed(2)} ×`,
        must: `< ${limit} ms`,
        ok: ours < limit,
      };
    });
    figures.push({
      id: 'U4',
      what: 'heap of the page',
      ours: `${found.heap.toFixed(0)} MB`,
      beside: `${floor.heap.toFixed(0)} MB`,
      ratio: '',
      must: '< 150 MB',
      ok: found.heap < 150,
    });
    return figures;
  } finally {
    await browser.close();
  }
}

async function goThrough(browser: Browser, folder: string): Promise<{ times: Times; heap: number }> {
  const program = join(projectRoot, 'dist', 'node', 'cli.js');
  const app = spawn(process.execPath, [program, 'serve', '--json', '--no-open', '--port', '0', '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface(app.stdout), 'line')) as [string];
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const times: Times = {};
    const opened = performance.now();
    await page.goto(JSON.parse(line).url);
    await shown(page);
    times['open until rows are shown'] = performance.now() - opened;
    // The newest failure's card opens by itself; the next measurement must not include it.
    await idle(page);
    const top: number[] = [];
    const anywhere: number[] = [];
    for (const place of [...places, 0, 0.6, 0]) (place === 0 ? top : anywhere).push(await scrollTo(page, place));
    times['jump to the top'] = median(top);
    times['jump anywhere'] = median(anywhere);
    times['longest jump'] = Math.max(...top, ...anywhere);
    for (const [what, filter] of Object.entries(filters)) {
      const each: number[] = [];
      for (let i = 0; i < rounds; i += 1) each.push(await filterTime(page, filter));
      times[what] = median(each);
    }
    const heap = await page.evaluate(() => {
      (globalThis as unknown as { gc?: () => void }).gc?.();
      return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1e6;
    });
    await page.close();
    return { times, heap };
  } finally {
    app.kill('SIGTERM');
    await once(app, 'exit');
  }
}

async function scrollTo(page: Page, place: number): Promise<number> {
  const started = performance.now();
  await page.locator('#timeline-grid').evaluate((element, at) => {
    const box =
      [element, ...element.querySelectorAll('*')].find((it) => it.scrollHeight > it.clientHeight + 1000) ?? element;
    box.scrollTop = at * box.scrollHeight;
  }, place);
  await page.waitForTimeout(30);
  await shown(page);
  const took = performance.now() - started - 30;
  await idle(page);
  return took;
}

/** Until the page is idle. */
async function idle(page: Page): Promise<void> {
  await page.waitForTimeout(300);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
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

/** From the key press to the first row of the result, including the rest of the typing. */
async function filterTime(page: Page, filter: string): Promise<number> {
  await page.locator('#filter').fill('');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(600);
  await idle(page);
  const before = await page.evaluate(() => document.querySelector('#timeline-grid')?.getAttribute('aria-rowcount'));
  const started = performance.now();
  await page.locator('#filter').fill(filter);
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (old) => {
      const grid = document.querySelector('#timeline-grid');
      return (
        grid?.getAttribute('aria-rowcount') !== old &&
        grid?.querySelector('[role=row][data-row]') !== null &&
        grid?.querySelector('[aria-label=Loading]') === null
      );
    },
    before,
    { polling: 'raf' },
  );
  return performance.now() - started;
}
