// The palette: every action by its letters, the card's own first.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { call, captureOf, text } from '../../testing/capture-text.ts';
import { openWindow, showRow } from '../../testing/mount.tsx';
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
  await expect.element(palette.getByRole('option', { name: /^Replay: send again/ })).not.toBeInTheDocument();
  await expect.element(palette.getByRole('option', { name: /^Go to Failures/ })).toMatchTextContent('g then f');
  expect(palette.getByRole('option').elements().length).toBeLessThan(36);
  await fill(box, 'thme drk');
  await expect.element(palette.getByRole('option').first()).toMatchTextContent('Theme: dark');
  await press('{Enter}');
  await expect.element(palette).not.toBeInTheDocument();
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');
});

test('a server is disconnected from it, and an action that needs it is then left out', async () => {
  await openWindow(connected);
  await open();
  await fill(box, 'disc odd');
  await expect.element(palette.getByRole('option', { selected: true })).toHaveTextContent('Disconnect odd');
  await press('{Enter}');
  await expect.element(page.getByRole('contentinfo')).toMatchTextContent('0 of 1 server connected');
  await open();
  await fill(box, 'call a tool on odd');
  await expect.element(palette.getByRole('option', { name: /^Call a tool on odd/ })).not.toBeInTheDocument();
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

test('what the button of the card does comes first', async () => {
  const refused = { error: { code: -32602, message: 'amount is required' } };
  await openWindow({ servers: [{ name: 'billing' }], capture: captureOf(...call('pay', refused)) });
  const button = page.getByCSS('#detail-pane header [class*="primary"]');
  const label = async () => (await button.findElement()).textContent?.replace(/ \w$/, '').trim() ?? '';
  const name = await label();
  await open();
  await expect.element(palette.getByRole('option').first()).toMatchTextContent(name);
});

test('the button of the card and its command are one entry', async () => {
  const mounted = await openWindow(connected);
  await showRow(mounted, 'ok');
  await open();
  await fill(box, 'replay');
  await expect.element(palette.getByRole('option', { name: 'Connect and replay r' })).toBeVisible();
  const names = palette
    .getByRole('option')
    .elements()
    .map((one) => one.textContent ?? '');
  expect(names.filter((name) => /^Replay\b/.test(name))).toEqual([]);
});
