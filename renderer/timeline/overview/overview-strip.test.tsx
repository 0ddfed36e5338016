// The strip above the timeline: over thousands of rows it stays readable.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { call, captureOf, rpcError } from '../../testing/capture-text.ts';
import { openWindow } from '../../testing/mount.tsx';

test('failures everywhere are proportional bars instead of a wall of ticks', async () => {
  const calls = Array.from({ length: 5_000 }, (_, id) => {
    const isFailed = id % 5 === 0;
    // Each failure has another tool: similar consecutive ones would be one incident, and one tick.
    const answer = isFailed ? rpcError(-32603, 'Internal error') : { result: { content: [] } };
    return call(isFailed ? `look_up_${id}` : 'look_up', answer, { id, t: id * 20, args: { id } });
  });
  await openWindow({ capture: captureOf(...calls.flat()), isOpenedFile: true });
  await expect.element(page.getByRole('grid', { name: 'Messages' })).toHaveAttribute('aria-rowcount', '5001');
  const chart = page.getByRole('slider', { name: 'The recording over time' });
  await expect.poll(() => chart.element().querySelector('path[data-crowded]')).not.toBeNull();
  const heights = [...chart.element().querySelectorAll('path')].map((path) => path.getBBox().height);
  expect(Math.max(...heights) / chart.element().getBoundingClientRect().height).toBeLessThan(0.95);
});
