// The official SDK's client and server-everything, with and without Misfire between them: the same conversation either way.

import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everythingPath as everything, startEverything } from '../../../../inspector/testing/reference-server.ts';
import { builtProgram } from '../../../../launch/testing/built-program.ts';
import { openProxy, type RunningProxy } from '../proxy/proxy.ts';
import { ProxyCopy } from '../proxy/proxy-copy.ts';
import { readSpool, wrapProgram } from '../testing/test-peers.ts';

let data: string;
let child: ChildProcess | null = null;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-real-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  child = null;
  rmSync(data, { recursive: true, force: true });
});

/** Lists, calls, progress, a refused call and an unknown tool; what varies from run to run is left out. */
async function converse(transport: Transport): Promise<unknown> {
  const client = new Client({ name: 'real-client', version: '1' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const { prompts } = await client.listPrompts();
  const { resources } = await client.listResources();
  const echo = await client.callTool({ name: 'echo', arguments: { message: 'größe 日本語 👩‍🚀' } });
  const refused = await client.callTool({ name: 'echo', arguments: {} }).catch((error: Error) => error.message);
  const unknown = await client.callTool({ name: 'no-such-tool' }).catch((error: Error) => error.message);
  const image = await client.callTool({ name: 'get-tiny-image', arguments: {} }).catch((error: Error) => error.message);
  await client.ping();
  await client.close();
  return { tools, prompts, resources: resources.length, echo, refused, unknown, image };
}

async function serve(kind: 'streamableHttp' | 'sse'): Promise<string> {
  const started = await startEverything(kind);
  child = started.child;
  return started.url;
}

const throughProxy = async (url: string, work: (proxy: RunningProxy) => Promise<unknown>): Promise<unknown> => {
  const copy = new ProxyCopy({ dataDir: data, name: 'everything', url });
  const proxy = await openProxy({ url: new URL(url), port: 0, copy, onChallenge: () => {} });
  try {
    return await work(proxy);
  } finally {
    await proxy.close();
    await copy.close();
  }
};

describe('the official client with server-everything', () => {
  it('notices no wrap', async () => {
    const bare = { command: process.execPath, args: [everything, 'stdio'], stderr: 'ignore' as const };
    const own = [wrapProgram, '--name', 'everything', '--client', 'SDK', '--data', data, '--', bare.command];
    const [without, watched] = [
      await converse(new StdioClientTransport(bare)),
      await converse(new StdioClientTransport({ ...bare, args: [...own, ...bare.args] })),
    ];
    expect(watched).toEqual(without);
    const { events, problems } = readSpool(data);
    expect(problems).toEqual([]);
    const calls = events.flatMap((event) => (event.lane === 'out' ? [JSON.parse(event.text).method] : []));
    expect(calls.filter((method) => method === 'tools/call')).toHaveLength(4);
  });

  it('notices no proxy', async () => {
    const url = await serve('streamableHttp');
    const without = await converse(new StreamableHTTPClientTransport(new URL(url)));
    const watched = await throughProxy(url, (proxy) => converse(new StreamableHTTPClientTransport(new URL(proxy.url))));
    expect(watched).toEqual(without);
    const { events, problems, headers } = readSpool(data);
    expect(problems).toEqual([]);
    expect(headers).toMatchObject([{ server: 'everything', client: 'real-client', url }]);
    const answers = events.filter(({ lane }) => lane === 'in').length;
    expect(answers).toBeGreaterThanOrEqual(8);
    expect(events.some((event) => event.lane === 'http' && event.http.status === 200)).toBe(true);
  });

  it('reaches an HTTP server through the bridge as if it were a command', async () => {
    const url = await serve('streamableHttp');
    const without = await converse(new StreamableHTTPClientTransport(new URL(url)));
    const bridge = {
      command: process.execPath,
      args: [builtProgram, 'wrap', '--data', data, '--name', 'everything', '--', url],
    };
    const watched = await converse(new StdioClientTransport({ ...bridge, stderr: 'ignore' }));
    expect(watched).toEqual(without);
    const { events } = readSpool(data);
    expect(events.filter((event) => event.lane === 'out' && event.text.includes('tools/call'))).toHaveLength(4);
  });

  it('notices no proxy in front of the older transport', async () => {
    const url = await serve('sse');
    const without = await converse(new SSEClientTransport(new URL(url)));
    const watched = await throughProxy(url, (proxy) => converse(new SSEClientTransport(new URL(proxy.url))));
    expect(watched).toEqual(without);
  });
});
