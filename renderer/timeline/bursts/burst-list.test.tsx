// A flood of similar messages is one row, which opens and has every one of them.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, rpcError } from '../../testing/capture-text.ts';
import { openCard, openWindow } from '../../testing/mount.tsx';
import { fill, focus, press } from '../../testing/user.ts';

const flood = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const params = { level: 'info', data: `message ${index + 1} of ${count}` };
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params });
    return { t: Math.floor(index / 9), lane: 'in', text };
  });
const rows = page.getByCSS('#timeline-grid [data-row]');

test('a flood opens to each of its messages, of which only visible ones are drawn', async () => {
  const { card } = await openCard(captureOf(...flood(2_000)), { row: 'message 2000 of 2000' });
  const list = card.getByRole('listbox', { name: '2,000 messages of this row' });
  await expect.element(list.getByRole('option').first()).toMatchTextContent('message 1 of 2000');
  await focus(list);
  await press('{End}');
  await expect.element(list.getByRole('option').last()).toMatchTextContent('message 2000 of 2000');
  expect(list.element().querySelectorAll('[role="option"]').length).toBeLessThan(80);
  await press('{ArrowUp}{Enter}');
  await expect.element(card.getByRole('article')).toMatchTextContent('"data": "message 1999 of 2000"');
  await expectAccessible('a message of a burst');
});

test('a flood is one row that counts, its words are found, and a failure among it has its own row', async () => {
  const capture = captureOf(...flood(900), ...call('pay', rpcError(-32603, 'Internal error'), { t: 50 }));
  await openWindow({ capture, isOpenedFile: true });
  await expect.element(rows.filter({ hasText: '× 900' })).toMatchTextContent('message 900 of 900');
  await expect.element(page.getByText(/^902 messages/)).toBeVisible();
  await expect.poll(() => rows.elements().length).toBe(2);
  await fill(page.getByRole('combobox', { name: 'Filter', exact: true }), '"message 123 of 900"');
  await press('{Enter}');
  await expect.poll(() => rows.elements().length).toBe(1);
  await expect.element(rows).toMatchTextContent('× 900');
});
