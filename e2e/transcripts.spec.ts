// Transcripts on this machine: found, read on request, followed while their client writes on, and deleted. What a card shows of them is
// tested next to its component.

import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { sampleLogs } from '../shared/transcripts/testing/sample-logs.ts';
import { sampleTranscripts } from '../shared/transcripts/testing/sample-transcripts.ts';
import { expect, startApp, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { rows, skipTour } from './page.ts';

/** A machine with a separate home folder. */
async function startAt(data: string, transcripts: Record<string, readonly string[]>) {
  const home = join(data, 'home');
  for (const [path, lines] of Object.entries(transcripts)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), lines.join('\n'));
  }
  const none = {
    CLAUDE_CONFIG_DIR: '',
    CODEX_HOME: '',
    COPILOT_HOME: '',
    XDG_DATA_HOME: '',
    XDG_CONFIG_HOME: '',
    XDG_CACHE_HOME: '',
  };
  return startApp({ data: join(data, 'app'), env: { ...none, HOME: home, USERPROFILE: home } });
}

/** From the keyboard. */
async function openTranscripts(page: Page) {
  await page.getByTitle('Recordings, files and exports').press('Enter');
  await page.getByRole('menuitem', { name: 'Read a transcript…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Transcripts' });
  await expect(dialog).toBeVisible();
  return dialog;
}

const [logPath = '', logLines = []] = Object.entries(sampleLogs)[0] ?? [];
const caches: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Library/Caches/claude-cli-nodejs',
  win32: 'AppData/Local/claude-cli-nodejs/Cache',
};
const log = logPath.replace('.cache/claude-cli-nodejs', caches[process.platform] ?? '.cache/claude-cli-nodejs');

test('transcripts on this machine are listed, counted and read on request, and can be deleted', async ({
  data,
  page,
}) => {
  const app = await startAt(data, {
    '.claude/projects/-home-ada-party/s.jsonl': sampleTranscripts['claude-code'],
    '.codex/sessions/2026/11/17/rollout-x.jsonl': sampleTranscripts.codex,
    [log]: logLines,
  });
  try {
    await skipTour(page);
    await page.goto(app.url);
    const dialog = await openTranscripts(page);
    await expect(dialog.getByRole('status')).toHaveText('2 transcripts and 1 MCP log of 2 clients');
    await expect(dialog).toContainText('Prompts, other tools and folders stay out');
    await expect(dialog).toContainText(/is kept (?:for \d+ days|until you delete it)/);
    const claude = dialog.getByRole('row').filter({ hasText: '-home-ada-party' });
    await expect(claude).toContainText('Claude Code');
    await expect(dialog.getByRole('row').filter({ hasText: 'Claude Code log' })).toContainText('shop');
    await expect(claude).not.toContainText('3 calls');
    await dialog.getByRole('button', { name: 'Count failed calls' }).click();
    await expect(claude).toContainText('3 calls, 2 failed calls, 2 causes');
    await expectAccessible(page, 'the list of transcripts', { within: '[role="dialog"]' });
    await claude.getByRole('button', { name: /^Read the transcript of Claude Code/ }).press('Enter');
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).filter({ hasText: 'pay' })).toContainText('from transcript');
    await page.getByRole('button', { name: 'Close recording' }).click();
    await openTranscripts(page);
    await dialog.getByRole('button', { name: 'Delete or keep recordings…' }).click();
    const recordings = page.getByRole('dialog', { name: 'Recordings' });
    await recordings.getByRole('button', { name: 'Delete s.jsonl' }).click();
    await recordings.getByRole('button', { name: 'Yes, delete s.jsonl' }).click();
    await expect(recordings.getByRole('textbox', { name: 'Name of the recording' }).first()).not.toHaveValue('s.jsonl');
  } finally {
    await app.stop();
  }
});

test('a transcript that was read is followed while its client writes on, until it is stopped', async ({
  data,
  page,
}) => {
  const path = '.claude/projects/-home-ada-party/s.jsonl';
  const lines = sampleTranscripts['claude-code'];
  const app = await startAt(data, { [path]: lines.slice(0, 4) });
  const file = join(data, 'home', path);
  try {
    await skipTour(page);
    await page.goto(app.url);
    const dialog = await openTranscripts(page);
    await dialog.getByRole('button', { name: /^Read the transcript of Claude Code/ }).press('Enter');
    await expect(rows(page)).toHaveCount(1);
    const banner = page.getByRole('status').filter({ hasText: 's.jsonl' });
    await expect(banner).toContainText('Following the transcript of Claude Code: new calls are added.');
    await appendFile(file, `\n${lines.slice(4, 6).join('\n')}\n`);
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).filter({ hasText: 'pay' })).toContainText('Not enough funds');
    await expect(banner).toContainText('Last read at');
    await appendFile(file, '{"type":"dream","sessionId":"session-1","thought":"PROMPT"}\n');
    await banner.getByRole('button', { name: '1 line not understood…' }).click();
    const strange = page.getByRole('dialog', { name: 'Lines that were not understood' });
    await expect(strange.getByRole('row').filter({ hasText: 'dream' })).toContainText('thought: string');
    await expect(strange).not.toContainText('PROMPT');
    await expectAccessible(page, 'the lines that were not understood', { within: '[role="dialog"]' });
    await page.keyboard.press('Escape');
    await expect(strange).toHaveCount(0);
    await banner.getByRole('button', { name: 'Stop following' }).click();
    await expect(banner).toContainText('Nothing is added to it.');
    await expect(rows(page)).toHaveCount(2);
  } finally {
    await app.stop();
  }
});
