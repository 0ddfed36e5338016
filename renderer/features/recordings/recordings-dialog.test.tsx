// The list of recordings: names and notes are kept, deleting needs a second press, and a recording in use stays.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { RecordingView } from '../../../shared/api/views.ts';
import { done } from '../../../shared/contract/api.ts';
import { openDialog } from '../../model/dialogs.ts';
import { captureStart } from '../../testing/capture-text.ts';
import { mount } from '../../testing/mount.tsx';
import { click, fill, focus } from '../../testing/user.ts';
import { RecordingsDialog } from './recordings-dialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Recordings' });
const recording = (id: number, name: string): RecordingView => ({
  ...{ id, name, startedAt: captureStart, touchedAt: captureStart, isNamed: true, note: '', kind: 'recorded' },
  ...{ source: '', bytes: 2_000_000, rows: 3, messages: 6, counted: { failedCalls: 2, causes: 1, expected: 0 } },
  ...{ isLive: id === 1, isShown: id === 1 },
});

async function open() {
  const all = [recording(1, 'Today'), recording(7, 'Monday')];
  const mounted = await mount(<RecordingsDialog />, {
    answers: {
      recordings: () => done({ recordings: [...all] }),
      changeRecording: ({ recording: id, ...change }) => {
        const one = all.find((each) => each.id === id)!;
        return done(Object.assign(one, change) as RecordingView);
      },
      deleteRecording: ({ recording: id }) => {
        all.splice(
          all.findIndex((each) => each.id === id),
          1,
        );
        return done(null);
      },
      openRecording: ({ recording: id }) => done(all.find((each) => each.id === id)!),
    },
  });
  openDialog(mounted.model, 'recordings');
  return mounted;
}
const lineOf = (note: string) =>
  dialog.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: `Note on ${note}` }) });

test('counts what failed, and keeps a new name and a note', async () => {
  const { host } = await open();
  await expect.element(lineOf('Monday')).toMatchTextContent('6 messages · 2 failed calls, 1 cause · 2 MB');
  await fill(lineOf('Monday').getByRole('textbox', { name: 'Note on Monday' }), 'Before the update');
  await focus(dialog.getByRole('button', { name: 'Open', exact: true }));
  await expect
    .poll(() => host.askedFor('changeRecording'))
    .toEqual([{ recording: 7, name: 'Monday', note: 'Before the update' }]);
});

test('deletes after a second press, and never what is shown', async () => {
  const { host } = await open();
  await expect.element(dialog.getByRole('button', { name: 'Delete Today' })).toBeDisabled();
  await click(dialog.getByRole('button', { name: 'Delete Monday' }));
  expect(host.askedFor('deleteRecording')).toEqual([]);
  await click(dialog.getByRole('button', { name: 'Yes, delete Monday' }));
  await expect.element(lineOf('Monday')).not.toBeInTheDocument();
});

test('opens another recording and closes', async () => {
  const { host } = await open();
  await click(lineOf('Monday').getByRole('button', { name: 'Open', exact: true }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(host.askedFor('openRecording')).toEqual([{ recording: 7 }]);
});
