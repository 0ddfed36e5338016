// The list of transcripts: what was found, counted on request, and what cannot be read.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { TranscriptView } from '../../../shared/api/transcripts.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import { openDialog } from '../../model/dialogs.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { captureStart } from '../../testing/capture-text.ts';
import { mount } from '../../testing/mount.tsx';
import type { Answers } from '../../testing/test-host.ts';
import { click } from '../../testing/user.ts';
import { TranscriptsDialog } from './transcripts-dialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Transcripts' });
const transcript = (name: string, more: Partial<TranscriptView> = {}): TranscriptView => ({
  file: `/home/ada/.claude/projects/${name}.jsonl`,
  client: 'Claude Code',
  kind: 'transcript',
  project: name,
  at: captureStart,
  bytes: 1_200,
  ...more,
});

async function open(answers: Answers) {
  const mounted = await mount(<TranscriptsDialog />, { answers });
  openDialog(mounted.model, 'transcripts');
  return mounted;
}

test('a machine without transcripts says so', async () => {
  await open({ transcripts: () => done({ transcripts: [] }) });
  await expect.element(dialog.getByRole('status')).toMatchTextContent('No transcripts or MCP logs of Claude');
  await expect.element(dialog.getByRole('button', { name: 'Count failed calls' })).not.toBeInTheDocument();
  await expectAccessible('no transcripts', '[role="dialog"]');
});

test('counts on request: no MCP calls, failures, and what cannot be read', async () => {
  const transcripts = [
    transcript('talk'),
    transcript('party'),
    transcript('empty', { bytes: 0 }),
    transcript('shop', { kind: 'log', client: 'Claude Code' }),
  ];
  const { host } = await open({
    transcripts: () => done({ transcripts }),
    countTranscript: ({ file }) => {
      if (file.includes('empty')) return refused('refused', 'empty.jsonl is empty.');
      const figures = file.includes('talk')
        ? { calls: 0, failedCalls: 0, causes: 0 }
        : { calls: 3, failedCalls: 2, causes: 1 };
      return done({ ...figures, unknown: 0 });
    },
  });
  await expect.element(dialog.getByRole('status')).toHaveTextContent('3 transcripts and 1 MCP log of 1 client');
  await expect.element(dialog).toMatchTextContent('Prompts, other tools and folders stay out');
  const party = dialog.getByRole('row').filter({ hasText: 'party' });
  await expect.element(party).not.toMatchTextContent('3 calls');
  expect(host.askedFor('countTranscript')).toEqual([]);
  await click(dialog.getByRole('button', { name: 'Count failed calls' }));
  await expect.element(party).toMatchTextContent('3 calls, 2 failed calls, 1 cause');
  await expect.element(dialog.getByRole('cell', { name: 'no MCP calls' })).toBeVisible();
  await expect
    .element(dialog.getByRole('cell', { name: 'cannot be read' }))
    .toHaveAttribute('title', 'empty.jsonl is empty.');
});

test('lists files by client, the one that wrote last first, and transcripts before logs', async () => {
  const transcripts = [
    transcript('news', { client: 'Codex', kind: 'log' }),
    transcript('party'),
    transcript('talk', { client: 'Codex' }),
    transcript('shop', { kind: 'log' }),
    transcript('older', { client: 'Codex' }),
  ];
  await open({ transcripts: () => done({ transcripts }) });
  await expect.poll(() => dialog.getByRole('row').elements()).toHaveLength(6);
  const names = dialog
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.children[1]?.textContent);
  expect(names).toEqual(['talk', 'older', 'news', 'party', 'shop']);
});

test('a transcript that is gone says so, and leaves the list', async () => {
  let transcripts = [transcript('gone'), transcript('party')];
  await open({
    transcripts: () => done({ transcripts }),
    readTranscript: () => {
      transcripts = transcripts.slice(1);
      return refused('not_found', 'gone.jsonl is gone: its client may have deleted it.');
    },
  });
  await expect.element(dialog.getByRole('status')).toHaveTextContent('2 transcripts of 1 client');
  await click(dialog.getByRole('row').filter({ hasText: 'gone' }).getByRole('button'));
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('gone.jsonl is gone: its client may have deleted it');
  await expect.element(dialog.getByRole('status')).toHaveTextContent('1 transcript of 1 client');
  await expectAccessible('a transcript that is gone', '[role="dialog"]');
});
