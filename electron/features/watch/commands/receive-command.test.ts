// `misfire watch --receive` as clients meet it: real requests to a real port, and the rows that come of them.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningCommand, runHere, startHere } from '../../../launch/testing/run-here.ts';

let data: string;
let receiver: RunningCommand;
let url: string;

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'misfire-receive-'));
  receiver = startHere(['watch', '--receive', '--port', '0', '--json'], { data });
  const started = JSON.parse(await receiver.line());
  url = started.url;
  expect(started.settings['claude-code']).toContain(`OTEL_EXPORTER_OTLP_ENDPOINT=${url}`);
});
afterEach(async () => {
  receiver.stop();
  await receiver.ended;
  rmSync(data, { recursive: true, force: true });
});

const attributes = (values: Record<string, string>) =>
  Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));
const call = (server: string) => ({
  'event.name': 'tool_result',
  tool_name: 'mcp_tool',
  tool_use_id: `toolu_${server}`,
  success: 'false',
  duration_ms: '34',
  error: 'Card declined: insufficient funds',
  tool_parameters: JSON.stringify({ mcp_server_name: server, mcp_tool_name: 'pay' }),
  tool_input: '{"amount":5}',
});
const logs = (...records: Record<string, string>[]) =>
  JSON.stringify({
    resourceLogs: [
      {
        resource: { attributes: attributes({ 'service.name': 'claude-code' }) },
        scopeLogs: [{ logRecords: records.map((each) => ({ attributes: attributes(each) })) }],
      },
    ],
  });

function send(body: string | Buffer, headers: Record<string, string> = {}, path = '/v1/logs', method = 'POST') {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      { method, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        let text = '';
        response.on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

test('keeps calls to MCP servers as rows, drops the rest, and counts both at the end', async () => {
  const prompt = { 'event.name': 'user_prompt', prompt: 'my diary' };
  expect(await send(logs(prompt, call('shop'), call('bank')))).toEqual({ status: 200, text: '{}' });
  expect(await send(gzipSync(logs(call('post'))), { 'content-encoding': 'gzip' })).toMatchObject({ status: 200 });
  expect(await send('{"resourceMetrics":[]}', {}, '/v1/metrics')).toMatchObject({ status: 200 });
  receiver.stop('SIGINT');
  expect(JSON.parse(await receiver.line())).toEqual({ calls: 3, dropped: 1, incomplete: 0, refused: 0 });
  expect(await receiver.ended).toMatchObject({ code: 0, stderr: '' });
  for (const name of readdirSync(join(data, 'spool')))
    expect(readFileSync(join(data, 'spool', name), 'utf8')).not.toContain('diary');
  const { stdout } = await runHere(['log', '--json'], { data });
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.map(({ server }) => server).sort()).toEqual(['bank', 'post', 'shop']);
  for (const row of rows) expect(row).toMatchObject({ target: 'pay', client: 'Claude Code', remarks: ['transcript'] });
});

test.each<[string, number, RegExp, () => ReturnType<typeof send>]>([
  ['protobuf', 415, /http\/json/, () => send('\n', { 'content-type': 'application/x-protobuf' })],
  ['another type', 415, /application\/json, not text\/plain/, () => send('{}', { 'content-type': 'text/plain' })],
  ['what is not JSON', 400, /not JSON/, () => send('{"resourceLogs":')],
  ['another object', 400, /not an OTLP export/, () => send('{}')],
  ['another path', 404, /\/v1\/logs/, () => send('{}', {}, '/v1/other')],
  ['another method', 405, /POST/, () => send('', {}, '/v1/logs', 'GET')],
  ['broken gzip', 400, /not gzip/, () => send('abc', { 'content-encoding': 'gzip' })],
  ['another encoding', 415, /gzip, not br/, () => send('abc', { 'content-encoding': 'br' })],
  ['another host', 403, /this machine/, () => send(logs(call('shop')), { host: 'attacker.test' })],
  [
    'a page of another origin',
    403,
    /other origins/,
    () => send(logs(call('shop')), { origin: 'https://attacker.test' }),
  ],
  ['a gzip bomb', 413, /64 MB/, () => send(gzipSync(Buffer.alloc(65_000_000)), { 'content-encoding': 'gzip' })],
])('explains why it refuses %s, keeps nothing, and goes on', async (_what, status, words, sent) => {
  const answer = await sent();
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text).message).toMatch(words);
  expect(existsSync(join(data, 'spool'))).toBe(false);
  expect(await send(logs(call('shop')))).toMatchObject({ status: 200 });
  await expect.poll(() => receiver.ran.stderr).toMatch(words);
});

