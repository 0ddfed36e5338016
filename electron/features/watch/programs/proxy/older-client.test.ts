// Clients that fall back, through a real proxy: the official client to the older transport HTTP+SSE, as its example does, two of them at
// once, and the newer official client to `initialize`. What one client says is one run, and nothing of it is a failure.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as NewerClient, StreamableHTTPClientTransport as NewerTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { expect, it, onTestFinished } from 'vitest';
import { readCapture } from '../../../../../shared/capture/capture.ts';
import { decodeCapture } from '../../../../../shared/exchange/decode-capture.ts';
import { type Plan, readPlan } from '../../../../../shared/features/rehearse/rehearsal-plan.ts';
import { Rehearsal } from '../../../rehearse/running/rehearsal.ts';
import { openProxy } from './proxy.ts';
import { ProxyCopy } from './proxy-copy.ts';
import { HttpRehearsal } from './rehearse-exchange.ts';

async function addressOf(server: Server): Promise<URL> {
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

/** Speaks HTTP+SSE alone: it has nothing to say to a POST at the address of its stream. */
async function startServer(): Promise<URL> {
  const sessions = new Map<string, SSEServerTransport>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const session = sessions.get(url.searchParams.get('sessionId') ?? '');
    if (request.method === 'POST' && session) return session.handlePostMessage(request, response);
    if (request.method !== 'GET') return void response.writeHead(404).end('Not here');
    const transport = new SSEServerTransport('/messages', response);
    sessions.set(transport.sessionId, transport);
    const mcp = new McpServer({ name: 'older', version: '1' });
    mcp.registerTool('hello', {}, () => ({ content: [{ type: 'text', text: 'hello' }] }));
    await mcp.connect(transport);
  });
  return addressOf(server);
}

/** Speaks Streamable HTTP up to 2025-11-25; `refuse` answers what comes without a session. */
async function startBeforeDiscovery(
  refuse: (response: ServerResponse, id: unknown) => void,
  hasSessions = true,
): Promise<URL> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (id === undefined) return void response.writeHead(202).end();
    if (method === 'server/discover') return refuse(response, id);
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'a', version: '1' },
      },
      'tools/call': { content: [{ type: 'text', text: 'hello' }] },
    };
    const session = hasSessions && method === 'initialize' ? { 'mcp-session-id': randomUUID() } : {};
    response.writeHead(200, { 'content-type': 'application/json', ...session });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }));
  });
  return addressOf(server);
}

async function watched(use: (address: URL) => Promise<void>, plan?: Plan, start = startServer) {
  const data = mkdtempSync(join(tmpdir(), 'misfire-older-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const url = await start();
  const copy = new ProxyCopy({ dataDir: data, name: 'older', url: url.href });
  const rehearsing = plan ? { rehearsal: new HttpRehearsal(new Rehearsal(plan, () => true)) } : {};
  const proxy = await openProxy({ url, port: 0, copy, ...rehearsing, onChallenge: () => {} });
  await use(new URL(proxy.url));
  await proxy.close();
  await copy.close();
  const names = readdirSync(join(data, 'spool')).filter((name) => name.endsWith('.jsonl'));
  return names.map((name) => {
    const { entries, started, header } = readCapture(readFileSync(join(data, 'spool', name), 'utf8'));
    const said = entries.flatMap(({ event }) => (event.lane === 'out' ? [JSON.parse(event.text).method] : []));
    const touched = entries.filter(({ event }) => event.rehearsed).length;
    return { client: header.client, said, failures: decodeCapture(entries, started), touched };
  });
}

it('keeps a client that falls back in one run, without a failure', async () => {
  const runs = await watched(async (address) => {
    const refused = new Client({ name: 'fallback', version: '1' });
    await expect(refused.connect(new StreamableHTTPClientTransport(address))).rejects.toThrow();
    const client = new Client({ name: 'fallback', version: '1' });
    await client.connect(new SSEClientTransport(address));
    await client.callTool({ name: 'hello' });
    await client.close();
  });
  const said = ['initialize', 'initialize', 'notifications/initialized', 'tools/call'];
  expect(runs).toEqual([{ client: 'fallback', said, failures: [], touched: 0 }]);
});

const unknownMethod = (response: ServerResponse, id: unknown) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }));

it.each([
  ['-32601', unknownMethod, true],
  ['-32601, of a server without sessions', unknownMethod, false],
  ['HTTP 404', (response: ServerResponse) => response.writeHead(404).end('Not Found'), true],
  ['HTTP 400', (response: ServerResponse) => response.writeHead(400).end('No session'), true],
] as const)(
  'keeps a client of 2026-07-28 in one run, without a failure, if server/discover gets %s',
  async (...given) => {
    const [, refuse, hasSessions] = given;
    const start = () => startBeforeDiscovery(refuse, hasSessions);
    const runs = await watched(
      async (address) => {
        const client = new NewerClient({ name: 'newer', version: '1' }, { versionNegotiation: { mode: 'auto' } });
        await client.connect(new NewerTransport(address));
        await client.callTool({ name: 'hello' });
        await client.close();
      },
      undefined,
      start,
    );
    const said = ['server/discover', 'initialize', 'notifications/initialized', 'tools/call'];
    expect(runs).toEqual([{ client: 'newer', said, failures: [], touched: 0 }]);
  },
);

it('keeps two clients with equal ids apart', async () => {
  const runs = await watched(async (address) => {
    const clients = ['a', 'b'].map((name) => new Client({ name, version: '1' }));
    for (const client of clients) await client.connect(new SSEClientTransport(address));
    await Promise.all(clients.map((client) => client.callTool({ name: 'hello' })));
    for (const client of clients) await client.close();
  });
  const said = ['initialize', 'notifications/initialized', 'tools/call'];
  expect(runs.map((run) => [run.said, run.failures])).toEqual([
    [said, []],
    [said, []],
  ]);
});

it('is not touched by a rehearsal: the client would wait for ever for an answer on its stream', async () => {
  const read = readPlan('{"steps":[{"do":{"answer":"internal"}}]}');
  if (!read.ok) throw new Error(read.problem);
  const runs = await watched(async (address) => {
    const client = new Client({ name: 'older', version: '1' });
    await client.connect(new SSEClientTransport(address));
    const result = await client.callTool({ name: 'hello' });
    expect(result).toMatchObject({ content: [{ text: 'hello' }] });
    await client.close();
  }, read.plan);
  expect(runs).toMatchObject([{ failures: [], touched: 0 }]);
});
