// The progress of a probe run: one line per server, in words and as a bar.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../testing/mount.tsx';
import { eachState } from './compare.states.tsx';
import { Progress } from './progress.tsx';

test('says of each server how far it is', async () => {
  await mount(<Progress probe={eachState} />);
  const lines = page.getByRole('region', { name: 'Progress' }).getByCSS('[class*="line"]');
  await expect
    .poll(() => lines.elements().map((line) => [...line.children].map(({ textContent }) => textContent).join('|')))
    .toEqual([
      'waiting||Waiting',
      'connecting||Connecting',
      'running||3 of 12 · Unknown tool',
      'done||12 sent, 2 left out',
      'failed||It closed the connection.',
      'stopped||Stopped after 3',
    ]);
  await expect.element(page.getByRole('progressbar', { name: 'running: 3 of 12' })).toHaveAttribute('value', '3');
  // Not planned yet: an empty bar, not a full one.
  await expect.element(page.getByRole('progressbar', { name: 'waiting: 0 of 0' })).toHaveAttribute('max', '1');
});
