// The page for pasted errors in a real browser: the time from a paste to the first explanation, and from opening a link, with the time to
// load the page. Each round is a new page, because only the first explanation builds the tables. `--rounds N` sets how many (15).

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { projectRoot } from '../electron/launch/build-stamp.ts';
import { ensureBuilt } from '../electron/launch/ensure-built.ts';
import { figure, median, ms, print } from './log/measure-cpu.ts';
import { openBrowser, percentile } from './ui/watch.ts';

const limitMs = 200;
const error = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  error: { code: -32000, message: 'Too many requests', data: { retry_after: 30 } },
});

export async function run(args: readonly string[]): Promise<void> {
  const rounds = args.includes('--rounds') ? Number(args[args.indexOf('--rounds') + 1]) : 15;
  await ensureBuilt();
  const address = pathToFileURL(join(projectRoot, 'dist', 'page', 'index.html')).href;
  const { browser, page } = await openBrowser();
  try {
    const pasted: number[] = [];
    const again: number[] = [];
    const linked: number[] = [];
    let link = '';
    for (let round = 0; round < rounds; round += 1) {
      await openFresh(page, address);
      pasted.push(await paste(page, error));
      again.push(await paste(page, error.replace('Too many requests', `Order ${round} was not found`)));
      if (link === '') link = await linkOf(page);
      await openFresh(page, link);
      linked.push(await page.evaluate(() => performance.now()));
    }
    const row = (id: string, what: string, times: number[], limit = Number.POSITIVE_INFINITY) => {
      const must = Number.isFinite(limit) ? `≤ ${limit} ms` : '';
      const beside = `p95 ${ms(percentile(times, 0.95))}`;
      return figure(id, what, ms(median(times)), beside, Number.NaN, must, median(times) <= limit);
    };
    print([
      row('P1', 'from the paste to the first explanation', pasted, limitMs),
      row('P2', 'from the paste to a later explanation', again, limitMs),
      row('P3', 'from opening a link to its explanation', linked),
    ]);
  } finally {
    await browser.close();
  }
}

/** A change of the fragment alone would load nothing. */
async function openFresh(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
  if (address.includes('#')) await page.locator('#detail-pane h2').waitFor();
}

/** Like a paste: the whole text at once. Until the frame with another headline. */
function paste(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (value) =>
      new Promise<number>((done) => {
        const headline = () => document.querySelector('#detail-pane h2')?.textContent ?? '';
        const before = headline();
        const box = document.querySelector('textarea') as HTMLTextAreaElement;
        box.focus();
        const start = performance.now();
        box.value = value;
        box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
        const look = () => {
          if (headline() === before) requestAnimationFrame(look);
          else requestAnimationFrame(() => done(performance.now() - start));
        };
        look();
      }),
    text,
  );
}

async function linkOf(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText(/Link copied/).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}
