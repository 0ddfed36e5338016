// Before the first snapshot: nothing, or why the window could not be opened.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { connectionOf } from '../model/connection.ts';
import { mount } from '../testing/mount.tsx';
import { click } from '../testing/user.ts';
import { Opening } from './opening.tsx';

test('says why the window could not be opened, and tries again', async () => {
  const { host, model } = await mount(<Opening />);
  await expect.element(page.getByCSS('[aria-busy="true"]')).toBeInTheDocument();
  connectionOf(model).setState({ refusal: 'The log is locked by another program.' });
  await expect.element(page.getByRole('alert')).toMatchTextContent('The log is locked by another program.');
  const before = host.askedFor('hello').length;
  await click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => host.askedFor('hello').length).toBeGreaterThan(before);
});
