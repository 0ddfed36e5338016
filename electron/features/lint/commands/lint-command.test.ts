// `misfire lint` as a program: what it prints in each format, and how it exits.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runHere } from '../../../launch/testing/run-here.ts';

const server = `
import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const tools = [{ name: 'pay', description: 'Pays.', inputSchema: { type: 'object', properties: { tags: { type: 'array' } } } }];
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (method === 'tools/list') send({ id, result: params.cursor ? { tools: [{ name: 'pay' }] } : { tools, nextCursor: 'more' } });
  else if (id !== undefined) send({ id, error: { code: -32601, message: 'no' } });
}
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-lint-'));
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, 'server.mjs'), server);
  const entry = { command: process.execPath, args: [join(folder, 'server.mjs')] };
  writeFileSync(join(folder, '.mcp.json'), `{\n  "mcpServers": {\n    "billing": ${JSON.stringify(entry)}\n  }\n}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lint = (...args: string[]) => runHere(['lint', '.mcp.json#billing', ...args], { cwd: folder, data: folder });

test('all pages are read, and each note says what, where and what to do', async () => {
  const { stdout, stderr, code } = await lint();
  expect(stdout).toContain('billing  ✗ tool pay /inputSchema/properties/tags');
  expect(stdout).toContain('There are two with the name pay');
  expect(stdout).toContain('OpenAI’s service refuses it. As reported, not run: https://');
  expect(stdout).toMatch(/^ +\+ +"items": \{\}$/m);
  expect(stderr).toContain('1 server: 3 errors, 1 warning, 1 note.');
  expect(code).toBe(1);
  expect((await lint('--exit-zero')).code).toBe(0);
});

test('a note that several tools have is printed once, and counted for each', async () => {
  const alike = server
    .replace('const tools = [', 'const tools = ["ask", "get"].map((name) => ({ ...pay, name })).concat([')
    .replace("{ type: 'array' } } } }];", "{ type: 'array' } } } }]);")
    .replace(
      'const send',
      "const pay = { description: 'Does it.', inputSchema: { type: 'object', properties: { tags: { type: 'array' } } } };\nconst send",
    )
    .replace(", nextCursor: 'more'", '');
  writeFileSync(join(folder, 'server.mjs'), alike);
  const { stdout, stderr } = await lint();
  expect(stdout.match(/^billing {2}✗ tool/gm)).toHaveLength(1);
  expect(stdout).toContain('billing  ✗ tool ask and 2 more /inputSchema/properties/tags');
  expect(stdout.match(/^ +\+ +"items": \{\}$/gm)).toHaveLength(1);
  expect(stderr).toContain('1 server: 3 errors');
});

test('a server that was not reached is not counted as one without errors', async () => {
  const both = await lint('http://127.0.0.1:1/mcp');
  expect(both.stderr).toContain('1 server: 3 errors, 1 warning, 1 note. 1 server not reached. Use misfire doctor');
  expect(both.code).toBe(3);
  const alone = await runHere(['lint', 'http://127.0.0.1:1/mcp'], { data: folder });
  expect(alone.stderr).not.toContain('0 errors');
});

test('a scanner is sent to the entry that starts the server', async () => {
  const { stdout, code } = await lint('--format', 'sarif');
  expect(code).toBe(1);
  const [{ results }] = JSON.parse(stdout).runs;
  expect(results[0].partialFingerprints['misfire/v1']).toMatch(/^[\w-]+:billing:tool%20pay:/);
  expect(results[0].locations[0]).toMatchObject({
    physicalLocation: { artifactLocation: { uri: '.mcp.json' }, region: { startLine: 3 } },
    logicalLocations: [
      { fullyQualifiedName: 'billing/tool pay' },
      { fullyQualifiedName: 'billing/tool pay/inputSchema/properties/tags' },
    ],
  });
});

test('a server that is not there is an error of the run, not of its offers', async () => {
  writeFileSync(join(folder, 'server.mjs'), 'process.exit(1)');
  const { stdout, code } = await lint('--format', 'junit');
  expect(code).toBe(3);
  expect(stdout).toContain('errors="1"');
});

test('an address is asked for its server card, without the headers of the server', async () => {
  const asked: { url: string; authorization: string | undefined }[] = [];
  const http = createServer((request, response) => {
    if (request.method === 'GET') {
      asked.push({ url: request.url ?? '', authorization: request.headers.authorization });
      const isCard = request.url === '/.well-known/mcp/server-card.json';
      response.writeHead(isCard ? 200 : 404, { 'content-type': 'application/json' });
      response.end(isCard ? JSON.stringify({ name: 'a/b', description: 'Pays.', version: '9' }) : '');
      return;
    }
    let text = '';
    request.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const { id, method } = JSON.parse(text);
      if (id === undefined) return response.writeHead(202).end();
      const result =
        method === 'initialize'
          ? { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }
          : { tools: [] };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  const { stdout } = await runHere(['lint', url, '--json', '--header', 'Authorization: Bearer abc'], {
    data: folder,
  });
  http.closeAllConnections();
  http.close();
  expect(stdout).toContain('server-card-agreement');
  const cards = asked.filter((one) => one.url.includes('server-card'));
  expect(cards.map((one) => one.url)).toEqual(['/mcp/server-card', '/.well-known/mcp/server-card.json']);
  expect(cards.every(({ authorization }) => authorization === undefined)).toBe(true);
});
