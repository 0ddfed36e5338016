// The line about a recording that is not live, and the lines of its transcript that were not understood.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done } from '../../../shared/contract/api.ts';
import { call, captureOf, rpcError } from '../../testing/capture-text.ts';
import { mount } from '../../testing/mount.tsx';
import { click } from '../../testing/user.ts';
import { PastRecording } from './past-recording.tsx';

const capture = captureOf(...call('pay', rpcError(-32602, 'amount is required'), { id: 1 }));
const unknown = { kind: 'snapshot', count: 3, first: 12, shape: '{ kind, at }' };

test('says where an opened file comes from, and lists what was not understood', async () => {
  await mount(<PastRecording />, {
    capture,
    isOpenedFile: true,
    answers: { unknownLines: () => done({ lines: [unknown] }) },
  });
  await expect.element(page.getByRole('status')).toMatchTextContent(/opened\.jsonl.*Nothing is added to it\./);
  await click(page.getByRole('button', { name: '3 lines not understood…' }));
  const dialog = page.getByRole('dialog', { name: 'Lines that were not understood' });
  await expect.element(dialog.getByRole('row', { name: 'snapshot' })).toMatchTextContent('snapshot312{ kind, at }');
});

test('has no button if every line was understood, and nothing to say about live traffic', async () => {
  await mount(<PastRecording />, { capture, isOpenedFile: true, answers: { unknownLines: () => done({ lines: [] }) } });
  await expect.element(page.getByRole('button', { name: 'Close recording' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /not understood/ })).not.toBeInTheDocument();
});

test('is silent while the recording is live', async () => {
  await mount(
    <main>
      <PastRecording />
    </main>,
    { capture },
  );
  await expect.element(page.getByRole('main')).toBeEmptyDOMElement();
});
