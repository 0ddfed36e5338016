// Rehearsals through the bridge: a real process between a client on stdio and an HTTP server.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { RehearsalStep } from '../../../../../shared/features/rehearse/rehearsal-plan.ts';
import { decode } from '../../../../../shared/library/library.ts';
import { builtProgram } from '../../../../launch/testing/built-program.ts';
import { ended, readSpool, until } from '../testing/test-peers.ts';

/** A server with a read-only tool; says how many calls arrived. */
async function serve(): Promise<string> {
  let calls = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { id, method } = parts.length === 0 ? {} : JSON.parse(Buffer.concat(parts).toString());
    if (id === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
    if (method === 'tools/call') calls += 1;
    const results: Record<string, object> = {
      initialize: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'x', version: '1' } },
      'tools/list': { tools: [{ name: 'read', annotations: { readOnlyHint: true } }, { name: 'write' }] },
      'tools/call': { content: [{ type: 'text', text: `call ${calls}` }] },
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function bridge(steps: readonly RehearsalStep[]) {
  const data = mkdtempSync(join(tmpdir(), 'misfire-rehearse-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const plan = join(data, 'plan.json');
  writeFileSync(plan, JSON.stringify({ steps }));
  const own = ['--data', data, 'wrap', '--name', 'api', '--rehearse', plan, '--', await serve()];
  const child = spawn(process.execPath, [builtProgram, ...own], { stdio: ['pipe', 'pipe', 'pipe'] });
  const end = ended(child);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  let id = 0;
  const send = (method: string, params: object = {}) => {
    id += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return id;
  };
  const lines = () => text.split('\n').slice(0, -1);
  const ask = async (method: string, params: object = {}) => {
    const own = `"id":${send(method, params)},`;
    await until(() => lines().some((line) => line.includes(own)), `an answer to ${own} in ${text}`);
    return JSON.parse(lines().find((line) => line.includes(own)) ?? '');
  };
  const clientInfo = { name: 't', version: '1' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  await ask('tools/list');
  return {
    ask,
    send,
    lines,
    end,
    call: (name: string) => ask('tools/call', { name, arguments: {} }),
    marked: () => readSpool(data).events.filter(({ rehearsed }) => rehearsed),
    close: () => {
      child.stdin.end();
      return end;
    },
  };
}

it('answers in the place of the server and spoils what passes, and marks both', async () => {
  const { call, close, marked } = await bridge([
    { do: { answer: 'rate_limited', waitMs: 2000 }, often: 'once' },
    { do: { spoil: 'reported-as-success' }, often: 'once', tools: ['read'] },
  ]);
  expect(decode(await call('write'), { method: 'tools/call' })).toMatchObject({ class: 'rate_limited' });
  expect((await call('read')).result.content[0].text).toContain('Error: the request failed');
  expect((await call('read')).result.content[0].text).toBe('call 2');
  expect(await close()).toEqual({ code: 0, signal: null });
  expect(marked().map(({ lane, injected }) => `${lane} ${injected}`)).toEqual([
    'out answer:rate_limited',
    'in answer:rate_limited',
    'out spoil:reported-as-success',
    'http spoil:reported-as-success',
    'in spoil:reported-as-success',
  ]);
});

it('ends the connection in the middle of a call', async () => {
  const { send, end, lines } = await bridge([{ do: { end: 'process' } }]);
  const before = lines().length;
  send('tools/call', { name: 'read' });
  expect((await end).signal).toBeNull();
  expect(
    lines()
      .slice(before)
      .filter((line) => line.includes('call 1')),
  ).toEqual([]);
});
