// The list of servers, and the rail of a small window: marks that differ, buttons that stay in view, menus by keys.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, rpcError, text } from '../../testing/capture-text.ts';
import { openWindow } from '../../testing/mount.tsx';
import { click, focus, press } from '../../testing/user.ts';

const servers = page.getByRole('complementary', { name: 'Servers' });
const status = page.getByRole('contentinfo');
const fine = { result: { content: [text('fine')] } };
const failed = rpcError(-32603, 'Internal error');
const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));

test('two dozen servers differ by shape, color and letter', async () => {
  await openWindow({
    servers: letters.map((letter) => ({ name: `${letter}-server` })),
    // With a failure, the card opens by itself and takes the space of the names.
    capture: captureOf(...letters.flatMap((letter) => call('pay', failed, { server: `${letter}-server` }))),
    size: [1280, 720],
  });
  const marks = servers.getByRole('listitem').getByCSS('i[class*="shape"]');
  await expect.poll(() => marks.elements().length).toBe(26);
  const looks = marks.elements().map((mark) => {
    const { backgroundColor, clipPath, borderRadius } = getComputedStyle(mark);
    return `${backgroundColor} ${clipPath} ${borderRadius}`;
  });
  expect(new Set(looks).size).toBe(26);
  // In rows without names, the letter is next to the mark.
  const lettered = page.getByCSS('#timeline-grid [data-row] [class*="lettered"]');
  await expect.poll(() => lettered.elements().length).toBeGreaterThan(5);
  for (const { textContent } of lettered.elements()) expect(textContent).toMatch(/^[A-Z]$/);
});

for (const { width, shape, add, height } of [
  { width: 1024, shape: 'rail', add: 'Add a server', height: 41 },
  { width: 1280, shape: 'list', add: 'Add', height: 30 },
])
  test(`a long ${shape} of servers keeps its buttons visible`, async () => {
    await openWindow({
      servers: Array.from({ length: 24 }, (_, index) => ({ name: `server-${index}`, state: 'idle' as const })),
      size: [width, 700],
    });
    await expect.poll(() => servers.getByRole('listitem').elements().length).toBe(24);
    const side = servers.element().getBoundingClientRect();
    for (const name of ['Connect all', add]) {
      const box = servers.getByRole('button', { name, exact: true }).element().getBoundingClientRect();
      expect(box.left, name).toBeGreaterThanOrEqual(side.left);
      expect(box.right, name).toBeLessThanOrEqual(side.right);
      expect(box.top, name).toBeGreaterThanOrEqual(side.top);
      expect(box.bottom, name).toBeLessThanOrEqual(side.bottom);
      expect(box.height, name).toBeLessThan(height);
    }
    // The last server is reachable, and the buttons stay in place.
    const last = servers.getByRole('button', { name: /^server-23\b/ });
    last.element().scrollIntoView({ block: 'nearest' });
    await expect.element(last).toBeInViewport({ ratio: 1 });
    await expect.element(servers.getByRole('button', { name: 'Connect all' })).toBeInViewport({ ratio: 1 });
  });

test('all servers are connected by one press', async () => {
  const { host } = await openWindow({
    servers: [
      { name: 'first', state: 'idle' },
      { name: 'second', state: 'idle' },
    ],
  });
  await focus(servers.getByRole('button', { name: 'Connect all' }));
  await press('{Enter}');
  await expect.element(status).toMatchTextContent('2 of 2 servers connected');
  await expect.element(servers.getByRole('button', { name: 'Connect all' })).not.toBeInTheDocument();
  expect(host.askedFor('connect')).toEqual([{ server: 'first' }, { server: 'second' }]);
});

test('a server in the rail is disconnected and connected again with keys only', async () => {
  await openWindow({
    servers: [{ name: 'odd' }],
    capture: captureOf(...call('ok', fine, { server: 'odd' })),
    size: [1024, 700],
  });
  const choose = async (name: string) => {
    await focus(servers.getByRole('button', { name: /^odd, / }));
    await press('{Tab}');
    await expect.element(servers.getByRole('button', { name: 'Actions for odd' })).toHaveFocus();
    await press('{Enter}');
    const choice = page.getByRole('menuitem', { name, exact: true });
    await expect.element(choice).toBeVisible();
    // Letters find an item, as in every menu.
    await press(name);
    await expect.element(choice).toHaveFocus();
    await press('{Enter}');
    await expect.element(choice).not.toBeInTheDocument();
  };
  await choose('Disconnect');
  await expect.element(status).toMatchTextContent('0 of 1 server connected');
  await expectAccessible('the rail with a server that is not connected', '#servers');
  await choose('Connect');
  await expect.element(status).toMatchTextContent('1 of 1 server connected');
});

test('a choice in the list shows only the rows of that server', async () => {
  await openWindow({
    servers: [{ name: 'billing' }, { name: 'shop' }],
    capture: captureOf(...call('ok', fine), ...call('ok', fine, { server: 'shop' })),
  });
  await click(servers.getByRole('button', { name: /^shop / }));
  await expect.element(page.getByRole('combobox', { name: 'Filter', exact: true })).toHaveValue('server:shop');
});
