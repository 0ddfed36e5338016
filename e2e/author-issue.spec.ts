// The issue for the server's author, from the card: what it says, and that its script runs without Misfire.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { addServer, callTool, card, chooseMore, sampleLine, skipTour } from './page.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const runScript = async (issue: string): Promise<string> => {
  const script = /```bash\n([\s\S]*?)```/.exec(issue)?.[1] ?? '';
  return promisify(execFile)('bash', ['-c', script]).then(
    ({ stdout, stderr }) => stdout + stderr,
    // A server that dies ends the script with its own code.
    (failed: { stdout: string; stderr: string }) => failed.stdout + failed.stderr,
  );
};

test.beforeEach(async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, sampleLine('faulty-stdio'), 'faulty');
});

test('a failure reported as success becomes an issue with a script that reproduces it', async ({ page }) => {
  await callTool(page, 'unflagged');
  await expect(card(page)).toContainText('not flagged');
  await chooseMore(page, 'Copy issue for the author', 'Copy');
  await expect.poll(() => copied(page)).toContain('## How to reproduce');
  const issue = await copied(page);
  expect(issue).toMatch(/^# `unflagged`: The failure is reported as success\n/);
  expect(issue).toMatch(/`tools\/call` of `unflagged` to faulty \d+\.\d+\.\d+ failed\./);
  expect(issue).toContain('SHOULD be reported inside the result object, with `isError` set to true');
  expect(issue).not.toMatch(/\bmisfire (?:call|replay)\b/);
  expect(issue).toContain('Could not reach the database');
  expect(await runScript(issue)).toContain('Could not reach the database');
});

test('a result that breaks its own schema quotes the rule', async ({ page }) => {
  await callTool(page, 'schema_break');
  await expect(card(page).getByRole('button', { name: /^Copy report/ })).toBeVisible();
  await chooseMore(page, 'Copy issue for the author', 'Copy');
  await expect.poll(() => copied(page)).toContain('**MUST** provide structured results that conform to this schema');
});

test('a server that dies becomes an issue with its exit, and its script dies too', async ({ page }) => {
  await callTool(page, 'crash');
  await expect(card(page).getByRole('heading', { level: 2 })).toContainText(/exit code|exited|died|crash/i);
  await chooseMore(page, 'Copy issue for the author', 'Copy');
  await expect.poll(() => copied(page)).toContain('The server process ended, so a client gets no answer.');
  const issue = await copied(page);
  expect(issue).toContain('Last lines of stderr:');
  const line = /Last lines of stderr:\n\n```text\n(.+)\n/.exec(issue)?.[1] ?? 'no stderr in the issue';
  expect(await runScript(issue)).toContain(line);
});
