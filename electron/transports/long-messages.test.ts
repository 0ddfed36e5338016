// A long message is decoded in one turn of the event loop and delivered in a later one: other timers, sockets and pipes run in between.
// bench/large-frame.ts measures how long each turn takes.

import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { readHttpBody } from './http-body.ts';
import { LineFramer } from './line-framer.ts';
import { StdioTransport } from './stdio.ts';
import { makeScriptFolder } from './testing/test-peers.ts';

const scripts = makeScriptFolder();
afterAll(() => scripts.remove());

const long = 5_000_000;

test.each([
  ['long', long, ['text', 'others', 'handed over']],
  ['short', 100, ['text', 'handed over', 'others']],
])('over stdio: a %s line', async (_name, length, expected) => {
  const order: string[] = [];
  const { push } = LineFramer.prototype;
  const spy = vi.spyOn(LineFramer.prototype, 'push').mockImplementation(function (this: LineFramer, chunk) {
    const lines = push.call(this, chunk);
    if (lines.length > 0) {
      order.push('text');
      setImmediate(() => order.push('others'));
    }
    return lines;
  });
  const transport = new StdioTransport(
    scripts.node(`process.stdout.write('w'.repeat(${length}) + '\\n'); setInterval(() => {}, 1000);`),
    (events) => {
      if (events.some(({ lane }) => lane === 'in')) order.push('handed over');
    },
  );
  onTestFinished(async () => {
    spy.mockRestore();
    await transport.close();
  });
  await transport.start();
  await expect.poll(() => order.length).toBe(3);
  expect(order).toEqual(expected);
});

test.each([
  ['long', long, ['others', 'handed over']],
  ['short', 100, ['handed over', 'others']],
])('over HTTP: a %s body', async (_name, length, expected) => {
  const server = createServer((_request, response) => response.end('w'.repeat(length)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const response = await new Promise<IncomingMessage>((resolve) => get(url, resolve));
  const order: string[] = [];
  response.once('end', () => setImmediate(() => order.push('others')));
  const { framed } = await readHttpBody(response, url);
  order.push('handed over');
  await expect.poll(() => order.length).toBe(2);
  expect(framed.text).toHaveLength(length);
  expect(order).toEqual(expected);
});
