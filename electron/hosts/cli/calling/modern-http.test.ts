// `misfire call` against a server of 2026-07-28 over HTTP: tools that clients must leave out, headers, and a refused revision.

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runHere } from '../../../launch/testing/run-here.ts';

const schema = (header: string) => ({
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': header } },
});
const tools = [
  { name: 'good', inputSchema: schema('Region') },
  { name: 'bad', inputSchema: schema('My Region') },
];
const revision = '2026-07-28';

let server: Server;
let url: string;
let folder: string;
let asked: { method: string; headers: IncomingHttpHeaders; name: unknown }[];
/** How many questions are refused with a list of revisions, before others are answered. */
let refusals: number;

beforeEach(async () => {
  asked = [];
  refusals = 0;
  folder = mkdtempSync(join(tmpdir(), 'misfire-cli-modern-'));
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { id, method, params } = JSON.parse(body || '{}');
    asked.push({ method, headers: request.headers, name: params?.name });
    const reply = (status: number, message: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, ...message }));
    const done = (result: object) => reply(200, { result: { resultType: 'complete', ...result } });
    if (refusals > 0) {
      refusals -= 1;
      reply(400, { error: { code: -32022, message: 'Unsupported protocol version', data: { supported: [revision] } } });
    } else if (method === 'server/discover')
      done({ supportedVersions: [revision], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'private' });
    else if (method === 'tools/list') done({ tools, ttlMs: 0, cacheScope: 'private' });
    else if (method === 'tools/call') done({ content: [{ type: 'text', text: 'called' }] });
    else reply(404, { error: { code: -32601, message: 'Method not found' } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = (...args: string[]) => runHere(['call', url, ...args], { data: folder });
const called = () => asked.filter(({ method }) => method === 'tools/call');

it('does not call a tool whose x-mcp-header is invalid, unless forced', async () => {
  const refused = await call('bad', 'region=north', '--era', 'modern');
  expect(refused.stderr).toContain('must not call this tool: x-mcp-header "My Region" is not a header name.');
  expect(refused.code).toBe(2);
  expect(called()).toEqual([]);
  expect((await call('bad', 'region=north', '--era', 'modern', '--no-check')).code).toBe(0);
  expect(called()).toMatchObject([{ name: 'bad' }]);
});

it('says in the list which tool clients leave out', async () => {
  const { stdout } = await call('--era', 'modern');
  expect(stdout).toMatch(/^tool\tbad\t.*Clients leave it out: x-mcp-header "My Region" is not a header name\.$/m);
  expect(stdout).toMatch(/^tool\tgood\t[^\n]*$/m);
});

it('repeats the marked argument of a valid tool in a header', async () => {
  expect((await call('good', 'region=Zürich', '--era', 'modern')).code).toBe(0);
  const encoded = `=?base64?${Buffer.from('Zürich').toString('base64')}?=`;
  expect(called()[0]?.headers).toMatchObject({
    'mcp-method': 'tools/call',
    'mcp-name': 'good',
    'mcp-param-region': encoded,
  });
});

it('connects to a server that refuses “initialize”, without an option for its revision', async () => {
  const { code, stdout } = await call('good', 'region=north');
  expect(asked.map(({ method }) => method)).toContain('initialize');
  expect(stdout).toContain('called');
  expect(code).toBe(0);
});

it('asks again with a revision that the refusal lists', async () => {
  refusals = 1;
  expect((await call('good', 'region=north', '--era', 'modern')).code).toBe(0);
  expect(asked.slice(0, 2).map(({ method, headers }) => [method, headers['mcp-protocol-version']])).toEqual([
    ['server/discover', revision],
    ['server/discover', revision],
  ]);
});

it('does not ask for ever', async () => {
  refusals = 1_000;
  const { code, stderr } = await call('good', 'region=north', '--era', 'modern');
  expect(code).toBe(3);
  expect(stderr).toContain(revision);
  expect(asked.length).toBeLessThan(5);
});
