// What a model did see, beside what its server said: a scripted stand-in for a watched client and its transcript, in one capture.

import type { Page } from '@playwright/test';
import { type SeenCall, seenText } from '../shared/transcripts/parts/seen-call.ts';
import { expect, test } from './app.ts';
import { card, dropFile, openCard, rows, skipTour } from './page.ts';

const started = Date.UTC(2026, 10, 17, 9);
const who = { server: 'shop', by: 'client', client: 'Claude Code' };

function wire(t: number, id: number, tool: string, result: object): object[] {
  const params = { name: tool, arguments: {}, _meta: { 'claudecode/toolUseId': `toolu_${id}` } };
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
  seen(300, 2, 'refund', 'params/n must be number', { flagged: true, failed: true }),
  ...wire(500, 3, 'report', { content: [{ type: 'text', text: `first row\n${'x'.repeat(300)}` }] }),
  seen(500, 3, 'report', 'Error: result (300 characters) exceeds maximum allowed tokens.', {
    putAside: '/tmp/report.txt',
  }),
]
  .map((line) => JSON.stringify(line))
  .join('\n');

/** Rows move down as the file's bar comes, so a click may meet another one. */
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

test('a card shows what of an error the model did not get, and why', async ({ page, app }) => {
  await openTool(page, app.url, 'pay');
  const both = card(page).locator('[data-section="seen"]');
  await expect(both).toContainText('structured content dropped');
  await expect(both.getByRole('row').filter({ hasText: '{"reason":"funds"}' })).toContainText('not passed on');
  await expect(both).toContainText('joined by call id');
  await expect(both).toContainText('Cause: Claude Code:');
});

test('a result that the client put aside in a file is named so', async ({ page, app }) => {
  await openTool(page, app.url, 'report');
  await expect(card(page).locator('[data-section="seen"]')).toContainText('put aside in a file');
});
