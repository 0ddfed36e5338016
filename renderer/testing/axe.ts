// Runs axe on what a component test mounted, in both themes. e2e/axe.ts does so for whole windows.

import axe, { type RunOptions } from 'axe-core';
import { expect } from 'vitest';

const rulesOfWcag: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] };
/** The rest is the same markup in each theme. */
const rulesOfColor: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** axe finds nothing. `within`: the part that a test is about; a whole window takes long. */
export async function expectAccessible(state: string, within = '#app'): Promise<void> {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  for (const [shown, rules] of [
    ['dark', rulesOfWcag],
    ['light', rulesOfColor],
  ] as const) {
    dataset.theme = shown;
    const { violations } = await axe.run(within, { ...rules, resultTypes: ['violations'] });
    const found = violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))]);
    expect(found, `${state}, ${shown}`).toEqual([]);
  }
  if (theme === undefined) delete dataset.theme;
  else dataset.theme = theme;
}
