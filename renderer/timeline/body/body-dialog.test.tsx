// A body of megabytes: opened on request, drawn in part, searched, folded and copied.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, text } from '../../testing/capture-text.ts';
import { openWindow } from '../../testing/mount.tsx';
import { click, fill, focus, press } from '../../testing/user.ts';

/** A megabyte of invoices. */
const invoices = Array.from({ length: 7_000 }, (_, number) => ({
  id: `INV-${number}`,
  customer: number === 5_000 ? 'The needle in the haystack' : `Customer ${number}`,
  lines: [{ sku: `A-${number}`, quantity: 3, note: 'some words of a note' }, { quantity: number }],
}));
const answer = { result: { content: [text('7000 invoices')], structuredContent: { rows: invoices } } };

test('megabytes open on request, are drawn in part, and can be searched, folded and copied', async () => {
  const { host } = await openWindow({ capture: captureOf(...call('big_body', answer)), isOpenedFile: true });
  await click(page.getByRole('row', { name: /big_body/ }));
  const card = page.getByCSS('#detail-pane');
  await expect.element(card).toMatchTextContent('7000 invoices');
  await click(card.getByRole('tab', { name: /Raw/ }));
  await expect.element(card.getByText(/First 20 kB of \d/)).toBeVisible();
  await click(card.getByRole('button', { name: 'Open all' }));
  const dialog = page.getByRole('dialog', { name: /^Answer · / });
  const tree = dialog.getByRole('tree');
  await expect.element(tree.getByRole('treeitem').first()).toBeVisible();
  expect(tree.element().querySelectorAll('[role="treeitem"]').length).toBeLessThan(200);
  await expectAccessible('a long body', '[role="dialog"]');

  const find = dialog.getByLabelText('Find in the body');
  await fill(find, 'needle in the');
  await expect.element(dialog.getByText('1 of 1')).toBeVisible();
  await expect.element(tree.getByCSS('mark')).toHaveTextContent('needle in the');
  await click(tree.getByRole('button', { name: /^Use / }));
  await click(page.getByRole('menuitem', { name: 'Copy JSON path' }));
  await expect.poll(() => host.copied).toBe('result.structuredContent.rows[5000].customer');
  // The menu closes, and returns the focus to its button.
  await expect.element(tree.getByRole('button', { name: /^Use / })).toHaveFocus();
  await fill(find, 'quantity');
  await expect.element(dialog.getByText(/^1 of 14.000$/)).toBeVisible();
  await expect.element(find).toHaveFocus();
  await press('{Enter}');
  await expect.element(dialog.getByText(/^2 of/)).toBeVisible();

  await click(dialog.getByRole('button', { name: 'Fold all', exact: true }));
  await expect.element(tree.getByText(/"structuredContent"/)).toBeVisible();
  await focus(tree);
  await press('{End}{ArrowLeft}');
  await expect.element(tree.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-level', '1');
  await click(dialog.getByRole('radio', { name: 'Raw text' }));
  await expect.element(dialog.getByText(/"jsonrpc":"2.0"/)).toBeVisible();
  await press('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});
