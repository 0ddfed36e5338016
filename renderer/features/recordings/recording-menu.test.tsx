// The menu of recordings: the shown one, its neighbors with their counts, and dialogs.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { dialogsOf } from '../../model/dialogs.ts';
import { call, captureOf, rpcError } from '../../testing/capture-text.ts';
import { mount } from '../../testing/mount.tsx';
import { click, press } from '../../testing/user.ts';
import { RecordingMenu } from './recording-menu.tsx';

test('lists recordings with what failed, and opens dialogs', async () => {
  const capture = captureOf(...call('pay', rpcError(-32602, 'amount is required'), { id: 1 }));
  const { host, model } = await mount(<RecordingMenu />, { capture });
  const trigger = page.getByRole('button', { name: 'Today' });
  await click(trigger);
  await expect.element(page.getByRole('menuitem', { name: /Today/ })).toMatchTextContent('1 failed call');
  await click(page.getByRole('menuitem', { name: 'Export…' }));
  await expect.poll(() => dialogsOf(model).getState().open).toBe('export');
  await click(trigger);
  await click(page.getByRole('menuitem', { name: 'New recording' }));
  await expect.poll(() => host.asked.map(({ method }) => method)).toContain('newRecording');
  await click(trigger);
  await press('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});
