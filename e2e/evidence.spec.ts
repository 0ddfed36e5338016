// An opened capture is read-only: it sends nothing by itself, not even to a server of the same name. A call from it goes to the
// server that the user chooses, once masked values are filled in.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, captureOf, card, dropFile, rows, skipTour, timeline } from './page.ts';

/** Logs every message that it receives. */
const listening = (logFile: string) => `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const info = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'billing', version: '1' } };
const inputSchema = { type: 'object', properties: { email: { type: 'string' } }, required: ['email'] };
const tools = [{ name: 'find_client', annotations: { readOnlyHint: true }, inputSchema }];
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
createInterface(process.stdin).on('line', (line) => {
  appendFileSync(${JSON.stringify(logFile)}, line + '\\n');
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: info });
  else if (method === 'tools/list') send({ id, result: { tools } });
  else if (id !== undefined) send({ id, result: { content: [{ type: 'text', text: 'Found ' + params.arguments.email }] } });
});
`;

const capture = captureOf(
  { name: 'find_client', arguments: { email: '‹e-mail 1›' } },
  { error: { code: -32602, message: 'email is not valid' } },
);

test('a call from an opened capture goes to the chosen server, and masked values must be filled in first', async ({
  app,
  page,
  data,
}) => {
  const logFile = join(data, 'received.txt');
  const file = join(data, 'billing.mjs');
  await writeFile(file, listening(logFile));
  const lines = async () => (await readFile(logFile, 'utf8')).split('\n').filter(Boolean);
  await skipTour(page);
  await page.goto(app.url);
  await addServer(page, `"${process.execPath}" "${file}"`, 'billing');
  await expect(rows(page).filter({ hasText: 'Connected' })).toBeVisible();
  // The last message of the handshake arrives a moment after the window is connected.
  await expect.poll(async () => (await lines()).join()).toContain('notifications/initialized');
  const before = await lines();

  await dropFile(page, 'theirs.jsonl', capture);
  await expect(page.getByText('Read-only recording')).toBeVisible();
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(
    /^(?:Set|Rename|Pass|Fix|Pick|Remove) | must be | was rejected/,
  );
  await timeline(page).focus();
  await page.keyboard.press('r');
  const form = card(page);
  await expect(form).toContainText('Choose the server to send it to. Masked values are in the way: ‹e-mail 1›.');
  const choice = form.getByLabel('The server to send it to');
  await expect(choice).toHaveValue('');
  // It cannot be sent over a connection that was never ours.
  await expect(form.getByRole('radio', { name: 'Same connection' })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Enter');
  // Longer than a form needs to request the tools of a server.
  await page.waitForTimeout(500);
  expect(await lines()).toEqual(before);
  await expectAccessible(page, 'a call of a capture', { within: '#detail-pane', allRules: true });

  await choice.selectOption({ label: 'billing' });
  await expect(form).not.toContainText('Choose the server');
  await expect(form).toContainText('Masked values are in the way');
  await expect(form).toContainText(/Misfire requested the tool list for this form \(#\d+\)/);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.waitForTimeout(300);
  expect((await lines()).filter((line) => line.includes('tools/call'))).toEqual([]);
  await form.getByLabel(/^email/).fill('jane@example.com');
  await expect(form).not.toContainText('Masked values');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(form.getByText('Fixed', { exact: true }).first()).toBeVisible();
  const sent = (await lines()).filter((line) => line.includes('tools/call'));
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('jane@example.com');
});
