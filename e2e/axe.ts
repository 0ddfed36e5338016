// Runs axe on the current window.

import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** The rest are habits that are not for every page, such as that all of it is in a region. */
const rulesOfWcag: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] };

/** What depends on the theme. The rest is the same markup, and one look at it is enough. */
const rulesOfColor: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

interface Look {
  /** Left out: the whole page. */
  within?: string;
  allRules?: true;
}

/** axe finds nothing, in either theme. */
export async function expectAccessible(page: Page, state: string, { within, allRules }: Look = {}): Promise<void> {
  // What is in a frame would have to be looked at by itself.
  expect(page.frames()).toHaveLength(1);
  // It stays in the page: putting it there for each look, as axe's own package for Playwright does, took most of the time.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const looks = [
    ['dark', allRules ? {} : rulesOfWcag],
    ['light', rulesOfColor],
  ] as const;
  for (const [colorScheme, rules] of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(page, within ?? 'html', rules), `${state}, ${colorScheme}`).toEqual([]);
  }
}

/** Each rule that is broken, with the first places where it is. */
function violations(page: Page, within: string, rules: RunOptions): Promise<string[][]> {
  return page.evaluate(
    async ([part, options]) => {
      const there = (window as unknown as { axe: typeof axe }).axe;
      const { violations: found } = await there.run(part, { ...options, resultTypes: ['violations'] });
      return found.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))]);
    },
    [within, rules] as const,
  );
}
