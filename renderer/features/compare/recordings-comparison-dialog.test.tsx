// *Compare with…*: the entry in the menu of a recording, the choice, each kind of change, and what there is to say without any.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { RecordingView } from '../../../shared/api/views.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import type { ChangedCall, ComparedRecordings } from '../../../shared/features/compare/compared-recordings.ts';
import { openDialog } from '../../model/dialogs.ts';
import { timelineOf } from '../../model/timeline.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, captureStart, rpcError } from '../../testing/capture-text.ts';
import { mount, openWindow } from '../../testing/mount.tsx';
import type { Answers } from '../../testing/test-host.ts';
import { choose, click } from '../../testing/user.ts';
import { RecordingsComparisonDialog } from './recordings-comparison-dialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Compare recordings' });
const list = dialog.getByRole('combobox', { name: 'Compare Today with' });

/** The test host shows the recording 1, Today. */
const recording = (id: number, name: string, startedAt: number): RecordingView => ({
  ...{ id, name, startedAt, touchedAt: startedAt },
  ...{ isNamed: true, note: '', kind: 'recorded', source: '', bytes: 0, rows: 1, messages: 2, counted: null },
  ...{ isLive: id === 1, isShown: id === 1 },
});
const recordings = [recording(1, 'Today', captureStart), recording(7, 'Monday', captureStart - 86_400_000)];
const nothing: ComparedRecordings = {
  counts: { worse: 0, different: 0, 'only before': 0, 'only after': 0, fixed: 0, same: 0 },
  changed: [],
};
const changedCall = (more: Partial<ChangedCall>): ChangedCall => ({
  ...{ verdict: 'worse', because: '', server: 'billing', method: 'tools/call', target: 'pay', args: 'id=1' },
  before: { row: 40, words: 'succeeded', hasFailed: false },
  after: { row: 1, words: 'The amount is required.', hasFailed: true },
  ...more,
});

const capture = captureOf(...call('pay', rpcError(-32602, 'amount is required'), { id: 1 }));

async function open(answers: Answers) {
  const mounted = await mount(<RecordingsComparisonDialog />, {
    capture,
    answers: { recordings: () => done({ recordings }), ...answers },
  });
  openDialog(mounted.model, 'compare-recordings');
  return mounted;
}

test('the menu of the recording leads to each changed call, and a call opens its row', async () => {
  const compared: ComparedRecordings = {
    counts: { ...nothing.counts, worse: 1, 'only before': 1, same: 3 },
    changed: [changedCall({}), changedCall({ verdict: 'only before', target: 'refund', after: null })],
  };
  const { host, model } = await openWindow({
    capture,
    answers: {
      recordings: () => done({ recordings }),
      compareRecordings: () => done(compared),
      openRecording: ({ recording: id }) => done(recordings.find((one) => one.id === id) ?? recordings[0]!),
    },
  });
  await click(page.getByTitle('Recordings, files and exports'));
  await click(page.getByRole('menuitem', { name: 'Compare with…' }));
  await choose(list, 'Monday');
  await expect
    .element(dialog.getByRole('status'))
    .toHaveTextContent('4 calls in both recordings, 3 with the same outcome.');
  // The one that began first is Before.
  expect(host.askedFor('compareRecordings')).toEqual([{ before: 7, after: 1 }]);
  await expect
    .element(dialog.getByRole('region', { name: 'Broken' }))
    .toMatchTextContent(/pay.*succeeded.*amount is required/);
  await expect.element(dialog.getByRole('region', { name: 'Gone' })).toMatchTextContent('refund');
  await expect.element(dialog.getByRole('region', { name: 'Fixed' })).not.toBeInTheDocument();
  await expectAccessible('two recordings', '[role="dialog"]');
  await click(dialog.getByRole('button', { name: 'Open pay after: The amount is required.' }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => timelineOf(model).getState().selected).toBe(1);
  expect(host.askedFor('openRecording')).toEqual([{ recording: 1 }]);
});

test('a log with one recording says how to get another', async () => {
  await open({ recordings: () => done({ recordings: recordings.slice(0, 1) }) });
  await expect.element(dialog).toMatchTextContent('There is no other recording yet');
  await expectAccessible('one recording', '[role="dialog"]');
});

test('says while it compares, and why it could not', async () => {
  let finish = () => {};
  const waiting = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await open({
    compareRecordings: async () => {
      await waiting;
      return refused('not_found', 'There is no such recording.');
    },
  });
  await choose(list, 'Monday');
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Comparing each call…');
  finish();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('There is no such recording.');
  await expectAccessible('a comparison that failed', '[role="dialog"]');
});

test('recordings without changes, and without calls, say so', async () => {
  let counts = { ...nothing.counts, same: 2 };
  await open({ compareRecordings: () => done({ counts, changed: [] }) });
  await choose(list, 'Monday');
  await expect
    .element(dialog.getByRole('status'))
    .toHaveTextContent('2 calls in both recordings, all with the same outcome.');
  counts = nothing.counts;
  await choose(list, 'Choose a recording');
  await choose(list, 'Monday');
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Neither recording has a call.');
});
