/// <reference lib="dom" />
// What a page costs while messages arrive: CPU time, the longest time without a frame, heap, elements, and the latency of a key and a
// click. The same procedure for every measured page.

import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../e2e/browser.ts';

export interface Watched {
  browser: Browser;
  page: Page;
  /** Seconds of CPU time of the page processes. */
  cpu(): Promise<number>;
}

/** A separate browser: nothing of an earlier run is warm, cached or still busy. */
export async function openBrowser(): Promise<Watched> {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--js-flags=--expose-gc', '--enable-precise-memory-info', '--no-sandbox'],
  });
  const context: BrowserContext = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await browser.newBrowserCDPSession();
  return {
    browser,
    page,
    async cpu() {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    },
  };
}

interface Frames {
  longest: number;
  blocked: number;
  last: number;
}

/** Starts to count the times between frames. */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frames: Frames = { longest: 0, blocked: 0, last: performance.now() };
    Object.assign(globalThis, { benchFrames: frames });
    const tick = (): void => {
      const now = performance.now();
      const gap = now - frames.last;
      frames.last = now;
      frames.longest = Math.max(frames.longest, gap);
      if (gap > 50) frames.blocked += gap;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
}

/** Milliseconds: the longest time without a frame, and the sum of all over 50 ms. */
export async function readFrames(page: Page): Promise<Frames> {
  return page.evaluate(() => (globalThis as unknown as { benchFrames: Frames }).benchFrames);
}

/** Resolves when `text` is in the list, checked once per frame. */
export async function waitForText(page: Page, list: string, text: string, limitMs: number): Promise<void> {
  await page.waitForFunction(
    ([selector, wanted]) => document.querySelector(selector as string)?.textContent?.includes(wanted as string),
    [list, text],
    { polling: 'raf', timeout: limitMs },
  );
}

/** Megabytes after garbage collection. */
export async function readHeap(page: Page): Promise<number> {
  return page.evaluate(() => {
    (globalThis as unknown as { gc?: () => void }).gc?.();
    return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1e6;
  });
}

export const countElements = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('*').length);

/** Milliseconds from each key press and click, by the browser's timestamp, to the frame after it was handled. */
export async function probeAnswers(page: Page, clickable: string, times: number): Promise<number[]> {
  await page.evaluate(() => {
    const waits: number[] = [];
    Object.assign(globalThis, { benchWaits: waits });
    const note = (event: Event): void => {
      // The frame after the handlers ran, and then the time it is sent to the screen.
      requestAnimationFrame(() => setTimeout(() => waits.push(performance.now() - event.timeStamp)));
    };
    addEventListener('keydown', note, true);
    addEventListener('pointerdown', note, true);
  });
  const filter = page.locator('#filter');
  for (let turn = 0; turn < times; turn += 1) {
    // A letter, deleted again, and two clicks: at the end there is no filter.
    if (turn % 4 < 2) {
      await filter.focus();
      await page.keyboard.press(turn % 4 === 0 ? 'a' : 'Backspace');
    } else {
      const box = await page.locator(clickable).first().boundingBox();
      if (box) await page.mouse.click(box.x + 40, box.y + box.height / 2);
    }
    await page.waitForTimeout(120);
  }
  return page.evaluate(() => (globalThis as unknown as { benchWaits: number[] }).benchWaits);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
