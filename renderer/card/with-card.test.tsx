// A place with the card beside it: until it is closed, and not if the place has no row to select.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { timelineOf } from '../model/timeline.ts';
import { call, captureOf, rpcError } from '../testing/capture-text.ts';
import { mount, showRow } from '../testing/mount.tsx';
import { WithCard } from './with-card.tsx';

const capture = captureOf(...call('pay', rpcError(-32602, 'amount is required'), { id: 1 }));
const card = page.getByRole('complementary');

test('shows the card of the selected row until it is closed', async () => {
  const mounted = await mount(<WithCard>rows</WithCard>, { capture });
  await showRow(mounted);
  await expect.element(card.getByRole('heading', { level: 2 })).toHaveTextContent('Pass amount');
  await expect.element(page.getByRole('separator', { name: 'Width of the card' })).toBeVisible();
  timelineOf(mounted.model).setState({ paneOpen: false });
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(page.getByRole('main')).toHaveTextContent('rows');
});

test('shows no card of an earlier selection', async () => {
  const mounted = await mount(<WithCard empty>no rows</WithCard>, { capture });
  await showRow(mounted);
  await expect.element(card).not.toBeInTheDocument();
});