test('names the missing setting of a client once, and a port that is in use', async () => {
  const { tool_parameters: _parameters, ...bare } = call('shop');
  for (let count = 0; count < 2; count += 1) expect(await send(logs(bare))).toMatchObject({ status: 200 });
  const second = await runHere(['watch', '--receive', '--port', new URL(url).port], { data });
  expect(second.code).toBe(2);
  await expect.poll(() => receiver.ran.stderr).toContain('OTEL_LOG_TOOL_DETAILS=1');
  expect(receiver.ran.stderr.split('OTEL_LOG_TOOL_DETAILS=1')).toHaveLength(2);
  expect(second.stderr).toContain(`Port ${new URL(url).port} is in use.`);
});

test('refuses more bodies at once than it may hold, and takes the next one', async () => {
  const part = Buffer.alloc(50_000_000, ' ');
  const open = Array.from({ length: 3 }, () => {
    const sent = request(`${url}/v1/logs`, { method: 'POST', headers: { 'content-type': 'application/json' } });
    const status = new Promise<number>((resolve) => {
      sent.once('response', (response) => resolve(response.statusCode ?? 0));
    });
    sent.on('error', () => {});
    // Not ended: each waits for its rest.
    sent.write(part);
    return { sent, status };
  });
  expect(await Promise.race(open.map(({ status }) => status))).toBe(503);
  for (const { sent } of open) sent.destroy();
  await expect.poll(async () => (await send(logs(call('shop')))).status).toBe(200);
});

test('a body of millions of records takes no more than its first ones', async () => {
  const body = gzipSync(`{"resourceLogs":[${'{},'.repeat(5_000_000)}{}]}`, { level: 1 });
  expect(await send(body, { 'content-encoding': 'gzip' })).toMatchObject({ status: 200 });
  expect(await send(logs(call('shop')))).toMatchObject({ status: 200 });
});

test.each([
  'file://',
  'data:',
  'null',
  '',
  'chrome-extension://abcdefghijklmnop',
  'moz-extension://x',
  'vscode-webview://x',
  'https://evil.test',
  'http://127.0.0.1.evil.test',
])('refuses the origin "%s"', async (origin) => {
  expect(await send(logs(call('shop')), { origin })).toMatchObject({ status: 403 });
  expect(existsSync(join(data, 'spool'))).toBe(false);
});

test('takes an origin that was allowed, and those of this machine', async () => {
  receiver.stop();
  await receiver.ended;
  receiver = startHere(['watch', '--receive', '--port', '0', '--json', '--allow-origin', 'vscode-webview://mine'], {
    data,
  });
  url = JSON.parse(await receiver.line()).url;
  for (const origin of ['vscode-webview://mine', 'http://localhost:3000'])
    expect(await send(logs(call('shop')), { origin })).toMatchObject({ status: 200 });
});

test('a body with a thousand server names becomes one file', async () => {
  const calls = Array.from({ length: 1000 }, (_, index) => call(`shop-${index}`));
  expect(await send(logs(...calls))).toMatchObject({ status: 200 });
  expect(readdirSync(join(data, 'spool'))).toHaveLength(1);
});
