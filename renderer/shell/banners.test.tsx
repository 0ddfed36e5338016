// Banners above the list: one at a time, the most urgent first, with actions that look like buttons.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { call, captureOf, rpcError } from '../testing/capture-text.ts';
import { openWindow } from '../testing/mount.tsx';
import { click } from '../testing/user.ts';

const notices = page.getByRole('region', { name: 'Notices' });
/** The others are in the page, but hidden by the styles. */
const shown = () => [...notices.element().children].filter((child) => child.getBoundingClientRect().height > 0);

test('banners never stack: the next follows when one is dismissed, the tour last', async () => {
  const ended = { state: 'exited' as const, reason: 'It exited with code 1.' };
  await openWindow({
    servers: [
      { name: 'first', ...ended },
      { name: 'second', ...ended },
    ],
    capture: captureOf(...call('pay', rpcError(-32603, 'Internal error'), { server: 'first' })),
    preferences: { tourSeen: false },
  });
  await expect.element(notices.getByRole('region', { name: 'second ended' })).toBeVisible();
  await expect.element(notices).toMatchTextContent('1 more ended too.');
  expect(shown()).toHaveLength(1);
  await click(notices.getByRole('button', { name: /^Dismiss/ }));
  await expect.element(notices.getByRole('region', { name: 'first ended' })).toBeVisible();
  await expect.element(notices).not.toMatchTextContent('more ended too');
  expect(shown()).toHaveLength(1);
  await click(notices.getByRole('button', { name: /^Dismiss/ }));
  await expect.element(notices.getByRole('button', { name: 'Take the tour' })).toBeVisible();
  expect(shown()).toHaveLength(1);
  for (const name of ['Take the tour', 'No, thanks']) {
    const { backgroundColor, borderTopWidth, borderTopColor } = getComputedStyle(
      notices.getByRole('button', { name }).element(),
    );
    expect(borderTopWidth).toBe('1px');
    expect([backgroundColor, borderTopColor]).not.toContain('rgba(0, 0, 0, 0)');
  }
});
