// What a model received, next to the server's response: a scripted stand-in for a watched client and its transcript, in one capture.

import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { type SeenCall, seenText } from '../shared/transcripts/parts/seen-call.ts';
import { sampleLogs } from '../shared/transcripts/testing/sample-logs.ts';
import { sampleTranscripts } from '../shared/transcripts/testing/sample-transcripts.ts';
import { expect, startApp, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { card, dropFile, filter, openCard, rows, servers, skipTour, timeline } from './page.ts';

const started = Date.UTC(2026, 10, 17, 9);
const who = { server: 'shop', by: 'client', client: 'Claude Code' };

function wire(t: number, id: number, tool: string, result: object, meta?: object): object[] {
  const params = { name: tool, arguments: {}, _meta: meta ?? { 'claudecode/toolUseId': `toolu_${id}` } };
  const message = (value: object) => JSON.stringify({ jsonrpc: '2.0', id, ...value });
  return [
    { t, ...who, lane: 'out', text: message({ method: 'tools/call', params }) },
    { t: t + 20, ...who, lane: 'in', text: message({ result }) },
  ];
}

function seen(t: number, id: number, tool: string, got: string, more: Partial<SeenCall> = {}): object {
  const call: SeenCall = {
    client: 'claude-code',
    version: '2.1.325',
    session: 's',
    callId: `toolu_${id}`,
    name: `mcp__shop__${tool}`,
    server: 'shop',
    tool,
    args: {},
    started: started + t,
    ended: started + t + 40,
    got,
    flagged: false,
    lines: [id * 2, id * 2 + 1],
    ...more,
  };
  return { t: t + 40, ...who, epoch: 0, lane: 'seen', text: seenText(call) };
}

const capture = [
  { misfire: 1, started: new Date(started).toISOString() },
  { t: 0, ...who, lane: 'life', event: 'spawned' },
  ...wire(100, 1, 'pay', {
    content: [{ type: 'text', text: 'Card declined' }],
    structuredContent: { reason: 'funds' },
    isError: true,
  }),
  seen(100, 1, 'pay', 'Card declined', { flagged: true, failed: true }),
  seen(300, 2, 'ship_order', 'params/n must be number', { flagged: true, failed: true }),
  ...wire(500, 3, 'report', { content: [{ type: 'text', text: `first row\n${'x'.repeat(300)}` }] }),
  seen(500, 3, 'report', 'Error: result (300 characters) exceeds maximum allowed tokens.', {
    putAside: '/tmp/report.txt',
  }),
]
  .map((line) => JSON.stringify(line))
  .join('\n');

/** Rows move down when the file's bar appears, so a click may hit another one. */
async function openTool(page: Page, url: string, tool: string): Promise<void> {
  await skipTour(page);
  await page.goto(url);
  await dropFile(page, 'watched.jsonl', capture);
  await expect(rows(page)).toHaveCount(4);
  await expect(async () => {
    await openCard(page, rows(page).filter({ hasText: tool }).first());
    await expect(card(page)).toContainText(`shop›${tool}`, { timeout: 2000 });
  }).toPass();
}

test('a card shows which part of an error the model did not receive, and why', async ({ page, app }) => {
  await openTool(page, app.url, 'pay');
  const section = card(page).locator('[data-section="seen"]');
  await expect(section).toContainText('structured content dropped');
  await expect(section).toContainText('Cause: Claude Code:');
  const narrow = (await card(page).boundingBox())?.width ?? 0;
  await section.getByRole('button', { name: 'Show both sides' }).press('Enter');
  const both = card(page).getByRole('table');
  await expect(both.getByRole('columnheader', { name: /^Server said/ })).toBeVisible();
  await expect(both.getByRole('columnheader', { name: /^Model got/ })).toContainText('joined by call id');
  await expect(both.getByRole('row').filter({ hasText: '{"reason":"funds"}' })).toContainText('not passed on');
  // Two columns need more space.
  await expect.poll(async () => (await card(page).boundingBox())?.width).toBeGreaterThan(narrow);
  await expect(card(page)).toContainText('A rule of Claude Code explains it. Measured with this version');
  await expectAccessible(page, 'both sides of a call', { within: '#detail-pane' });
  const other = card(page).getByRole('button', { name: /ship_order/ });
  await other.click();
  await expect(card(page)).toContainText('No call reached shop');
  await page.setViewportSize({ width: 1024, height: 700 });
  await expectAccessible(page, 'both sides in a small window', { within: '#detail-pane' });
});

test('a call that never reached the watched server is a failure of the client', async ({ page, app }) => {
  await openTool(page, app.url, 'ship_order');
  await expect(card(page)).toContainText('Claude Code never sent this call to shop');
  await expect(card(page)).toContainText('params/n must be number');
});

test('a result that the client moved to a file is labeled so', async ({ page, app }) => {
  await openTool(page, app.url, 'report');
  await expect(card(page).locator('[data-section="seen"]')).toContainText('put aside in a file');
});

test('a difference that no rule explains is unexpected, and its report has no content of the call', async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTool(page, app.url, 'report');
  await card(page)
    .getByRole('tab', { name: /^Server said/ })
    .click();
  await expect(card(page)).toContainText('unexpected');
  await expect(card(page)).toContainText('No known rule explains it.');
  const step = card(page).getByRole('listitem').filter({ hasText: 'Misfire: check the rule' });
  await step.getByRole('button', { name: 'Copy report' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('Unexpected difference: Claude Code lost the whole response');
  expect(await copied()).not.toContain('first row');
});

test('calls that match more than one entry say on each row why they stay apart', async ({ page, app }) => {
  const twice = [
    { misfire: 1, started: new Date(started).toISOString() },
    { t: 0, ...who, lane: 'life', event: 'spawned' },
    ...[7, 8].flatMap((id) => wire(100 + id, id, 'pay', { content: [{ type: 'text', text: 'paid' }] }, {})),
    seen(105, 9, 'pay', 'paid'),
  ];
  await skipTour(page);
  await page.goto(app.url);
  await dropFile(page, 'twice.jsonl', twice.map((line) => JSON.stringify(line)).join('\n'));
  await expect(rows(page).filter({ hasText: 'pay' })).toHaveCount(3);
  await expect(rows(page).filter({ hasText: 'not joined' })).toHaveCount(3);
  await expect(async () => {
    await openCard(page, rows(page).filter({ hasText: 'pay' }).first());
    await card(page)
      .getByRole('tab', { name: /^Server said/ })
      .click({ timeout: 2000 });
  }).toPass();
  await expect(card(page)).toContainText('An entry of the transcript matches this call and others');
  await openCard(page, rows(page).filter({ hasText: 'from transcript' }));
  await expect(card(page)).toContainText('More than one watched call matches this entry');
  await card(page).getByRole('button', { name: 'Show these rows' }).click();
  await expect(rows(page)).toHaveCount(3);
});

test('the column Seen says what each model got; it sorts, filters, and leaves when it is hidden', async ({
  page,
  app,
}) => {
  await openTool(page, app.url, 'pay');
  const cell = (tool: string) => rows(page).filter({ hasText: tool }).locator('[data-column="seen"]');
  await expect(cell('pay')).toHaveText('changed');
  await expect(cell('ship_order')).toHaveText('never sent');
  await expect(cell('report')).toHaveText('lost');
  const head = timeline(page).getByRole('columnheader', { name: 'Seen' });
  await head.getByRole('button', { name: 'Seen' }).click();
  await expect(rows(page).first()).toContainText('ship_order');
  await page.getByRole('button', { name: /^Sorted by seen/ }).click();
  await expect(rows(page).first()).not.toContainText('ship_order');
  const side = servers(page).getByRole('region', { name: 'Transcripts' });
  await expect(side.getByRole('button', { name: /Claude Code/ })).toContainText('3 differences');
  await page.getByRole('button', { name: 'Differences 3' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Differences 3' })).toHaveAttribute('aria-pressed', 'true');
  await filter(page, 'seen:lost');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('report');
  await expectAccessible(page, 'the timeline with a transcript');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Seen' }).click();
  await expect(head).toHaveCount(0);
  await page.reload();
  await expect(rows(page)).not.toHaveCount(0);
  await expect(head).toHaveCount(0);
});

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
    await expect(claude).not.toContainText('of 3 calls');
    await dialog.getByRole('button', { name: 'Count failures' }).click();
    await expect(claude).toContainText('2 of 3 calls');
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

test('a machine without transcripts says so', async ({ data, page }) => {
  const app = await startAt(data, {});
  try {
    await skipTour(page);
    await page.goto(app.url);
    const dialog = await openTranscripts(page);
    await expect(dialog.getByRole('status')).toContainText('No transcripts or MCP logs of Claude');
    await expect(dialog.getByRole('button', { name: 'Count failures' })).toHaveCount(0);
    await expectAccessible(page, 'no transcripts', { within: '[role="dialog"]' });
  } finally {
    await app.stop();
  }
});
