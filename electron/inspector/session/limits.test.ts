// Exceeds each limit of a call once: the row names it, and the connection survives. call-clock.test.ts checks exact timeouts, so that a
// slow machine cannot break this test.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { liveGroups } from '../../transports/process-groups.ts';
import { makeScriptFolder } from '../../transports/testing/test-peers.ts';
import { TestInspector } from '../testing/test-inspector.ts';

const scripts = makeScriptFolder();
let bench: TestInspector;
beforeEach(async () => {
  bench = await TestInspector.open();
});
afterEach(async () => {
  await bench.close();
  expect(liveGroups()).toEqual([]);
});
afterAll(() => scripts.remove());

// Answers `busy` with progress at once and then every 50 ms, but never with a result. Answers `long` with the requested number of letters.
const peer = `
  import { createInterface } from 'node:readline';
  const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const answer = (result) => say({ result, jsonrpc: '2.0', id });
    if (method === 'initialize') return answer({ protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'p', version: '1' } });
    if (method === 'long') return answer({ text: 'é'.repeat(params.length) });
    if (method === 'ping') return answer({});
    if (method !== 'busy') return;
    const token = params._meta?.progressToken;
    let progress = 0;
    const report = () => {
      progress += 1;
      if (progress === params.reports) return clearInterval(timer);
      say({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress } });
    };
    const timer = setInterval(report, 50);
    report();
  }).on('close', () => process.exit(0));`;

const stdio = () => {
  const { command, args } = scripts.node(peer);
  return { kind: 'stdio', command, args };
};

const busy = (server: string, params: object, timeoutMs: number) =>
  bench.send(server, 'busy', params, { timeoutMs, progress: true });

describe('timeout', () => {
  test('is reset by progress, and the failure says so', async () => {
    const server = await bench.connect('peer', stdio());
    const { row, failure } = await bench.settled(await busy(server, { reports: 2 }, 2000));
    expect(row.outcome).toBe('timeout');
    expect(failure?.explanation).toBe(
      'Misfire stopped waiting for busy after 2.0 s; nothing came for that long after its last report of progress. peer sent no answer.',
    );
  });

  test('is not reset if the user disabled that', async () => {
    const server = await bench.connect('peer', stdio(), { progressExtends: false });
    const { row } = await bench.settled(await busy(server, { reports: 1000 }, 300));
    expect(row).toMatchObject({ outcome: 'timeout' });
  });

  test('ends the call at the total despite progress', async () => {
    const server = await bench.connect('peer', stdio(), { totalTimeoutMs: 2000 });
    const { failure } = await bench.settled(await busy(server, { reports: 1000 }, 60_000));
    expect(failure?.explanation).toBe(
      'Misfire stopped waiting for busy after 2.0 s; that is the limit for a whole call (2 s), though it still reported progress. peer sent no answer.',
    );
    expect(failure?.origin).toBe('local');
    expect((await bench.call(server, 'ping')).row.outcome).toBe('answered');
  });
});

describe('length', () => {
  test('of a line: the call it answers ends at once, and the next one works', async () => {
    const server = await bench.connect('peer', stdio(), { messageLimit: 20_000 });
    const { row, failure } = await bench.settled(await bench.send(server, 'long', { length: 50_000 }));
    expect(row).toMatchObject({ outcome: 'unanswered', headline: 'Answer too long' });
    expect(failure?.explanation).toContain('100 kB, and the limit for one message of this server is 20 kB');
    expect(failure).toMatchObject({ class: 'too_large', retry: { verdict: 'after_fix' } });
    expect((await bench.send(server, 'long', { length: 5 }).then((id) => bench.settled(id))).row.outcome).toBe(
      'answered',
    );
  });

  test.each(['json', 'stream'])('of a response over HTTP as %s', async (how) => {
    const http = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      if (request.method !== 'POST') return response.writeHead(405).end();
      const { id, method } = JSON.parse(body);
      if (id === undefined) return response.writeHead(202).end();
      const hello = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'p', version: '1' } };
      const result = method === 'initialize' ? hello : { text: 'x'.repeat(30_000) };
      const text = JSON.stringify({ jsonrpc: '2.0', id, result });
      const isStream = how === 'stream' && method !== 'initialize';
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
      response.end(isStream ? `data: ${text}\n\n` : text);
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
      const server = await bench.connect('peer', { kind: 'http', url }, { messageLimit: 2000 });
      const { row, failure } = await bench.call(server, 'long');
      expect(row).toMatchObject({ outcome: 'unanswered', headline: 'Answer too long' });
      expect(failure?.explanation).toContain('the limit for one message of this server is 2 kB');
    } finally {
      await bench.api.disconnect({ server: 'peer' });
      http.closeAllConnections();
      http.close();
    }
  });
});

test('a server that ignores signals, and one that floods, are ended with all their processes', async () => {
  const stubborn = scripts.node(`
    import { spawn } from 'node:child_process';
    process.on('SIGTERM', () => {});
    spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    ${peer.replace('process.exit(0)', 'void 0')}`);
  const flood = scripts.node(`
    ${peer}
    const noise = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(200) } }) + '\\n';
    const pour = () => { while (process.stdout.write(noise)); process.stdout.once('drain', pour); };
    process.stdin.once('data', () => setTimeout(pour, 200));`);
  const one = await bench.connect('stubborn', { kind: 'stdio', command: stubborn.command, args: stubborn.args });
  const other = await bench.connect('flood', { kind: 'stdio', command: flood.command, args: flood.args });
  expect((await bench.call(one, 'ping')).row.outcome).toBe('answered');
  await expect.poll(async () => (await bench.view(other)).counts.messages).toBeGreaterThan(2000);
  expect((await bench.call(one, 'ping')).row.outcome).toBe('answered');
  await bench.api.disconnect({ server: other });
  await bench.api.disconnect({ server: one });
  expect(liveGroups()).toEqual([]);
});
