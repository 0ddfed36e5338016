// No message ends the app: invalid input of servers, and bugs in Misfire while it reads input, over real sockets and pipes.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createTransport } from './create-transport.ts';
import { CallbackListener } from './oauth/callback-listener.ts';
import type { TransportEvent } from './transport.ts';

const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanup.splice(0).reverse()) await step();
});

async function serve(answer: (response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test.each([
  'file:///etc/hosts',
  'file:',
  'data:text/plain,x',
  'javascript:alert(1)',
  'about:blank',
  'blob:http://127.0.0.1/x',
  'mailto:a@b',
  'ws://127.0.0.1/',
  'misfire://app/',
  'http://',
  'http://[',
  '//attacker.test/x',
  'https://attacker.test/x',
  '\\\\attacker\\share',
  '\u0000',
  'x'.repeat(100_000),
])('rejects the SSE endpoint %j with a message, or treats it as a path', async (endpoint) => {
  const url = await serve((response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`event: endpoint\ndata: ${endpoint}\n\n`),
  );
  const events: TransportEvent[] = [];
  const transport = createTransport({ kind: 'sse', url, headers: {} }, (some) => void events.push(...some));
  cleanup.push(() => transport.close());
  const problem = await transport.start().then(
    () => '',
    (error: Error) => error.message,
  );
  if (problem === '') expect(new URL(endpoint, url).origin).toBe(new URL(url).origin);
  else {
    expect(problem).toMatch(/endpoint|another place/);
    expect(events).toContainEqual(expect.objectContaining({ event: 'connect_failed', message: problem }));
  }
});

/** A program that prints one line and keeps running. */
function talker(): string {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-talker-'));
  cleanup.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'talker.mjs');
  writeFileSync(file, "process.stdout.write('{}\\n');\nprocess.stdin.resume();\n");
  return file;
}

test.each(['stdio', 'http', 'sse'] as const)('a bug while reading %s ends only that connection', async (kind) => {
  const reported: unknown[] = [];
  const rows: TransportEvent[] = [];
  const url = await serve((response) => {
    if (kind === 'sse')
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write('event: endpoint\ndata: /m\n\ndata: {}\n\n');
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":"2.0","id":1,"result":{}}');
  });
  const config =
    kind === 'stdio' ? { kind, command: process.execPath, args: [talker()], env: {} } : { kind, url, headers: {} };
  const transport = createTransport(
    config,
    (events) => {
      if (events.some(({ lane }) => lane === 'in')) throw new Error('planted');
      rows.push(...events);
    },
    { report: (problem) => void reported.push(problem) },
  );
  cleanup.push(() => transport.close());
  await transport.start().catch(() => undefined);
  if (kind === 'http') await transport.send('{"jsonrpc":"2.0","id":1,"method":"ping"}', { id: 1 });
  await expect.poll(() => rows.some((row) => row.lane === 'life' && row.message?.includes('planted'))).toBe(true);
  expect(reported).toContainEqual(new Error('planted'));
  await transport.close();
});

test('does not send a message that cannot be recorded, and reports it to the sender', async () => {
  const url = await serve((response) => response.end());
  const report = () => undefined;
  const transport = createTransport(
    { kind: 'http', url, headers: {} },
    () => {
      throw new Error('The disk is full.');
    },
    { report },
  );
  cleanup.push(() => transport.close().catch(() => undefined));
  await expect((async () => transport.send('{}'))()).rejects.toThrow('The disk is full.');
});

test('answers or drops a sign-in callback that arrives while the listener closes', async () => {
  const listener = await CallbackListener.open({ onExchange: () => undefined });
  const { port, host } = new URL(listener.redirectUri);
  const socket = connect(Number(port), '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(`GET /callback?state=${listener.state}&code=x HTTP/1.1\r\nHost: ${host}\r\n`);
  // The server has the connection and half of a request; it closes, and the rest arrives.
  await new Promise((resolve) => setTimeout(resolve, 50));
  listener.close();
  expect(listener.redirectUri).toContain(port);
  const ended = new Promise((resolve) => socket.once('close', resolve).on('error', () => undefined));
  socket.resume();
  socket.end('\r\n');
  await ended;
});
