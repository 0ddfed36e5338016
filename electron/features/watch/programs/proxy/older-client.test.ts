// Clients of the older transport, HTTP+SSE, through a real proxy: the official client that falls back to it as its example does, and
// two of them at once. What one client says is one run, and nothing of it is a failure.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

async function watched(use: (address: URL) => Promise<void>, plan?: Plan) {
  const data = mkdtempSync(join(tmpdir(), 'misfire-older-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const url = await startServer();
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
