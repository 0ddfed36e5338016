// An empty list: it says why, and offers a next step.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { call, captureOf, text } from '../testing/capture-text.ts';
import { openWindow } from '../testing/mount.tsx';
import { click, fill, press } from '../testing/user.ts';

const rows = page.getByCSS('#timeline-grid [data-row]');

async function filter(words: string): Promise<void> {
  await fill(page.getByRole('combobox', { name: 'Filter', exact: true }), words);
  await press('{Enter}');
}

test('no failures, and a filter without matches, say so and offer a next step', async () => {
  const capture = captureOf(...call('ok', { result: { content: [text('fine')] } }, { server: 'odd' }));
  await openWindow({ capture, servers: [{ name: 'odd' }] });
  await expect.element(rows.first()).toBeVisible();
  await filter('is:failed');
  await expect.element(page.getByRole('heading', { name: 'No failures in 2 messages' })).toBeVisible();
  await click(page.getByRole('button', { name: 'Show everything' }));
  await expect.element(rows.first()).toBeVisible();
  await filter('server:odd tool:nothing*');
  await expect.element(page.getByRole('heading', { name: 'The filter hides everything' })).toBeVisible();
  await expect.element(page.getByText('none of them server odd and tool like nothing*')).toBeVisible();
  await click(page.getByRole('button', { name: 'Only server:odd' }));
  await expect.element(rows.first()).toBeVisible();
});
