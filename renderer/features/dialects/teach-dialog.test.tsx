// Teaching what a message means: nothing to save before a meaning is chosen, a trial on the row, and a rule that is refused.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done, refused } from '../../../shared/contract/api.ts';
import { detailOf } from '../../model/detail.ts';
import { openDialog } from '../../model/dialogs.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, toolError } from '../../testing/capture-text.ts';
import { mount, showRow } from '../../testing/mount.tsx';
import type { Answers } from '../../testing/test-host.ts';
import { choose, click } from '../../testing/user.ts';
import { TeachDialog } from './teach-dialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Teach this' });
const save = dialog.getByRole('button', { name: 'Save' });
const capture = captureOf(...call('pay', toolError('The ledger is asleep'), { id: 1 }));

async function open(answers: Answers) {
  const mounted = await mount(<TeachDialog />, { capture, answers });
  await showRow(mounted);
  openDialog(mounted.model, 'teach');
  await expect.element(dialog).toMatchTextContent('The ledger is asleep');
  await expect.element(save).toBeDisabled();
  return mounted;
}

test('tries the rule on the row, and saves it', async () => {
  const { host, model } = await open({
    tryDialect: () => done({ failure: detailOf(model).getState().detail!.failure }),
    addDialect: () => done(null),
  });
  await choose(dialog.getByLabelText('What it means'), 'unavailable');
  await expect.element(dialog.getByLabelText('The rule')).toHaveValue(expect.stringContaining('ledger'));
  await expect.element(dialog.getByRole('status')).toMatchTextContent('With this rule');
  await expectAccessible('a rule that was tried', '[role="dialog"]');
  await click(save);
  await expect.poll(() => host.askedFor('addDialect').length).toBe(1);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('says what is wrong with a rule', async () => {
  await open({ tryDialect: () => refused('refused', 'The rule has no words.') });
  await choose(dialog.getByLabelText('What it means'), 'unavailable');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The rule has no words.');
  await expect.element(save).toBeDisabled();
});
