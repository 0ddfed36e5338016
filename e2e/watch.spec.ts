// Watching another client: set up in the window, a real client fails, the failure is explained, replayed and fixed, and the
// settings are restored.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, startApp, test } from './app.ts';
import { projectRoot } from './desktop.ts';
import { card, chooseMore, rows, servers, skipTour } from './page.ts';

/** Responds once the given file exists. */
const server = (report: string) => `
const { existsSync } = require('node:fs');
const { createInterface } = require('node:readline');
const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
createInterface(process.stdin).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') say(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'reports', version: '1' } });
  else if (method === 'tools/list') say(id, { tools: [{ name: 'read_report', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] });
  else if (method === 'tools/call') {
    const there = existsSync(${JSON.stringify(report)});
    say(id, there ? { content: [{ type: 'text', text: 'All is well.' }] } : { isError: true, content: [{ type: 'text', text: 'The report was not found. Write it first.' }] });
  }
});`;

test('a client is watched, fails, and its failure is explained, replayed and fixed', async ({ data, page }) => {
  const home = join(data, 'home');
  const settings = join(home, '.cursor', 'mcp.json');
  const report = join(home, 'report.txt');
  const program = join(home, 'reports-server.cjs');
  await mkdir(join(home, '.cursor'), { recursive: true });
  await writeFile(program, server(report));
  const before = `{\n  "mcpServers": {\n    "reports": {\n      "command": ${JSON.stringify(process.execPath)},\n      "args": [${JSON.stringify(program)}]\n    }\n  }\n}\n`;
  await writeFile(settings, before);
  const app = await startApp({ data: join(data, 'app'), env: { HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: '' } });
  let client: ReturnType<typeof spawn> | null = null;
  try {
    await skipTour(page);
    await page.goto(app.url);

    // The first window offers it.
    await expect(page.getByText(/1 server found in 1 client/)).toBeVisible();
    await page.getByRole('button', { name: 'Watch a client' }).click();
    const dialog = page.getByRole('dialog', { name: 'Watch a client' });
    await dialog.getByRole('button', { name: 'Watch…' }).click();
    await expect(dialog.getByLabel('The exact change')).toContainText('/bin/sh');
    await expect(dialog.getByText('Cursor reads it at once.').first()).toBeVisible();
    expect(await readFile(settings, 'utf8')).toBe(before);
    await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect(dialog.getByText('1 watched, 0 not watched')).toBeVisible();
    await page.keyboard.press('Escape');

    // A client that does not know Misfire reads its settings and fails.
    const started = spawn(
      process.execPath,
      [join(projectRoot, 'e2e', 'watched-client.ts'), settings, 'reports', 'read_report'],
      { stdio: ['pipe', 'pipe', 'inherit'], cwd: projectRoot },
    );
    client = started;
    const lines = createInterface(started.stdout);
    expect(String(await once(lines, 'line'))).toContain('was not found');

    // It appears live, under the client's name.
    await expect(
      servers(page).getByRole('button', { name: 'reports (Cursor), Cursor, 1 failed call, live' }),
    ).toBeVisible();
    const failed = rows(page).filter({ hasText: 'was not found' }).first();
    await failed.click();
    await expect(card(page)).toContainText('The report was not found');

    // Replayed through Misfire's own connection, then fixed.
    await chooseMore(page, /^Replay/);
    await expect(servers(page).getByRole('button', { name: /^reports,(?:.*,)? connected/ })).toBeVisible();
    await expect(card(page).getByText('Same failure', { exact: true })).toBeVisible();
    await writeFile(report, 'ready');
    await chooseMore(page, /^Replay/);
    await expect(card(page).getByText('Fixed', { exact: true })).toBeVisible();
    started.stdin.write('\n');
    expect(String(await once(lines, 'line'))).toContain('All is well.');

    // Stopped: the settings have their original bytes again.
    await servers(page).getByRole('button', { name: '1 client watched' }).click();
    await expect(dialog.getByRole('region', { name: 'A program of your own' })).toContainText('misfire wrap --name');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(dialog.getByText('0 watched, 1 not watched')).toBeVisible();
    expect(await readFile(settings, 'utf8')).toBe(before);

    // One click adds Misfire to the client's agent, one removes it.
    const agents = dialog.getByRole('region', { name: 'For agents' });
    await agents.getByRole('button', { name: 'Add Misfire' }).click();
    await expect(agents.getByText('Has Misfire')).toBeVisible();
    const { mcpServers } = JSON.parse(await readFile(settings, 'utf8'));
    expect(mcpServers.misfire.args.slice(-3)).toEqual(['--data', join(data, 'app'), 'mcp']);
    await agents.getByRole('button', { name: 'Take out' }).click();
    await expect(agents.getByText('Not added')).toBeVisible();
    expect(await readFile(settings, 'utf8')).toBe(before);

    started.stdin.end();
    await once(started, 'exit');
    await page.keyboard.press('Escape');
    await expect(servers(page).getByRole('button', { name: /^reports \(Cursor\),.* ended$/ })).toBeVisible();
    // A normal end of a client's server: no alarm, and nothing to restart.
    await expect(page.getByRole('button', { name: 'Restart', exact: true })).toHaveCount(0);
  } finally {
    client?.kill('SIGKILL');
    await app.stop();
  }
});
