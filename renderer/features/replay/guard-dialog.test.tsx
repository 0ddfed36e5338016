// The question before a call is sent again: one click, or the typed name of a destructive tool.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ReplayGuard } from '../../../shared/retry/replay.ts';
import { openDialog } from '../../model/dialogs.ts';
import { replaysOf } from '../../model/replays.ts';
import { mount } from '../../testing/mount.tsx';
import { click, fill, press } from '../../testing/user.ts';
import { GuardDialog } from './guard-dialog.tsx';

const dialog = page.getByRole('dialog');
const send = dialog.getByRole('button', { name: 'Send again' });
const request = { row: 3, message: { kind: 'as_sent' }, to: { kind: 'same' }, when: { kind: 'now' } } as const;

async function ask(need: ReplayGuard['need']) {
  const mounted = await mount(<GuardDialog />);
  const guard: ReplayGuard = { need, name: 'delete_all', because: 'delete_all is destructive.' };
  replaysOf(mounted.model).setState({ asking: { request, guard, what: 'delete_all' } });
  openDialog(mounted.model, 'guard');
  await expect.element(dialog.getByRole('heading', { name: 'Send delete_all again?' })).toBeVisible();
  await expect.element(dialog).toMatchTextContent('delete_all is destructive.');
  return mounted;
}

test('a click confirms a call that may not be safe', async () => {
  const { host } = await ask('ask');
  await expect.element(dialog).toMatchTextContent('The action may run twice.');
  await click(send);
  await expect.poll(() => host.askedFor('startReplay')).toMatchObject([{ row: 3, confirm: 'yes' }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a destructive call needs its whole name', async () => {
  const { host } = await ask('type_name');
  const field = dialog.getByLabelText("Type the tool's name");
  await fill(field, 'delete');
  await expect.element(send).toBeDisabled();
  await press('{Enter}');
  expect(host.askedFor('startReplay')).toEqual([]);
  await fill(field, 'delete_all');
  await press('{Enter}');
  await expect.poll(() => host.askedFor('startReplay')).toMatchObject([{ confirm: 'delete_all' }]);
});

test('nothing is sent on Escape', async () => {
  const { host, model } = await ask('ask');
  await press('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(host.askedFor('startReplay')).toEqual([]);
  expect(replaysOf(model).getState().asking).toBeNull();
});
