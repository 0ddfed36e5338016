// The bar above the list: counts, the sorting, and the menu View.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { preferencesOf } from '../model/preferences.ts';
import { call, captureOf, rpcError } from '../testing/capture-text.ts';
import { mount } from '../testing/mount.tsx';
import { click } from '../testing/user.ts';
import { TimelineBar } from './timeline-bar.tsx';

const capture = captureOf(...call('pay', rpcError(-32602, 'amount is required'), { id: 1 }));
const option = (name: string) => page.getByRole('menuitemcheckbox', { name });

test('counts messages, and changes rows and columns from one open menu', async () => {
  const { model } = await mount(<TimelineBar isSmall={false} />, { capture });
  await expect.element(page.getByText('2 messages')).toBeVisible();
  await click(page.getByRole('button', { name: 'View' }));
  await click(option('Calls only'));
  await expect.element(option('Calls only')).toHaveAttribute('aria-checked', 'true');
  await click(option('Latency'));
  expect(preferencesOf(model).getState().columns.hidden).toEqual(['latency']);
  await click(page.getByRole('menuitem', { name: 'Reset columns' }));
  expect(preferencesOf(model).getState().columns.hidden).toEqual([]);
});

test('says by what the list is sorted, and sorts by time again', async () => {
  const columns = { widths: {}, hidden: [], sort: { by: 'latency' as const, isDown: true } };
  const { model } = await mount(<TimelineBar isSmall={false} />, { capture, preferences: { columns } });
  await click(page.getByRole('button', { name: /^Sorted by .*Sort by time$/ }));
  await expect.element(page.getByRole('button', { name: /^Sorted by/ })).not.toBeInTheDocument();
  expect(preferencesOf(model).getState().columns.sort).toBeUndefined();
});
