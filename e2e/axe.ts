// What axe finds in what the window shows now.

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * All of axe's rules, for a page without frames. Its other mode is for frames of other origins: that opens one more
 * window for each look, and together with a list of all that is right it cost three times as much.
 */
export function axeOf(page: Page): AxeBuilder {
  expect(page.frames()).toHaveLength(1);
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
}

/** axe finds nothing, in either theme. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await axeOf(page).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
    expect(
      violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))]),
      `${state}, ${colorScheme}`,
    ).toEqual([]);
  }
}
