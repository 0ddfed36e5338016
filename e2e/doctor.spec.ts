// Why a server does not connect: the doctor finds the problem, shows the evidence, and says what to do.

import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, sampleLine, serverAction, serverEntry, servers } from './page.ts';

const doctor = (page: Page): Locator => page.locator('#detail-pane [data-section="checks"]');
const checks = (page: Page, state: string): Locator => doctor(page).locator(`[data-check][data-state="${state}"]`);

const checkFromMenu = (page: Page, name: string): Promise<void> => serverAction(page, name, /Check the connection/);

test('a missing command: shows the searched PATH, and what to do', async ({ app, page }) => {
  await page.goto(app.url);
  await addServer(page, 'no-such-command-anywhere --x', 'nowhere');
  await expect(serverEntry(page, 'nowhere')).toContainText('Why?');
  await checkFromMenu(page, 'nowhere');
  await expect(checks(page, 'broken')).toHaveAttribute('data-check', 'command');
  await expect(checks(page, 'ok')).toHaveCount(1);
  await expect(checks(page, 'not_reached')).toHaveCount(7);
  await expect(doctor(page).getByRole('region', { name: /What was seen/ })).toContainText('PATH  /usr/bin');
  await expect(doctor(page).getByRole('region', { name: 'What to do' })).toContainText('full path');
  await expect(doctor(page).getByRole('button', { name: 'Edit the server' })).toBeVisible();
  await expectAccessible(page, 'a check of the connection', { within: '#detail-pane', allRules: true });
});

test('a closed port: shows the address; once something listens, names the next problem', async ({ app, page }) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as AddressInfo;
  await new Promise((resolve) => taken.close(resolve));
  await page.goto(app.url);
  await addServer(page, `http://127.0.0.1:${port}/mcp`, 'silent port');
  await expect(serverEntry(page, 'silent port')).toContainText('Why?');
  await checkFromMenu(page, 'silent port');
  await expect(checks(page, 'broken')).toHaveAttribute('data-check', 'tcp');
  await expect(doctor(page)).toContainText(`127.0.0.1:${port}`);
  await expect(doctor(page)).toContainText('Start the server');
  const late = createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 404 Not Found\r\n\r\n')).listen(
    port,
    '127.0.0.1',
  );
  await new Promise((resolve) => late.once('listening', resolve));
  await doctor(page).getByRole('button', { name: 'Check again' }).click();
  await expect(checks(page, 'broken')).toHaveAttribute('data-check', 'http_status');
  await expect(doctor(page)).toContainText('Correct the path of the address. Older ones listen at');
  late.close();
});

test('a banner on stdout: shows its bytes, although Misfire reads past it', async ({ app, page, data }) => {
  const file = join(data, 'banner.mjs');
  await writeFile(
    file,
    `import { createInterface } from 'node:readline';
console.log('*** ACME server 1.0 ***');
createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'initialize') console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'acme', version: '1' } } }));
  else if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }));
});
`,
  );
  await page.goto(app.url);
  await addServer(page, `"${process.execPath}" "${file}"`, 'acme');
  await expect(page.getByRole('row', { name: /^initialize on/ }).first()).toBeVisible();
  await checkFromMenu(page, 'acme');
  await expect(checks(page, 'warning')).toHaveAttribute('data-check', 'first_bytes');
  await expect(doctor(page)).toContainText('Works with warnings.');
  await expect(doctor(page)).toContainText('*** ACME server 1.0 ***');
  await expect(doctor(page)).toContainText('2a 2a 2a 20 41 43 4d 45');
  await expect(doctor(page)).toContainText('stderr');
});

test('a working server is reported as working, and nothing starts before a click', async ({ app, page }) => {
  await page.goto(app.url);
  await addServer(page, sampleLine('faulty-stdio'), 'fine');
  await expect(page.getByRole('row', { name: /^initialize on/ }).first()).toBeVisible();
  await serverAction(page, 'fine', 'Disconnect');
  await expect(servers(page).getByRole('button', { name: /not connected/ })).toBeVisible();
  await checkFromMenu(page, 'fine');
  await expect(doctor(page)).toContainText('The check starts this, without a shell');
  await expect(doctor(page)).toContainText('server.js');
  await expect(checks(page, 'ok')).toHaveCount(0);
  await doctor(page).getByRole('button', { name: 'Start it and check' }).click();
  await expect(doctor(page)).toContainText('No problems found.');
  await expect(checks(page, 'ok')).toHaveCount(9);
  await doctor(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(servers(page).getByRole('button', { name: /^fine,(?:.*,)? connected/ })).toBeVisible();
});

test('a long check can be stopped', async ({ app, page, data }) => {
  const file = join(data, 'mute.mjs');
  await writeFile(file, 'process.stdin.resume();\n');
  await page.goto(app.url);
  await addServer(page, `"${process.execPath}" "${file}"`, 'mute');
  await expect(servers(page)).toContainText('mute');
  await checkFromMenu(page, 'mute');
  await expect(doctor(page).getByRole('status')).toContainText('Checking');
  await doctor(page).getByRole('button', { name: 'Stop' }).click();
  await expect(doctor(page)).toContainText('The check was stopped.');
  await expect(doctor(page).getByRole('button', { name: 'Check again' })).toBeVisible();
});
