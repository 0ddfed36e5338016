// The sheet of keys and filter terms: two columns, searchable.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDialog } from '../model/dialogs.ts';
import { expectAccessible } from '../testing/axe.ts';
import { mount } from '../testing/mount.tsx';
import { fill } from '../testing/user.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';

test('is in two columns, and searchable', async () => {
  const { model } = await mount(<ShortcutSheet />);
  openDialog(model, 'sheet');
  const sheet = page.getByRole('dialog', { name: 'Shortcuts and the filter' });
  await expect.element(sheet).toBeVisible();
  const boxOf = (name: string) => sheet.getByRole('heading', { name, exact: true }).element().getBoundingClientRect();
  const [keys, terms] = [boxOf('Rows'), boxOf('The filter')];
  expect(Math.abs(keys.y - terms.y)).toBeLessThan(2);
  expect(terms.x).toBeGreaterThan(keys.x + 200);
  await expect.element(sheet).toMatchTextContent('Fix: the button of the card');
  await expect.element(sheet).toMatchTextContent('Zoom in (also Ctrl + wheel)');
  await expectAccessible('the sheet of keys', '[role="dialog"]');
  const search = sheet.getByLabelText('Search');
  await fill(search, 'previous failure');
  await expect.element(sheet.getByRole('term')).toHaveTextContent('Previous failure');
  await fill(search, 'nothing has this');
  await expect.element(sheet.getByRole('status')).toMatchTextContent('No key and no filter term');
  await expectAccessible('the sheet without a hit', '[role="dialog"]');
});
