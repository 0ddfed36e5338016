/// <reference lib="dom" />
// U8: the time from the key that completes a filter to the frame with its rows. Compared with the bare SQL query on the same file.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { searchPath } from '../../electron/inspector/log/search/search-path.ts';
import { type Figure, median } from '../log/measure-cpu.ts';
import type { MisfireSubject } from './misfire.ts';
import { freePort, order, type Subject } from './subject.ts';
import { openBrowser, waitForText } from './watch.ts';

const size = 50_000;
const rounds = 5;
const allowanceMs = 50;

export async function measureSearch(start: (port: number) => Promise<Subject>): Promise<Figure[]> {
  console.error(`Filters over ${size} rows …`);
  const port = await freePort();
  const subject = (await start(port)) as MisfireSubject;
  const { browser, page } = await openBrowser();
  try {
    await subject.open(page);
    await order(port, `/burst?n=${size}&alike=0&mark=last`);
    await waitForText(page, subject.list, `#${size}/${size} last`, 300_000);
    // The word index is written asynchronously.
    await page.waitForTimeout(10_000);
    const log = join(subject.data, 'log.db');
    const [file, words] = [log, searchPath(log)].map((path) => new DatabaseSync(path, { readOnly: true })) as [
      DatabaseSync,
      DatabaseSync,
    ];
    try {
      // This many rows fit in the first table of their recording.
      const index = `words_${words.prepare('SELECT id FROM sessions ORDER BY rows DESC').get()?.id}_0`;
      const figures: Figure[] = [];
      for (const [what, filter, asked, sql] of [
        [
          'one method',
          'method:notifications/message',
          file,
          `SELECT * FROM rows WHERE method = 'notifications/message' ORDER BY ord DESC LIMIT 100`,
        ],
        [
          'a rare word',
          `"#${size - 7}"`,
          words,
          `SELECT rowid FROM ${index} WHERE ${index} MATCH '"${size - 7}"' ORDER BY rowid DESC LIMIT 100`,
        ],
      ] as const) {
        const limit = 2 * bareTime(asked, sql) + allowanceMs;
        const times: number[] = [];
        for (let round = 0; round < rounds; round += 1) times.push(await filterTime(page, filter));
        const ours = median(times);
        figures.push({
          id: 'U8',
          what: `filter by ${what}, ${size} rows`,
          ours: `${ours.toFixed(0)} ms`,
          beside: `${limit.toFixed(0)} ms`,
          ratio: (ours / limit).toFixed(2),
          must: '≤ 2 × SQL + 50 ms',
          ok: ours <= limit,
        });
      }
      return figures;
    } finally {
      file.close();
      words.close();
    }
  } finally {
    await browser.close();
    await subject.stop();
  }
}

function bareTime(file: DatabaseSync, sql: string): number {
  const statement = file.prepare(sql);
  return median(
    Array.from({ length: rounds }, () => {
      const before = performance.now();
      statement.all();
      return performance.now() - before;
    }),
  );
}

async function filterTime(page: Page, filter: string): Promise<number> {
  const box = page.locator('#filter');
  await box.fill('');
  await box.press('Enter');
  await page.waitForTimeout(700);
  const all = await page.getAttribute('#timeline-grid', 'aria-rowcount');
  await page.evaluate((before) => {
    const found = new Promise<number>((resolve) => {
      const listen = ({ key, timeStamp }: KeyboardEvent): void => {
        if (key !== 'Enter') return;
        removeEventListener('keydown', listen, true);
        const look = (): void => {
          const grid = document.querySelector('#timeline-grid');
          const isThere =
            grid?.getAttribute('aria-rowcount') !== before &&
            grid?.querySelector('[data-row]') &&
            !grid.querySelector('[aria-label=Loading]');
          if (isThere) resolve(performance.now() - timeStamp);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      addEventListener('keydown', listen, true);
    });
    Object.assign(globalThis, { benchFound: found });
  }, all);
  // Pasted together with the key: the box applies a filter by itself after a pause.
  await box.evaluate(async (input, text) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    // No timer runs before the page has processed it.
    for (let turn = 0; turn < 5; turn += 1) await null;
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }, filter);
  return page.evaluate(() => (globalThis as unknown as { benchFound: Promise<number> }).benchFound);
}
