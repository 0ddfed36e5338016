// Reading transcripts that cannot be read, are empty, have no calls or take long; and what is kept afterwards.

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { sampleTranscripts } from '../shared/transcripts/testing/sample-transcripts.ts';
import { expect, startApp, test } from './app.ts';
import { rows, servers, skipTour } from './page.ts';

const folder = '.claude/projects/-home-ada-party';

/** A machine with a separate home folder. */
async function startAt(data: string, transcripts: Record<string, string>) {
  const home = join(data, 'home');
  for (const [path, text] of Object.entries(transcripts)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  }
  const none = { CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', COPILOT_HOME: '', XDG_DATA_HOME: '', XDG_CONFIG_HOME: '' };
  const app = await startApp({ data: join(data, 'app'), env: { ...none, HOME: home, USERPROFILE: home } });
  return { app, home };
}

async function openTranscripts(page: Page) {
  await page.getByTitle('Recordings, files and exports').press('Enter');
  await page.getByRole('menuitem', { name: 'Read a transcript…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Transcripts' });
  await expect(dialog.getByRole('status')).toContainText('transcript');
  return dialog;
}

/** Two lines per call, as Claude Code writes them. */
function longTranscript(calls: number): string {
  const lines: string[] = [];
  const base = { sessionId: 's', version: '2.1.326', cwd: '/home/ada/party', timestamp: '2026-11-17T09:00:00.000Z' };
  const text = 'row '.repeat(60);
  for (let id = 0; id < calls; id += 1) {
    const use = { type: 'tool_use', id: `toolu_${id}`, name: 'mcp__shop__pay', input: { id } };
    const result = { type: 'tool_result', tool_use_id: `toolu_${id}`, content: text, is_error: id % 3 === 0 };
    lines.push(JSON.stringify({ ...base, type: 'assistant', message: { role: 'assistant', content: [use] } }));
    lines.push(JSON.stringify({ ...base, type: 'user', message: { role: 'user', content: [result] } }));
  }
  return lines.join('\n');
}

test('a transcript that is empty, has no MCP calls, or is gone says so, and the list stays', async ({ data, page }) => {
  const [head = ''] = sampleTranscripts['claude-code'];
  const { app, home } = await startAt(data, {
    [`${folder}/empty.jsonl`]: '',
    // A line counts once it is complete.
    [`${folder}/talk.jsonl`]: `${head}\n`,
    [`${folder}/gone.jsonl`]: sampleTranscripts['claude-code'].join('\n'),
  });
  try {
    await skipTour(page);
    await page.goto(app.url);
    const dialog = await openTranscripts(page);
    const line = (bytes: RegExp) => dialog.getByRole('row').filter({ hasText: bytes });
    await expect(dialog.getByRole('status')).toHaveText('3 transcripts of 1 client');
    await dialog.getByRole('button', { name: 'Count failed calls' }).click();
    await expect(dialog.getByRole('cell', { name: 'no MCP calls' })).toHaveCount(1);
    await expect(dialog.getByRole('cell', { name: 'cannot be read' })).toHaveAttribute('title', /empty\.jsonl/);
    await expect(dialog.getByRole('button', { name: 'Count failed calls' })).toBeVisible();

    await rm(join(home, folder, 'gone.jsonl'));
    await line(/3 calls, /)
      .getByRole('button')
      .click();
    await expect(dialog.getByRole('alert')).toContainText('gone.jsonl is gone: its client may have deleted it');
    await expect(dialog.getByRole('status')).toHaveText('2 transcripts of 1 client');

    await line(/no MCP calls/)
      .getByRole('button')
      .click();
    await expect(page.getByText('talk.jsonl is a transcript without calls to MCP servers.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Transcripts…' }).click();
    const empty = dialog.getByRole('row').filter({ has: page.getByRole('cell', { name: '0 bytes', exact: true }) });
    await empty.getByRole('button').click();
    await expect(page.getByText('It is empty.').first()).toBeVisible();
  } finally {
    await app.stop();
  }
});

test('reading a long transcript shows its progress, can be stopped, and then leaves nothing', async ({
  data,
  page,
}) => {
  const { app } = await startAt(data, { [`${folder}/long.jsonl`]: longTranscript(120_000) });
  try {
    await skipTour(page);
    await page.goto(app.url);
    const dialog = await openTranscripts(page);
    await dialog.getByRole('button', { name: /^Read the transcript of Claude Code/ }).click();
    const status = page.locator('footer');
    await expect(status).toContainText(/Reading the transcript of Claude Code, \d+ %/);
    await status.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText('Nothing of the transcript was kept.').first()).toBeVisible();
    await page.getByTitle('Recordings, files and exports').press('Enter');
    await page.getByRole('menuitem', { name: 'All recordings…' }).press('Enter');
    const recordings = page.getByRole('dialog', { name: 'Recordings' });
    await expect(recordings.getByRole('textbox', { name: 'Name of the recording' })).not.toHaveCount(0);
    await expect(recordings.getByRole('button', { name: 'Delete long.jsonl' })).toHaveCount(0);
  } finally {
    await app.stop();
  }
});

test('what was read names its retention, and is deleted from the side list', async ({ data, page }) => {
  const { app } = await startAt(data, { [`${folder}/s.jsonl`]: sampleTranscripts['claude-code'].join('\n') });
  try {
    await skipTour(page);
    await page.goto(app.url);
    const dialog = await openTranscripts(page);
    await dialog.getByRole('button', { name: /^Read the transcript of Claude Code/ }).click();
    await expect(rows(page)).toHaveCount(3);
    const side = servers(page).getByRole('region', { name: 'Transcripts' });
    await expect(side).toContainText(/Kept (?:for \d+ days|until you delete it)/);
    await side.getByRole('button', { name: 'Delete or keep…' }).click();
    await expect(page.getByRole('dialog', { name: 'Recordings' })).toBeVisible();
  } finally {
    await app.stop();
  }
});
