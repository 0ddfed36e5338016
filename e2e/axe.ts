// Runs axe on the current window.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** The minified one: a page reads less than half as much, and no worker loads it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The other rules are best practices that do not apply to every page, such as regions for all content. */
const rulesOfWcag: axe.RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] };

/** Rules that depend on the theme. The rest is the same markup, so one run is enough. */
const rulesOfColor: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

interface Look {
  /** Default: the open dialog, otherwise the whole page. */
  within?: string;
  allRules?: true;
}

/** axe finds nothing, in either theme. */
export async function expectAccessible(page: Page, state: string, { within, allRules }: Look = {}): Promise<void> {
  // The content of a frame would need a separate run.
  expect(page.frames()).toHaveLength(1);
  // It stays in the page: injecting it for each run, as axe's own package for Playwright does, took most of the time.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const dialog = '[role="dialog"]';
  // The page below a dialog is checked on its own.
  const part = within ?? ((await page.locator(dialog).count()) === 1 ? dialog : 'html');
  const looks = [
    ['dark', allRules ? {} : rulesOfWcag],
    ['light', rulesOfColor],
  ] as const;
  for (const [colorScheme, rules] of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(page, part, rules), `${state}, ${colorScheme}`).toEqual([]);
  }
}

/** Each violated rule, with its first locations. */
function violations(page: Page, within: string, rules: axe.RunOptions): Promise<string[][]> {
  return page.evaluate(
    async ([part, options]) => {
      const there = (window as unknown as { axe: typeof axe }).axe;
      const { violations: found } = await there.run(part, { ...options, resultTypes: ['violations'] });
      return found.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))]);
    },
    [within, rules] as const,
  );
}
