// Export: what is masked is shown before anything is saved, and what the user keeps readable is said.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ExportPreview } from '../../../shared/api/views.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import { openDialog } from '../../model/dialogs.ts';
import { mount } from '../../testing/mount.tsx';
import type { Answers } from '../../testing/test-host.ts';
import { click, fill } from '../../testing/user.ts';
import { ExportDialog } from './export-dialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Export' });
const save = dialog.getByRole('button', { name: 'Save the file' });
const preview: ExportPreview = {
  ...{ rows: 4, events: 8, cut: false },
  masked: [{ kind: 'token', label: 'Tokens', count: 2, examples: ['sk-…'] }],
};

async function open(answers: Answers = {}) {
  const mounted = await mount(<ExportDialog />, {
    answers: {
      previewExport: () => done(preview),
      startExport: () => done({ export: 1, fileName: 'today.jsonl', mediaType: 'application/jsonl' }),
      exportPart: () => done({ text: '{}\n', share: 1, done: true, masked: 2 }),
      ...answers,
    },
  });
  openDialog(mounted.model, 'export');
  return mounted;
}

test('saves what the preview said, in the chosen format', async () => {
  const { host } = await open();
  await expect.element(dialog.getByRole('heading', { name: '4 rows, 8 events. Masked:' })).toBeVisible();
  await click(dialog.getByRole('radio', { name: /^HAR/ }));
  await click(save);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(host.askedFor('startExport')).toMatchObject([{ format: 'har', keep: [] }]);
  expect(host.saved.map(({ name }) => name)).toEqual(['today.jsonl']);
});

test('warns that a value which is not ticked stays readable', async () => {
  const { host } = await open();
  await click(dialog.getByRole('checkbox', { name: /^Tokens/ }));
  await expect.element(dialog.getByText('Values that are not ticked stay readable in the file.')).toBeVisible();
  await click(save);
  await expect.poll(() => host.askedFor('startExport')).toMatchObject([{ keep: ['token'] }]);
});

test('names a wrong pattern, and saves nothing with it', async () => {
  await open();
  await fill(dialog.getByRole('textbox', { name: /^Mask these too/ }), '(');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('(:');
  await expect.element(save).toBeDisabled();
});

test('stays open with the reason if nothing could be written', async () => {
  await open({ startExport: () => refused('refused', 'The disk is full.') });
  await click(save);
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The disk is full.');
});
