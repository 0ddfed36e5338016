// The top bar: places, the filter where it applies, whether the list is live, and the tools of features.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { call, captureOf, rpcError } from '../testing/capture-text.ts';
import { type MountOptions, mount } from '../testing/mount.tsx';
import { click } from '../testing/user.ts';
import { TopBar } from './top-bar.tsx';

const capture = captureOf(...call('pay', rpcError(-32602, 'amount is required'), { id: 1 }));
const open = (options: MountOptions) => mount(<TopBar bare={false} />, options);
const places = page.getByRole('navigation', { name: 'Places' });
const filter = page.getByRole('combobox', { name: /filter/i });

test('names the places, and shows the filter only on the timeline', async () => {
  await open({ servers: [{ name: 'billing' }], capture });
  await expect.element(places.getByRole('button', { name: 'Timeline' })).toHaveAttribute('aria-current', 'page');
  await expect.element(places.getByRole('button', { name: /^Failures/ })).toMatchTextContent('1');
  await expect.element(filter).toBeVisible();
  await click(places.getByRole('button', { name: /^Failures/ }));
  await expect.element(places.getByRole('button', { name: /^Failures/ })).toHaveAttribute('aria-current', 'page');
  await expect.element(filter).not.toBeInTheDocument();
});

test('pauses the list and counts what arrives meanwhile', async () => {
  const { host } = await open({ servers: [{ name: 'billing' }], capture });
  await click(page.getByRole('button', { name: 'Live' }));
  await expect.element(page.getByRole('button', { name: 'Paused' })).toHaveAttribute('aria-pressed', 'true');
  host.record(captureOf(...call('pay', rpcError(-32602, 'amount is required'), { id: 2 })));
  await expect.element(page.getByRole('button', { name: /^Paused · \d+$/ })).toBeVisible();
  await click(page.getByRole('button', { name: /^Paused/ }));
  await expect.element(page.getByRole('button', { name: 'Live' })).toBeVisible();
});

test.each([
  ['no server is connected', { servers: [{ name: 'billing', state: 'idle' }] }, 'Not connected'],
  ['a file is open', { capture, isOpenedFile: true }, 'Read-only recording'],
] as const)('if %s, the list is not live', async (_, options, words) => {
  await open(options as MountOptions);
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Live' })).not.toBeInTheDocument();
});

test('connects all servers from the bar if none is connected', async () => {
  const { host } = await open({ servers: [{ name: 'billing', state: 'idle' }], capture });
  await click(page.getByRole('button', { name: /^Connect/ }));
  await expect.poll(() => host.askedFor('connect')).toEqual([{ server: 'billing' }]);
});

test('has no tools for data before there is any', async () => {
  await mount(<TopBar bare />);
  await expect.element(page.getByRole('heading', { name: 'Misfire' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Settings' })).toBeVisible();
  await expect.element(places).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Export/ })).not.toBeInTheDocument();
});
