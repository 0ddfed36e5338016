// An entry with an address, watched and then run exactly as it is written in its client's settings: by the official client, with
// nothing in its environment but what the entry says.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtProgram } from '../../../../launch/testing/built-program.ts';
import { WatchSetup } from '../../setup/watch-setup.ts';
import { readSpool } from '../testing/test-peers.ts';

let home: string;
let data: string;
let server: Server | null = null;
const key = 'canary-of-the-header-5150';

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'misfire-watched-address-'));
  data = join(home, 'data');
  // The program from its sources, in the place of the built one.
  mkdirSync(join(home, 'node/chunks'), { recursive: true });
  mkdirSync(join(home, '.cursor'));
  writeFileSync(join(home, 'node/misfire.cjs'), `import(${JSON.stringify(builtProgram)});\n`);
  writeFileSync(join(home, 'node/cli.js'), '// \n');
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
  rmSync(home, { recursive: true, force: true });
});

const watching = (command = process.execPath) =>
  new WatchSetup({
    machine: { platform: process.platform, home, env: {} },
    dataDir: data,
    around: { platform: process.platform, isRunning: () => false, isShared: () => false, allowList: () => false },
    runtime: () => ({ command, isApp: false, program: '', folder: join(home, 'node'), version: '1' }),
  });

interface Entry {
  command: string;
  args: string[];
  env?: Record<string, string>;
}
const settings = () => join(home, '.cursor/mcp.json');
const written = (): Entry => JSON.parse(readFileSync(settings(), 'utf8')).mcpServers.api;

async function listen(handle: RequestListener): Promise<string> {
  server = createServer(handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function watch(entry: object, command?: string): Promise<void> {
  writeFileSync(settings(), JSON.stringify({ mcpServers: { api: entry } }));
  expect(await watching(command).watch('cursor/api')).toMatchObject({ ok: true });
}

/** What the client says through the entry, and what it gets. */
async function converse(): Promise<unknown> {
  const { command, args, env = {} } = written();
  const client = new Client({ name: 'cursor-vscode', version: '1' });
  await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

function answerTo(body: string): object | null {
  const { id, method, params } = JSON.parse(body);
  if (method === 'initialize')
    return {
      jsonrpc: '2.0',
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'api', version: '1' },
      },
    };
  if (method === 'tools/list')
    return { jsonrpc: '2.0', id, result: { tools: [{ name: 'look', inputSchema: { type: 'object' } }] } };
  return null;
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

describe.skipIf(process.platform === 'win32')('a watched address', () => {
  it('gets the headers of its entry, and no other client does', async () => {
    const seen: (string | undefined)[] = [];
    const url = await listen(async (request, response) => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      seen.push(request.headers['x-key'] as string | undefined);
      const answer = answerTo(await bodyOf(request));
      if (request.headers['x-key'] !== key) return response.writeHead(401).end('no key');
      if (!answer) return response.writeHead(202).end();
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    await watch({ url: `${url}/mcp`, headers: { 'X-Key': key } });
    expect(await converse()).toEqual(['look']);
    expect(new Set(seen)).toEqual(new Set([key]));
    const { events, headers } = readSpool(data);
    expect(headers).toMatchObject([{ server: 'api', client: 'Cursor', url: `${url}/mcp` }]);
    expect(events.some((event) => event.lane === 'in' && event.text.includes('look'))).toBe(true);
    expect(JSON.stringify([events, headers])).not.toContain(key);
    expect(written().args.join(' ')).not.toContain(key);
  });

  it('is spoken to in the older way where the server knows no other', async () => {
    let stream: ServerResponse | null = null;
    const url = await listen(async (request, response) => {
      if (request.method === 'GET') {
        stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
        stream.write('event: endpoint\ndata: /message\n\n');
        return;
      }
      if (request.url !== '/message') return response.writeHead(405).end();
      const answer = answerTo(await bodyOf(request));
      response.writeHead(202).end();
      if (answer) stream?.write(`event: message\ndata: ${JSON.stringify(answer)}\n\n`);
    });
    await watch({ url: `${url}/events` });
    expect(written().args).not.toContain('--transport');
    expect(await converse()).toEqual(['look']);
  });

  it('runs on any Node when the app is gone, and says what to do when there is none', async () => {
    const url = await listen(async (request, response) => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const answer = answerTo(await bodyOf(request));
      if (!answer) return response.writeHead(202).end();
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    await watch({ url: `${url}/mcp` }, '/opt/gone/misfire');
    const { command, args } = written();
    const client = new Client({ name: 'cursor-vscode', version: '1' });
    const bin = join(process.execPath, '..');
    await client.connect(new StdioClientTransport({ command, args, env: { PATH: bin }, stderr: 'ignore' }));
    expect((await client.listTools()).tools).toHaveLength(1);
    await client.close();

    const alone = new StdioClientTransport({ command, args, env: { PATH: '/nowhere' }, stderr: 'pipe' });
    let said = '';
    alone.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    await expect(new Client({ name: 'x', version: '1' }).connect(alone)).rejects.toThrow();
    expect(said).toBe(
      `This entry reaches its server through Misfire, which is gone. Give the client the address itself: ${url}/mcp\n`,
    );
  });
});
