// What the browser of the stories leaves out: Chromium heeds one list alone, the last that it is given.

import { chromium } from '@playwright/test';
import { expect, test } from 'vitest';
import { browserArguments } from '../e2e/browser.ts';

/** Node is no browser and ends at once; what it was started with is in the complaint. */
async function startedWith(args: string[]): Promise<string[]> {
  const complaint = await chromium.launch({ executablePath: process.execPath, args }).then(
    () => '',
    (problem: Error) => problem.message,
  );
  const lists = /<launching>.*/.exec(complaint)?.[0].matchAll(/--disable-features=(\S*)/g) ?? [];
  return [...lists].map(([, list]) => String(list));
}

test('all that Playwright leaves out is left out still', async () => {
  const [playwrights, ours, ...more] = await startedWith(browserArguments);
  expect(more).toEqual([]);
  expect(playwrights).toContain('HttpsUpgrades');
  expect(ours?.split(',')).toEqual(expect.arrayContaining(playwrights?.split(',') ?? []));
});
