// The servers at the side: marks that differ, one line and one control for each, the menu by keys.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, rpcError, text } from '../../testing/capture-text.ts';
import { openWindow } from '../../testing/mount.tsx';
import { click, focus, press } from '../../testing/user.ts';

const servers = page.getByRole('complementary', { name: 'Servers' });
const status = page.getByRole('contentinfo');
const entry = (name: RegExp | string) => servers.getByRole('button', { name });
const fine = { result: { content: [text('fine')] } };
const failed = rpcError(-32603, 'Internal error');
const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));

test('two dozen servers differ by shape and color, and rows name them', async () => {
  await openWindow({
    servers: letters.map((letter) => ({ name: `mcp-server-${letter}` })),
    capture: captureOf(...letters.flatMap((letter) => call('pay', failed, { server: `mcp-server-${letter}` }))),
    size: [1280, 720],
  });
  const marks = servers.getByRole('listitem').getByCSS('i[class*="shape"]');
  await expect.poll(() => marks.elements().length).toBe(26);
  const looks = marks.elements().map((mark) => {
    const { backgroundColor, clipPath, borderRadius } = getComputedStyle(mark);
    return `${backgroundColor} ${clipPath} ${borderRadius}`;
  });
  expect(new Set(looks).size).toBe(26);
  // Without what all names share.
  await expect.element(page.getByCSS('#timeline-grid [data-row] bdi').first()).toMatchTextContent(/^[a-z]$/);
});

for (const width of [1024, 1280])
  test(`every server has one line and one control, ${width} wide`, async () => {
    await openWindow({
      servers: [
        ...Array.from({ length: 24 }, (_, index) => ({ name: `server-${index}` })),
        { name: 'slack', state: 'failed' as const, reason: `It ended. PATH=${'/usr/local/bin:'.repeat(20)}` },
      ],
      capture: captureOf(...call('pay', failed, { server: 'server-3' })),
      size: [width, 900],
    });
    await expect.poll(() => servers.getByRole('listitem').elements().length).toBe(25);
    for (const item of servers.getByRole('listitem').elements()) {
      expect(item.getBoundingClientRect().height).toBe(28);
      expect(item.querySelectorAll('button, a, [tabindex]')).toHaveLength(1);
    }
    await expect.element(entry('server-3, 1 failed call, connected')).toBeVisible();
    await expect.element(entry('slack, could not connect, Why?')).toBeVisible();
    await expect.element(servers).not.toMatchTextContent('PATH');
    await expectAccessible(`servers, ${width} wide`, '#servers');
  });

test('after a start, one press connects all servers; nothing says that it is live before', async () => {
  const { host } = await openWindow({
    servers: [
      { name: 'first', state: 'idle' },
      { name: 'second', state: 'idle' },
    ],
  });
  await expect.element(page.getByRole('banner')).toMatchTextContent('Not connected');
  await focus(page.getByRole('button', { name: 'Connect all 2' }));
  await press('{Enter}');
  await expect.element(status).toMatchTextContent('2 of 2 servers connected');
  await expect.element(page.getByRole('banner')).toMatchTextContent('Live');
  expect(host.askedFor('connect')).toEqual([{ server: 'first' }, { server: 'second' }]);
});

test('after a start with earlier rows, the same press is in the bar', async () => {
  const { host } = await openWindow({
    servers: [
      { name: 'first', state: 'idle' },
      { name: 'second', state: 'idle' },
    ],
    capture: captureOf(...call('pay', fine, { server: 'first' })),
  });
  await click(page.getByRole('banner').getByRole('button', { name: 'Connect all 2' }));
  await expect.element(page.getByRole('banner')).toMatchTextContent('Live');
  expect(host.askedFor('connect')).toEqual([{ server: 'first' }, { server: 'second' }]);
});

for (const width of [1024, 1440])
  test(`a server is disconnected and connected again with keys only, ${width} wide`, async () => {
    await openWindow({
      servers: [{ name: 'odd' }, { name: 'even' }],
      capture: captureOf(...call('ok', fine, { server: 'odd' })),
      size: [width, 700],
    });
    const choose = async (name: string) => {
      await focus(entry(/^odd, /));
      await press('{ArrowDown}');
      await expect.element(entry(/^even, /)).toHaveFocus();
      await press('{ArrowUp}');
      await expect.element(entry(/^odd, /)).toHaveFocus();
      await press('{ArrowRight}');
      const choice = page.getByRole('menuitem', { name, exact: true });
      await expect.element(choice).toBeVisible();
      // Letters find an item, as in every menu.
      await press(name);
      await expect.element(choice).toHaveFocus();
      await press('{Enter}');
      await expect.element(choice).not.toBeInTheDocument();
    };
    await choose('Disconnect');
    await expect.element(status).toMatchTextContent('1 of 2 servers connected');
    await expectAccessible('a server that is not connected', '#servers');
    await choose('Connect');
    await expect.element(status).toMatchTextContent('2 of 2 servers connected');
  });

test('a choice in the list shows only the rows of that server', async () => {
  await openWindow({
    servers: [{ name: 'billing' }, { name: 'shop' }],
    capture: captureOf(...call('ok', fine), ...call('ok', fine, { server: 'shop' })),
  });
  await click(entry(/^shop,/));
  await expect.element(page.getByRole('combobox', { name: 'Filter', exact: true })).toHaveValue('server:shop');
});

test('Why? opens the card of the failed start', async () => {
  const ended = { t: 30, server: 'slack', lane: 'life', event: 'exited', code: 1, signal: null };
  await openWindow({
    servers: [{ name: 'slack', state: 'failed' }, { name: 'billing' }],
    capture: captureOf(
      { t: 10, server: 'slack', lane: 'life', event: 'spawned', pid: 7 },
      ...call('', null, { server: 'slack', method: 'initialize', t: 11 }),
      { t: 20, server: 'slack', lane: 'err', text: 'Error: SLACK_BOT_TOKEN is not set' },
      ended,
      ...call('pay', failed, { t: 40 }),
    ),
  });
  await expect.element(page.getByCSS('#detail-pane')).toMatchTextContent('pay');
  await click(entry(/^slack,.* Why\?$/));
  await expect.element(page.getByRole('row', { selected: true })).toMatchTextContent('Start failed');
  await expect.element(page.getByCSS('#detail-pane')).toMatchTextContent('initialize');
});

test('a program that could not be run is one line, like a server that ended at its start', async () => {
  const message = 'The program “nodee” was not found. Looked in PATH: /usr/bin.';
  await openWindow({
    servers: [{ name: 'shop', state: 'failed' }],
    capture: captureOf({ t: 10, server: 'shop', lane: 'life', event: 'spawn_failed', message }),
  });
  const row = page.getByRole('row', { name: /shop/ }).last();
  await expect.element(row).toMatchTextContent('Start failed');
  await expect.element(row).toMatchTextContent('nodee was not found');
  await expect.element(row).not.toMatchTextContent('Did not start');
  await click(row);
  const evidence = page.getByRole('button', { name: /^Evidence/ });
  await expect.element(evidence).toMatchTextContent('start');
  await expect.element(evidence).not.toMatchTextContent('exit status');
});
