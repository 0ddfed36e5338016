// The palette: every action by its letters, with a reason if it cannot run.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { call, captureOf, text } from '../../testing/capture-text.ts';
import { openWindow } from '../../testing/mount.tsx';
import { click, fill, press } from '../../testing/user.ts';

const palette = page.getByRole('dialog', { name: 'Command palette' });
const box = palette.getByRole('combobox', { name: 'Command palette' });
const open = () => press('{Control>}k{/Control}');

const connected = {
  servers: [{ name: 'odd' }],
  capture: captureOf(...call('ok', { result: { content: [text('fine')] } }, { server: 'odd' })),
};

test('an action is found by its letters, runs on Enter, and lists its keys', async () => {
  await openWindow(connected);
  await open();
  await expect.element(box).toHaveFocus();
  await expect
    .element(palette.getByRole('option', { name: /^Replay: send again/ }))
    .toHaveAttribute('aria-disabled', 'true');
  await expect.element(palette.getByRole('option', { name: /^Go to Replay/ })).toMatchTextContent('g then r');
  await fill(box, 'thme drk');
  await expect.element(palette.getByRole('option').first()).toMatchTextContent('Theme: dark');
  await press('{Enter}');
  await expect.element(palette).not.toBeInTheDocument();
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');
});

test('a server is disconnected from it, and an action that needs it then says why not', async () => {
  await openWindow(connected);
  await open();
  await fill(box, 'disc odd');
  await expect.element(palette.getByRole('option', { selected: true })).toHaveTextContent('Disconnect odd');
  await press('{Enter}');
  await expect.element(page.getByRole('contentinfo')).toMatchTextContent('0 of 1 server connected');
  await open();
  await fill(box, 'call a tool on odd');
  await press('{Enter}');
  await expect.element(page.getByText(/it is not connected\.$/)).toBeVisible();
  await press('{Escape}');
  await expect.element(palette).not.toBeInTheDocument();
});

test('a term of the filter becomes the filter', async () => {
  await openWindow(connected);
  await open();
  await fill(box, 'kind:life');
  await click(palette.getByRole('option', { name: 'Filter by kind:life' }));
  await expect.element(page.getByRole('combobox', { name: 'Filter', exact: true })).toHaveValue('kind:life');
});

test('Watch a client can be found after the first window', async () => {
  await openWindow(connected);
  await open();
  await fill(box, 'watch a client');
  await press('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Watch a client' })).toBeVisible();
});
