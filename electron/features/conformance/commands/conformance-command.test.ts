// `misfire conformance` as a program: what an earlier run left, and the official suite for real, through the proxy.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { builtSample } from '../../../launch/testing/built-program.ts';
import { runHere } from '../../../launch/testing/run-here.ts';

const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');
const sample = builtSample('closient');

let folder: string;
let child: ChildProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-conformance-test-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  child = null;
  rmSync(folder, { recursive: true, force: true });
});

const misfire = (...args: string[]) =>
  runHere(['conformance', ...args], { data: folder, env: { MISFIRE_CONFORMANCE: suite } });

test('what an earlier run left is read, and only failures fail', async () => {
  const place = join(folder, 'results', 'server-tools-list-2026-11-15T10-00-00-000Z');
  mkdirSync(place, { recursive: true });
  const check = (id: string, status: string, errorMessage = '') => ({
    id,
    name: id,
    description: 'Lists tools',
    status,
    errorMessage,
    timestamp: '2026-11-15T10:00:01.000Z',
  });
  writeFileSync(
    join(place, 'checks.json'),
    JSON.stringify([
      check('a', 'SUCCESS'),
      check('b', 'INFO'),
      check('c', 'FAILURE', 'No tools'),
      check('d', 'SKIPPED'),
    ]),
  );
  const told = await misfire('http://127.0.0.1:1/mcp', '--results', folder);
  expect(told.stdout).toContain('✗ tools-list  c: No tools');
  expect(told.stderr).toContain('1 of 3 checks passed, 1 failed.');
  expect(told.code).toBe(1);
  expect((await misfire('http://127.0.0.1:1/mcp', '--results', folder, '--format', 'junit')).stdout).toMatch(
    /<testsuite .*tests="3" failures="1" .*skipped="1"/,
  );
  expect(await misfire('http://127.0.0.1:1/mcp', '--results', join(folder, 'none'))).toMatchObject({ code: 2 });
  expect(await misfire('some-command')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('only supports HTTP servers'),
  });
});

test('the official suite runs against a server, and a failed check stands beside its traffic', {
  timeout: 120_000,
}, async () => {
  child = spawn(process.execPath, [sample], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line');
  const { url } = JSON.parse(String(line)) as { url: string };
  const told = await misfire(url, '--scenario', 'tools-call-simple-text');
  // The sample has no such tool, and says so; that is the traffic that failed the check.
  expect(told.stdout).toMatch(/✗ tools-call-simple-text/);
  expect(told.stdout).toMatch(/→ .*tools\/call/);
  expect(told.code).toBe(1);
});

/** In place of the official suite, whose scenarios take minutes: two connections, and a failed check of the second. */
const twoScenarios = `
import { mkdirSync, writeFileSync } from 'node:fs';
const given = (name) => process.argv[process.argv.indexOf(name) + 1];
const send = (id, method, params) => fetch(given('--url'), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ jsonrpc: '2.0', id, method, params }) }).then((answer) => answer.text());
for (const name of ['of_the_first', 'of_the_second']) {
  await send(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'suite', version: '1' } });
  await send(2, 'tools/call', { name, arguments: {} });
}
const folder = given('--output-dir') + '/server-second-2026-11-15T10-00-00-000Z';
mkdirSync(folder, { recursive: true });
const check = { id: 'a', name: 'a', description: 'Calls', status: 'FAILURE', errorMessage: 'No tool', timestamp: '2100-01-01T00:00:00.000Z' };
writeFileSync(folder + '/checks.json', JSON.stringify([check]));
`;

test('a failed check has the traffic of its own scenario only', async () => {
  const server = createServer(async (request, response) => {
    const { id, params } = JSON.parse(await text(request));
    const error = { code: -32602, message: `Tool ${params.name} not found` };
    const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(params.name ? { error } : { result }) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const program = join(folder, 'suite.mjs');
  writeFileSync(program, twoScenarios);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const { stdout } = await runHere(['conformance', url], { data: folder, env: { MISFIRE_CONFORMANCE: program } });
  expect(stdout).toContain('has no tool of_the_second');
  expect(stdout).not.toContain('of_the_first');
});

test('a server that is not there is told before the suite is run', async () => {
  const told = await misfire('http://127.0.0.1:1/mcp');
  // In the words of every other place that says so.
  expect(told.stderr).toBe('misfire: ECONNREFUSED: Nothing is listening at 127.0.0.1:1. Is the server running?\n');
  expect(told.code).toBe(3);
  expect((await misfire('http://nobody.invalid/mcp')).stderr).toContain(
    'The name “nobody.invalid” could not be resolved.',
  );
});
