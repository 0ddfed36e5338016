// The tour: offered once, next to real elements, and gone with Esc.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { preferencesOf } from '../../model/preferences.ts';
import { call, captureOf, rpcError, text } from '../../testing/capture-text.ts';
import { type MountOptions, openWindow } from '../../testing/mount.tsx';
import { click, press } from '../../testing/user.ts';
import { tourRuns } from './commands.ts';

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

test('leaves the selected row in view', async () => {
  const later = Array.from({ length: 80 }, (_, index) =>
    call('find', { result: { content: [text('ok')] } }, { id: index + 2, t: 100 + index }),
  );
  await open({ capture: captureOf(...call('pay', rpcError(-32603, 'Internal error'), { id: 1 }), ...later.flat()) });
  const selected = page.getByRole('row', { selected: true });
  await expect.element(page.getByCSS('#detail-pane')).toMatchTextContent('Internal error');
  page.getByCSS('#timeline-grid').element().scrollTo(0, 10_000);
  await expect.element(selected).not.toBeInTheDocument();
  await click(page.getByRole('button', { name: 'Take the tour' }));
  await press('{Escape}');
  await expect.element(selected).toMatchTextContent('pay');
});

test('a tour needs rows that it can point at', async () => {
  const { model } = await open({ capture: captureOf() });
  expect(tourRuns.tour?.why?.(model)).toBe('Connect a server first: the tour points at its messages');
});

test('opens the card in a window so narrow that it does not open by itself, and points at it', async () => {
  await open({ size: [760, 700] });
  await click(page.getByRole('button', { name: 'Take the tour' }));
  await expect.element(step('Every message is a row')).toMatchTextContent('1 of 4');
  await click(step('Every message is a row').getByRole('button', { name: 'Next' }));
  await expect.element(step('The card says why')).toBeVisible();
});
