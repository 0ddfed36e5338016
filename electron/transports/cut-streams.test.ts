// Connections cut at every byte of a body, an event stream or a line of stdout. Each time the log has the received bytes once,
// reports the end, and nothing stays open.

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { HttpTransport } from './http.ts';
import { LineFramer } from './line-framer.ts';
import { EventLog } from './testing/test-peers.ts';

const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanup.splice(0).reverse()) await step();
});

/** Answers each request with the first `cut()` bytes of `bytes`, and hangs up. */
async function serveCut(bytes: Buffer, cut: () => number) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let asked = '';
    socket.on('data', (chunk) => {
      asked += chunk;
      if (!asked.includes('\r\n\r\n') || !asked.endsWith('}')) return;
      socket.end(bytes.subarray(0, cut()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, sockets };
}

const answer = '{"jsonrpc":"2.0","id":1,"result":{"x":"ü🚒"}}';
const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call"}';
const head = (type: string, more = '') =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n${more}connection: close\r\n\r\n`;
const length = `content-length: ${Buffer.byteLength(answer)}\r\n`;

const streams: [name: string, head: string, body: string][] = [
  ['a body of a known length', head('application/json', length), answer],
  ['an event stream', head('text/event-stream'), `: hi\n\nid: 1\nevent: message\ndata: ${answer}\n\n`],
  [
    'a chunked event stream',
    head('text/event-stream', 'transfer-encoding: chunked\r\n'),
    `${(Buffer.byteLength(answer) + 8).toString(16)}\r\ndata: ${answer}\n\n\r\n0\r\n\r\n`,
  ],
];

describe.each(streams)('%s', (_name, first, body) => {
  const bytes = Buffer.from(first + body);

  test('cut at any byte is reported, with nothing invented or left open', async () => {
    let at = 0;
    const { url, sockets } = await serveCut(bytes, () => at);
    for (at = 0; at < bytes.length; at += 1) {
      const log = new EventLog();
      const transport = new HttpTransport({ url, headers: {} }, log.onEvents);
      await transport.send(call, { id: 1, isAnswered: () => true }).catch(() => {});
      const ended = await log.until(
        (event) =>
          (event.lane === 'life' && event.event === 'stream_ended') ||
          (event.lane === 'http' && (event.http.error !== undefined || event.http.endedAt !== undefined)),
      );
      expect([at, ended.lane]).toEqual([at, expect.stringMatching(/^(?:life|http)$/)]);
      for (const event of log.events) {
        if (event.lane !== 'in') continue;
        // The whole message, or a marked beginning of it: a character may be split.
        const text = event.text.replace(/\ufffd+$/, '');
        expect([at, answer.startsWith(text)]).toEqual([at, true]);
        expect([at, event.text === answer || event.partial === true]).toEqual([at, true]);
      }
      expect([at, log.texts('in').length <= 1]).toEqual([at, true]);
      await transport.close();
    }
    // A complete message is a response.
    at = bytes.length;
    const log = new EventLog();
    const transport = new HttpTransport({ url, headers: {} }, log.onEvents);
    await transport.send(call, { id: 1, isAnswered: () => true });
    await log.until(({ lane }) => lane === 'in');
    expect(log.texts('in')).toEqual([answer]);
    await transport.close();
    while (sockets.size > 0) await new Promise((resolve) => setImmediate(resolve));
  });
});

test('marks a line that is cut at any byte, and keeps those before it', () => {
  const bytes = Buffer.from(`${answer}\n${answer}\n`);
  for (let at = 0; at <= bytes.length; at += 1) {
    const framer = new LineFramer();
    const lines = [...framer.push(bytes.subarray(0, at)), ...framer.end()];
    const back = Buffer.concat(
      lines.map((line) => Buffer.concat([line.bytes ?? Buffer.from(line.text), Buffer.from(line.partial ? '' : '\n')])),
    );
    expect([at, back.equals(bytes.subarray(0, at))]).toEqual([at, true]);
  }
});

test('three hundred connections in a row leave no socket and no handle', {
  timeout: 60_000,
}, async () => {
  let at = 0;
  const bytes = Buffer.from(`${head('text/event-stream')}data: ${answer}\n\n`);
  const { url, sockets } = await serveCut(bytes, () => at);
  const open = () => process.getActiveResourcesInfo().length;
  const one = async () => {
    const log = new EventLog();
    const transport = new HttpTransport({ url, headers: {} }, log.onEvents);
    await transport.send(call, { id: 1, isAnswered: () => true }).catch(() => {});
    await transport.close();
  };
  const settled = async () => {
    while (sockets.size > 0) await new Promise((resolve) => setImmediate(resolve));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  for (let i = 0; i < 10; i += 1) await one();
  await settled();
  const before = open();
  for (let i = 0; i < 300; i += 1) {
    at = (i * 37) % (bytes.length + 1);
    await one();
  }
  await settled();
  // A leak grows with each connection; the test runner's own timers vary by ones.
  expect(open() - before).toBeLessThan(30);
});
