// What holds for every dialog: it fits a window of 960 pixels, has a heading, and axe finds nothing in either theme.

import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './axe.ts';

export const narrow: [number, number] = [960, 700];

export async function expectGoodDialog(name: string): Promise<void> {
  const dialog = page.getByRole('dialog').first();
  await expect.element(dialog).toBeVisible();
  const box = dialog.element();
  expect(box.scrollWidth, 'wider than its box').toBeLessThanOrEqual(box.clientWidth + 1);
  expect(box.getBoundingClientRect().right).toBeLessThanOrEqual(narrow[0]);
  expect(box.querySelector('h1, h2, h3')?.textContent).not.toBe('');
  await expectAccessible(name, '[role="dialog"]');
}
