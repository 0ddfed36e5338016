// Each component in each of its states: it fits its box, and axe finds nothing in either theme.

import { expect, test } from 'vitest';
import { expectAccessible } from '../axe.ts';
import { mount } from '../mount.tsx';
import type { Shown } from './shown.ts';
import { allShown } from './states.tsx';

/** Half of a window of 960 pixels: narrower than most places of the app. */
const half = 440;

const States = ({ states, width }: Pick<Shown, 'states' | 'width'>) => (
  <main style={{ width, overflowWrap: 'anywhere' }}>
    {states.map(({ state, element }) => (
      <div key={state} data-state-of={state}>
        {element}
      </div>
    ))}
  </main>
);

test.each(allShown)('$component fits and is accessible in each state', async ({ component, states, width = half }) => {
  await mount(<States states={states} width={width} />, { size: [960, 900] });
  await expect.poll(() => document.querySelector('[data-not-ready]')).toBeNull();
  const boxes = [...document.querySelectorAll<HTMLElement>('[data-state-of]')];
  expect(boxes).toHaveLength(states.length);
  const tooWide = () => boxes.filter(({ scrollWidth }) => scrollWidth > width).map(({ dataset }) => dataset.stateOf);
  // Drawings measure their box first.
  await expect.poll(tooWide).toEqual([]);
  await expectAccessible(component);
});

test('names each component, and each of its states, once', () => {
  const names = allShown.map(({ component }) => component);
  expect(new Set(names).size).toBe(names.length);
  for (const { component, states } of allShown)
    expect(new Set(states.map(({ state }) => state)).size, component).toBe(states.length);
});
