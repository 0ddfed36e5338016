// The page for pasted errors as users get it: one file from a file: URL, offline, in both themes and on a phone.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { projectRoot } from './desktop.ts';
import { watchPage } from './watch-page.ts';

const file = join(projectRoot, 'dist', 'page', 'index.html');
const address = pathToFileURL(file).href;
const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

async function open(page: Page, fragment = '') {
  await page.context().setOffline(true);
  await page.goto(`${address}${fragment}`);
  return {
    box: page.getByRole('textbox', { name: /Paste a response/ }),
    status: page.getByRole('status').first(),
    card: page.locator('#detail-pane'),
  };
}

const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'book_room', arguments: { nights: 99 } } };
const refusal = { jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'nights must be at most 30' } };
const line = (t: number, lane: string, value: unknown) =>
  JSON.stringify({ t, server: 'hotel', lane, text: JSON.stringify(value) });

const inputs: { kind: string; text: string; status: RegExp; headline: RegExp }[] = [
  {
    kind: 'a JSON-RPC response',
    text: JSON.stringify(
      { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'Too many requests', data: { retry_after: 30 } } },
      null,
      2,
    ),
    status: /JSON-RPC: 1 failed call, 1 cause/,
    headline: /Rate limited/,
  },
  {
    kind: 'a log excerpt',
    text: `2026-11-17T10:00:00.000Z [hotel] [info] Message from client: ${JSON.stringify(call)}\n2026-11-17T10:00:00.100Z [hotel] [info] Message from server: ${JSON.stringify(refusal)}`,
    status: /Read as log: 1 failed call, 1 cause in 2 messages/,
    headline: /nights/,
  },
  {
    kind: 'a stack trace',
    text: 'Traceback (most recent call last):\n  File "/srv/server.py", line 12, in <module>\n    key = os.environ["ACME_API_KEY"]\nKeyError: \'ACME_API_KEY\'',
    status: /Read as stack trace: 1 failed call, 1 cause/,
    headline: /ACME_API_KEY/,
  },
  {
    kind: 'a capture',
    text: ['{"misfire":1,"started":"2026-11-17T10:00:00.000Z"}', line(1, 'out', call), line(2, 'in', refusal)].join(
      '\n',
    ),
    status: /Read as Misfire capture: 1 failed call, 1 cause in 2 messages/,
    headline: /nights/,
  },
  {
    kind: 'a HAR file',
    text: JSON.stringify({
      log: {
        entries: [
          {
            startedDateTime: '2026-11-17T10:00:00.000Z',
            time: 5,
            request: {
              method: 'POST',
              url: 'https://api.example/mcp',
              headers: [],
              postData: { text: JSON.stringify(call) },
            },
            response: { status: 429, headers: [{ name: 'Retry-After', value: '30' }], content: { text: 'Slow down' } },
          },
        ],
      },
    }),
    status: /Read as HAR file: 1 failed call, 1 cause/,
    headline: /Rate limited/,
  },
  {
    kind: 'a client transcript',
    text: [
      {
        type: 'assistant',
        message: {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 't', name: 'mcp__tickets__create', input: {} }],
        },
      },
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't', content: 'Ticket T-9 was not found.', is_error: true }],
        },
      },
    ]
      .map((record) => JSON.stringify(record))
      .join('\n'),
    status: /Read as client transcript: 1 failed call, 1 cause in 2 messages/,
    headline: /^create did not find|T-9/,
  },
];

test('explains each kind of text offline, in both themes, while it is typed', async ({ page }) => {
  const seen = watchPage(page);
  const { box, status, card } = await open(page);
  for (const { kind, text, status: read, headline } of inputs)
    await test.step(kind, async () => {
      await box.fill(text);
      await expect(status).toContainText(read);
      await expect(card.getByRole('heading', { level: 2 })).toContainText(headline);
      await expectAccessible(page, kind, { allRules: true });
    });
  expect(seen).toEqual({ complaints: [], asked: [] });
});

