// A report as a colleague gets it: one file, opened from a file: URL, read and filtered with keys only.

import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, program, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { watchPage } from './watch-page.ts';

const run = promisify(execFile);
const misfire = (data: string, ...args: string[]) =>
  run(process.execPath, [program, '--data', data, ...args], { maxBuffer: 100_000_000 });

test('a report works with keys only, in both themes, from a file: URL', async ({ touredData, page, data }, info) => {
  await cp(touredData, data, { recursive: true });
  const file = join(data, 'report.html');
  const { stderr } = await misfire(data, 'export', '--format', 'html', '--out', file);
  expect(stderr).toContain('masked');
  const seen = watchPage(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(pathToFileURL(file).href);
  const rows = page.getByRole('grid', { name: 'Messages' }).getByRole('row');
  await expect(rows.nth(3)).toBeVisible();
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText(/\d+ failed calls, \d+ causes?/);
  const card = page.locator('#detail-pane');
  await expect(card.getByRole('heading', { name: 'Evidence' })).toBeVisible();
  await expectAccessible(page, 'as it opens', { allRules: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: info.outputPath('report-dark.png') });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.screenshot({ path: info.outputPath('report-light.png') });

  // With keys only: the filter, a row, its card, its raw bytes.
  await page.keyboard.press('/');
  await page.keyboard.type('class:rate_limited', { delay: 10 });
  await page.keyboard.press('Enter');
  await expect(page.getByText(/\d+ hidden/)).toBeVisible();
  const all = await rows.count();
  expect(all).toBeGreaterThan(1);
  await expect(rows.nth(1)).toContainText(/Rate limited/);
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(card).toBeFocused();
  await expect(card.getByRole('heading', { name: /^Rate limited by / })).toBeVisible();
  await card.getByRole('tab', { name: /Finding/ }).focus();
  await page.keyboard.press('End');
  await expect(card.getByRole('tab', { name: /Raw/ })).toHaveAttribute('data-state', 'active');
  await expect(card.getByText('"jsonrpc"').first()).toBeVisible();
  await expectAccessible(page, 'filtered, with raw bytes', { allRules: true });
  await page.screenshot({ path: info.outputPath('report-raw.png') });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid', { name: 'Messages' })).toBeFocused();

  // A group shows its rows; pressed again, everything.
  const groups = page.getByRole('navigation');
  const group = groups.getByRole('button', { pressed: false }).first();
  const said = (await group.textContent()) ?? '';
  await group.focus();
  await page.keyboard.press('Enter');
  const pressed = groups.getByRole('button', { pressed: true });
  await expect(pressed).toHaveText(said);
  const times = Number(/× (\d+)/.exec(said)?.[1]);
  await expect.poll(async () => (await rows.count()) - 1).toBeGreaterThanOrEqual(times);
  await pressed.press('Enter');

  // Asked and actual waits are drawn for a retried call.
  await page.keyboard.press('/');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('is:retried is:failed');
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await card.getByRole('tab', { name: /Attempts/ }).press('Enter');
  await expect(card.getByRole('columnheader', { name: 'Wait asked / actual' })).toBeVisible();

  // In print: cards and rows, nothing that scrolls.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText('Evidence');
  await page.emulateMedia({ media: 'screen' });
  await expect(rows.nth(1)).toBeVisible();
  expect(seen.complaints).toEqual([]);
  expect(seen.asked).toEqual([]);
});

const header = '{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}';
const line = (t: number, lane: string, text: string, server = 'files') => JSON.stringify({ t, server, lane, text });

test('no server text is markup, secrets are masked and listed, and the page is smaller than 1.1 MB', async ({
  page,
  data,
}) => {
  const evil = '</script><img src=x onerror="document.title=1"><script>document.title=2</script><!--';
  const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
  const capture = join(data, 'evil.jsonl');
  writeFileSync(
    capture,
    [
      header,
      line(1, 'out', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: evil } }), evil),
      line(2, 'in', JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: evil } }), evil),
      line(3, 'out', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"push"}}'),
      line(4, 'in', JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32001, message: `Bad token ${token}` } })),
    ].join('\n'),
  );
  await misfire(data, 'import', capture);
  const file = join(data, 'evil.html');
  const { stdout } = await misfire(data, 'export', '--format', 'html', '--out', file, '--json');
  expect(JSON.parse(stdout)).toMatchObject({ file, masked: [{ kind: 'token' }] });
  const preview = await misfire(data, 'export', '--format', 'html', '--preview');
  expect(preview.stdout).toBe('');
  expect(preview.stderr).toMatch(/Tokens and keys × \d+, such as .*‹token 1›/);
  expect(readFileSync(file, 'utf8')).not.toContain(token);
  expect(statSync(file).size).toBeLessThan(1_130_000);
  // stdout gets the same page: its script still matches the policy.
  const piped = await misfire(data, 'export', '--format', 'html');
  const scripts = (text: string) => /<script>[\s\S]*/.exec(text)?.[0];
  expect(scripts(piped.stdout)).toBe(scripts(readFileSync(file, 'utf8')));

  const seen = watchPage(page);
  await page.goto(pathToFileURL(file).href);
  const grid = page.getByRole('grid', { name: 'Messages' });
  await expect(grid.getByRole('row').nth(1)).toContainText('</script><img');
  await expect(page).toHaveTitle(/evil/);
  expect(await page.locator('img').count()).toBe(0);
  await page.getByText('Tokens and keys').click();
  await expect(page.getByText(/Bad token ‹token 1›/).first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('nothing:like');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('nothing');
  expect(seen.complaints).toEqual([]);
});

test('the command line compares the samples as the window does, and its report works the same way', async ({
  page,
  data,
}, info) => {
  const { stdout } = await misfire(data, 'compare', '--samples', '--format', 'html');
  const file = join(data, 'compared.html');
  writeFileSync(file, stdout);
  const seen = watchPage(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(pathToFileURL(file).href);
  const table = page.getByRole('region', { name: 'Comparison' });
  await expect(table.getByRole('row').nth(3)).toBeVisible();
  await expect(page.getByText('“Sign in” on Closient and Platica, but “Not found” on erlmcp.')).toBeVisible();
  await expect(table.getByRole('row', { name: /^Resource missing/ })).toContainText('4 shapes, 1 meaning');
  await expect(table.getByRole('row', { name: /^Rate limited/ })).toContainText('units differ');
  const all = await table.getByRole('row').count();
  await expectAccessible(page, 'a comparison', { allRules: true });
  await page.screenshot({ path: info.outputPath('comparison-light.png'), fullPage: true });
  await page.keyboard.press('/');
  await page.keyboard.type('rate limited');
  await expect(page.getByText(/\d+ hidden/)).toBeVisible();
  expect(await table.getByRole('row').count()).toBeLessThan(all);
  await table.getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(table.getByRole('button').first()).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page, 'a row of it open', { allRules: true });
  await expect(page.getByText('What was masked')).toBeVisible();
  expect(seen.complaints).toEqual([]);
  expect(seen.asked).toEqual([]);
});
