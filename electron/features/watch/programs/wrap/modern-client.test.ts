// The official client of revision 2026-07-28 and a server that speaks nothing older, with and without Misfire between them.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtProgram, builtSample } from '../../../../launch/testing/built-program.ts';
import { openProxy } from '../proxy/proxy.ts';
import { ProxyCopy } from '../proxy/proxy-copy.ts';
import { readSpool, wrapProgram } from '../testing/test-peers.ts';

const modern = builtSample('modern');

let data: string;
let child: ChildProcess | null = null;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-modern-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  child = null;
  rmSync(data, { recursive: true, force: true });
});

/** Lists, calls, progress, failures, and a tool that asks back twice before it does anything. */
async function converse(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<unknown> {
  const client = new Client(
    { name: 'modern-client', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  client.setRequestHandler('elicitation/create', async () => ({
    action: 'accept',
    content: { confirm: true, note: 'größe 👩‍🚀' },
  }));
  await client.connect(transport);
  const { tools } = await client.listTools();
  const { prompts } = await client.listPrompts();
  const { resources } = await client.listResources();
  const called = [
    await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } }),
    await client.callTool({ name: 'fail', arguments: {} }),
    await client.callTool({ name: 'add', arguments: { a: 'x' } }).catch((error: Error) => error.message),
    await client.callTool({ name: 'no-such-tool', arguments: {} }).catch((error: Error) => error.message),
    await client.callTool({ name: 'deploy', arguments: { env: 'test' } }).catch((error: Error) => error.message),
    await client
      .callTool({ name: 'slow', arguments: { steps: 3, ms: 5 } }, { onprogress: () => {} })
      .catch((error: Error) => error.message),
  ];
  const version = client.getNegotiatedProtocolVersion();
  await client.close();
  // This client does not report steps that come with the answer, watched or not: the spool has them.
  return { tools, prompts, resources, called, version };
}

async function serve(): Promise<string> {
  child = spawn(process.execPath, [modern, '--http'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line');
  return (JSON.parse(String(line)) as { url: string }).url;
}

const methods = (lane: 'in' | 'out' = 'out') =>
  readSpool(data).events.flatMap((event) => (event.lane === lane ? [JSON.parse(event.text).method as string] : []));
const steps = () => methods('in').filter((method) => method === 'notifications/progress').length;

describe('the official client of 2026-07-28', () => {
  it('notices no wrap', async () => {
    const bare = { command: process.execPath, args: [modern], stderr: 'ignore' as const };
    const own = [wrapProgram, '--name', 'modern', '--data', data, '--', bare.command];
    const without = await converse(new StdioClientTransport(bare));
    expect(without).toMatchObject({ version: '2026-07-28' });
    expect(await converse(new StdioClientTransport({ ...bare, args: [...own, modern] }))).toEqual(without);
    expect(methods()).toContain('server/discover');
    expect(steps()).toBe(3);
    expect(readSpool(data).problems).toEqual([]);
  });

  it('notices no proxy, and reaches an address through the bridge', async () => {
    const url = await serve();
    const without = await converse(new StreamableHTTPClientTransport(new URL(url)));
    expect(without).toMatchObject({ version: '2026-07-28' });
    const copy = new ProxyCopy({ dataDir: data, name: 'modern', url });
    const proxy = await openProxy({ url: new URL(url), port: 0, copy, onChallenge: () => {} });
    expect(await converse(new StreamableHTTPClientTransport(new URL(proxy.url)))).toEqual(without);
    await proxy.close();
    await copy.close();
    expect(methods().filter((method) => method === 'tools/call').length).toBeGreaterThanOrEqual(6);
    expect(steps()).toBe(3);
    const bridge = { command: process.execPath, args: [builtProgram, 'wrap', '--data', data, '--', url] };
    expect(await converse(new StdioClientTransport({ ...bridge, stderr: 'ignore' }))).toEqual(without);
  });
});