test('shows what each model receives, the retry plan, the corrected call and a report', async ({ page }) => {
  const { box, card } = await open(page);
  const list = {
    jsonrpc: '2.0',
    id: 1,
    result: {
      tools: [
        {
          name: 'book_room',
          inputSchema: {
            type: 'object',
            properties: { nights: { type: 'integer', maximum: 30 } },
            required: ['nights'],
          },
        },
      ],
    },
  };
  await box.fill(
    [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }, list, call, refusal].map((one) => JSON.stringify(one)).join('\n'),
  );
  await expect(card.getByRole('heading', { name: 'Corrected call' })).toBeVisible();
  await expect(card.getByText('"nights": 30')).toBeVisible();
  const models = card.getByRole('list', { name: 'What each model gets, by client' });
  await expect(models.getByRole('button').first()).toBeVisible();
  await models.getByRole('button', { name: /Codex/ }).click();
  await expect(card.getByText('Codex’s model got')).toBeVisible();
  await box.fill(inputs[0]!.text);
  await card.getByRole('button', { name: /^Evidence/ }).click();
  await expect(card.getByRole('heading', { name: 'Retry advice' })).toBeVisible();
  await expect(card.getByText('Same call may pass after 30 s', { exact: true })).toBeVisible();
  await expect(card.getByText('## Suggested change')).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await card.getByRole('button', { name: 'Copy report' }).click();
  await expect(page.getByText('Report copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('## Why this is a problem');
});

test('a link shows the same explanation elsewhere, with secrets masked', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { box, card } = await open(page);
  await box.fill(JSON.stringify({ ...refusal, error: { code: -32001, message: `Bad token ${token}` } }));
  await expect(card.getByRole('heading', { level: 2 })).toBeVisible();
  const said = await card.getByRole('heading', { level: 2 }).textContent();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/Link copied\. 1 secret masked/)).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('#e=');
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByText('From a link. Secrets were masked when it was made.')).toBeVisible();
  await expect(other.locator('#detail-pane').getByRole('heading', { level: 2 })).toHaveText(said ?? '');
  expect(await other.getByRole('textbox').inputValue()).not.toContain(token);
  // Typed text is another error, so the URL no longer names one.
  await other.getByRole('textbox').fill('Error: quota exceeded');
  await expect.poll(() => other.evaluate(() => location.hash)).toBe('');
  await other.goto(`${link.slice(0, -20)}`);
  await other.reload();
  await expect(other.getByText('This link was cut, so its error cannot be read.')).toBeVisible();
});

test('works on a phone and with keys only, and accepts a file', async ({ page, data }, info) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { box, status, card } = await open(page);
  await box.focus();
  await page.keyboard.insertText(inputs[1]!.text);
  await expect(card.getByRole('heading', { level: 2 })).toContainText(/nights/);
  await page.keyboard.press('Escape');
  await expect(card.locator('[data-fold]').first()).toBeFocused();
  await page.keyboard.press(']');
  await page.keyboard.press('o');
  await expect(card.locator('[aria-expanded="false"][data-fold]')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page, 'on a phone', { allRules: true });
  await page.screenshot({ path: info.outputPath('paste-phone.png'), fullPage: true });
  await page.keyboard.press('/');
  await expect(box).toBeFocused();
  const capture = join(data, 'two.jsonl');
  const other = { ...call, id: 3, params: { name: 'cancel', arguments: {} } };
  const gone = { jsonrpc: '2.0', id: 3, error: { code: -32004, message: 'Booking B-1 not found' } };
  writeFileSync(
    capture,
    [line(1, 'out', call), line(2, 'in', refusal), line(3, 'out', other), line(4, 'in', gone)].join('\n'),
  );
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open file…' }).click(),
  ]);
  await chooser.setFiles(capture);
  await expect(status).toContainText(/2 failed calls, \d causes? in 4 messages/);
  const failures = page.getByRole('navigation', { name: 'Failures' }).getByRole('button');
  await expect(failures).toHaveCount(2);
  await failures.nth(1).click();
  await expect(card.getByRole('heading', { level: 2 })).toContainText(/^cancel did not find/);
});

test('is one file of at most 294 kB gzipped, and a hostile text stays text', async ({ page }) => {
  expect(gzipSync(readFileSync(file), { level: 9 }).length).toBeLessThanOrEqual(294_000);
  const seen = watchPage(page);
  const { box, card } = await open(page);
  const evil = '</script><img src=x onerror="document.title=1"><script>document.title=2</script>';
  await box.fill(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: evil } }));
  await expect(card).toContainText('</script><img');
  expect(await page.locator('img').count()).toBe(0);
  await expect(page).toHaveTitle('Why did this MCP call fail? · Misfire');
  expect(seen).toEqual({ complaints: [], asked: [] });
});
