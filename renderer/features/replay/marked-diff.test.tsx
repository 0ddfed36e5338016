// The answers of two calls: side by side or inline, with equal lines, ids and times folded.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done, refused } from '../../../shared/contract/api.ts';
import type { AnswerDiff, DiffLine } from '../../../shared/retry/replay.ts';
import { openDialog } from '../../model/dialogs.ts';
import { replaysOf } from '../../model/replays.ts';
import { call, captureOf, rpcError } from '../../testing/capture-text.ts';
import { mount, showRow } from '../../testing/mount.tsx';
import type { Answers } from '../../testing/test-host.ts';
import { click } from '../../testing/user.ts';
import { MarkedDiff } from './marked-diff.tsx';

const line = (kind: DiffLine['kind'], text: string, volatile = false): DiffLine => ({ kind, text, path: '', volatile });
const diff: AnswerDiff = {
  ...{ before: '1', after: '2', volatilePaths: ['/at'], byText: false },
  lines: [
    ...Array.from({ length: 30 }, (_, at) => line('same', `line ${at}`)),
    line('removed', '"code": -32602'),
    line('added', '"count": 3'),
    line('removed', '"at": "12:00"', true),
    line('added', '"at": "12:01"', true),
  ],
};
const dialog = page.getByRole('dialog');

async function openDiff(answers: Answers) {
  const mounted = await mount(<MarkedDiff />, {
    capture: captureOf(...call('pay', rpcError(-32602, 'amount is required'), { id: 2 })),
    answers,
  });
  await showRow(mounted);
  replaysOf(mounted.model).setState({ marked: 3 });
  openDialog(mounted.model, 'diff');
  return mounted;
}

test('folds what is alike, and opens it', async () => {
  await openDiff({ diffAnswers: () => done(diff) });
  await expect.element(dialog.getByRole('heading', { name: /^#3 and #\d+$/ })).toBeVisible();
  await expect.element(dialog).toMatchTextContent(/removed: "code": -32602.*added: "count": 3/s);
  await expect.element(dialog).not.toMatchTextContent('line 9');
  await expect.element(dialog).not.toMatchTextContent('12:01');
  await click(dialog.getByRole('button', { name: /lines alike$/ }));
  await expect.element(dialog).toMatchTextContent('line 9');
});

test('shows ids and times on request, inline or side by side', async () => {
  await openDiff({ diffAnswers: () => done(diff) });
  await click(dialog.getByRole('button', { name: 'Show them' }));
  await expect.element(dialog).toMatchTextContent('12:01');
  await expect.element(dialog.getByRole('radio', { name: 'Side by side' })).toBeChecked();
  await click(dialog.getByRole('radio', { name: 'Inline' }));
  await expect.element(dialog.getByRole('radio', { name: 'Inline' })).toBeChecked();
});

test('says why the answers cannot be compared', async () => {
  await openDiff({ diffAnswers: () => refused('refused', '#3 has no answer.') });
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('#3 has no answer.');
});
