// The tour: offered once, next to real elements, and gone with Esc.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { preferencesOf } from '../../model/preferences.ts';
import { call, captureOf, rpcError } from '../../testing/capture-text.ts';
import { type MountOptions, openWindow } from '../../testing/mount.tsx';
import { click, press } from '../../testing/user.ts';

const open = (options: MountOptions = {}) =>
  openWindow({
    servers: [{ name: 'billing' }],
    capture: captureOf(...call('pay', rpcError(-32603, 'Internal error'))),
    preferences: { tourSeen: false },
    ...options,
  });
const step = (name: string) => page.getByRole('dialog', { name });

test('leads from step to step by click and by key, ends with Esc and does not return', async () => {
  const { model } = await open();
  await click(page.getByRole('button', { name: 'Take the tour' }));
  await expect.element(step('Every message is a row')).toHaveFocus();
  await expect.element(step('Every message is a row')).toMatchTextContent('1 of 4');
  await click(step('Every message is a row').getByRole('button', { name: 'Next' }));
  await expect.element(step('The card says why')).toHaveFocus();
  await press('{ArrowRight}');
  await expect.element(step('Your servers')).toHaveFocus();
  await press('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Take the tour' })).not.toBeInTheDocument();
  expect(preferencesOf(model).getState().tourSeen).toBe(true);
  // It is still in the palette.
  await press('{Control>}k{/Control}');
  await expect.element(page.getByRole('combobox', { name: 'Command palette' })).toHaveFocus();
  await press('tour{Enter}');
  await expect.element(step('Every message is a row')).toBeVisible();
});

test('opens the card in a window so narrow that it does not open by itself, and points at it', async () => {
  await open({ size: [760, 700] });
  await click(page.getByRole('button', { name: 'Take the tour' }));
  await expect.element(step('Every message is a row')).toMatchTextContent('1 of 4');
  await click(step('Every message is a row').getByRole('button', { name: 'Next' }));
  await expect.element(step('The card says why')).toBeVisible();
});
