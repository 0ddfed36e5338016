// Each entry point that exports to a collector, with a real collector: a command, a wrap as a program, a proxy.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtProgram, builtSample } from '../launch/testing/built-program.ts';
import { runHere, startHere } from '../launch/testing/run-here.ts';
import { type Receiver, readRequest, startReceiver } from '../telemetry/testing/definitions.ts';

const sample = `"${process.execPath}" "${builtSample('erlmcp')}"`;
let data: string;
let receiver: Receiver;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'misfire-collector-'));
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  rmSync(data, { recursive: true, force: true });
});

const run = (args: string[], env: Record<string, string> = {}) =>
  spawn(process.execPath, [builtProgram, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });

function ended(child: ReturnType<typeof run>): Promise<{ code: number | null; said: string }> {
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  child.stdout.resume();
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
}

const names = () =>
  receiver.requests
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ path, body }) => {
      readRequest(path, body);
      return [...body.matchAll(/"name":"((?:initialize|tools\/|ping)[^"]*)"/g)].map((match) => match[1]);
    });

test('call exports to a collector, by its flag or by the standard variable', async () => {
  const args = ['call', sample, 'tools/call', '{"name":"calculate"}', '--data', data];
  expect(await runHere([...args, '--otlp', receiver.url])).toMatchObject({
    code: 1,
    // What the sample itself wrote, and nothing about the collector.
    stderr: 'On stderr since the call:\n  [warning] Sending error: -32034 Invalid tool arguments\n',
  });
  // What the tool wants is asked for once it refused, to offer a corrected call.
  expect(names()).toEqual(['initialize', 'tools/call calculate', 'tools/list']);
  await runHere(args, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } });
  expect(names()).toHaveLength(6);
});

test('an address that is none is said, and a collector that is gone changes nothing but a word on stderr', async () => {
  const args = ['call', sample, 'tools/call', '{"name":"calculate"}', '--data', data, '--json', '--otlp'];
  expect(await runHere([...args, 'localhost'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--otlp takes'),
  });
  await receiver.close();
  const told = await runHere([...args, receiver.url]);
  expect(told).toMatchObject({ code: 1, stderr: expect.stringMatching(/3 spans were dropped/) });
  receiver = await startReceiver();
});

const hello = { jsonrpc: '2.0', id: 1, method: 'ping' };

test('a wrap exports the traffic to a collector and prints nothing itself', async () => {
  const echo =
    "process.stdin.on('data', () => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }) + '\\n'))";
  const child = run(['wrap', '--data', data, '--otlp', receiver.url, '--', process.execPath, '-e', echo]);
  const over = ended(child);
  child.stdin.write(`${JSON.stringify(hello)}\n`);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  child.stdin.end();
  expect(await over).toEqual({ code: 0, said: '' });
  expect(names()).toEqual(['ping']);
});

test('a proxy exports the traffic to a collector', async () => {
  const upstream = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => upstream.once('listening', resolve));
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/mcp`;
  const proxy = startHere(['proxy', url, '--json', '--otlp', receiver.url], { data });
  const { url: address } = JSON.parse(await proxy.line()) as { url: string };
  await (
    await fetch(address, {
      method: 'POST',
      body: JSON.stringify(hello),
      headers: { 'content-type': 'application/json' },
    })
  ).text();
  proxy.stop();
  await proxy.ended;
  upstream.close();
  expect(names()).toEqual(['ping']);
  expect(JSON.stringify(receiver.requests)).toContain('server.address');
});
