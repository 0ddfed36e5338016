// A word with an explanation: on focus and on hover, and gone afterwards.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../testing/mount.tsx';
import { hover } from '../testing/user.ts';
import { Help } from './help.tsx';

test('explains itself on focus, until it is left, and on hover', async () => {
  await mount(<Help about={{ name: 'Dialect Closient', text: 'Errors of the Closient servers.' }}>closient</Help>);
  const word = page.getByRole('button', { name: 'closient' });
  const tip = page.getByRole('tooltip');
  (word.element() as HTMLElement).focus();
  await expect.element(tip).toMatchTextContent('Dialect Closient');
  (word.element() as HTMLElement).blur();
  await expect.element(tip).not.toBeInTheDocument();
  await hover(word);
  await expect.element(tip).toMatchTextContent('Errors of the Closient servers.');
});
