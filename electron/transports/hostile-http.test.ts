// Servers that abuse HTTP: compression bombs, event streams that flood or never stay open, and redirects that would leak
// credentials. Real sockets on loopback.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createTransport } from './create-transport.ts';
import { reconnectWait } from './reconnect.ts';
import { EventLog } from './testing/test-peers.ts';

const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanup.splice(0).reverse()) await step();
});

async function serve(answer: (response: ServerResponse, request: IncomingMessage) => unknown) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    request.resume().on('end', () => answer(response, request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen };
}

function connect(kind: 'http' | 'sse', url: string, headers: Record<string, string> = {}) {
  const log = new EventLog();
  const transport = createTransport({ kind, url, headers }, log.onEvents);
  cleanup.push(() => transport.close());
  return { log, transport };
}

const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call"}';
const answer = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":{"text":"${' '.repeat(64 * 1024 * 1024)}"}}`);

describe('never decompresses a body of 64 MB, and shows it as a row', () => {
  const gzip = gzipSync(answer, { level: 1 });
  test.each<[string, string, () => Buffer]>([
    ['gzip', 'gzip', () => gzip],
    ['deflate', 'deflate', () => deflateSync(answer, { level: 1 })],
    ['br', 'br', () => brotliCompressSync(answer, { params: { 1: 0 } })],
    ['zstd', 'zstd', () => zstdCompressSync(answer)],
    ['five in a row', 'gzip, gzip, gzip, gzip, gzip', () => [1, 2, 3, 4].reduce((packed) => gzipSync(packed), gzip)],
    ['an unknown encoding', 'x-bomb', () => gzip],
  ])('%s', async (_name, encoding, pack) => {
    const packed = pack();
    const { url, seen } = await serve((response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(packed),
    );
    const { log, transport } = connect('http', url);
    const before = process.memoryUsage().arrayBuffers;
    await transport.send(call, { id: 1 });
    const http = await log.until(({ lane }) => lane === 'http');
    // The bytes as received; Misfire did not request compression.
    expect(http).toMatchObject({ http: { status: 200, bodyBytes: Uint8Array.from(packed) } });
    expect(seen[0]?.headers['accept-encoding']).toBe('identity');
    expect(log.texts('in')).toEqual([]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
  });

  test('reads it unchanged in an event stream', async () => {
    const { url } = await serve((response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }).end(gzip),
    );
    const { log, transport } = connect('http', url);
    await transport.send(call, { id: 1 });
    await log.untilLife('stream_ended');
    expect(log.texts('in').every((text) => text.length <= gzip.length)).toBe(true);
  });
});

describe('an event stream', () => {
  test('of a million comments, and huge ids and waits, still delivers its response', async () => {
    const { url } = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(':\n'.repeat(1_000_000));
      response.write(
        `id: ${'i'.repeat(2_000_000)}\nretry: ${'9'.repeat(1_000_000)}\nevent: ${'e'.repeat(1_000_000)}\n\n`,
      );
      response.end('data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n');
    });
    const { log, transport } = connect('http', url);
    await transport.send(call, { id: 1 });
    await log.until(({ lane }) => lane === 'in');
    expect(log.texts('in')).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}']);
    // Neighboring comments are one row.
    expect(log.events.length).toBeLessThan(1000);
  });

  test.each([
    [0, 1000],
    [1, 1000],
    [99, 1000],
    [null, 1000],
    [3000, 3000],
    [Number.MAX_SAFE_INTEGER, 24 * 3600 * 1000],
    [Number('9'.repeat(15)), 24 * 3600 * 1000],
  ])('that requests a wait of %s ms is reopened after %s', (retryMs, waitMs) =>
    expect(reconnectWait({ retryMs })).toBe(waitMs),
  );

  test('of the old transport that always ends at once is not reopened', async () => {
    const { url, seen } = await serve((response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 0\nevent: endpoint\ndata: /mcp\n\n'),
    );
    const { log, transport } = connect('sse', url);
    await transport.start().catch(() => undefined);
    await expect
      .poll(() => log.events.some((event) => event.lane === 'life' && /again and again/.test(event.message ?? '')))
      .toBe(true);
    const asked = seen.length;
    expect(asked).toBeLessThanOrEqual(5);
  });
});

describe('a redirect to another origin', () => {
  const secrets = { authorization: 'Bearer canary', 'x-api-key': 'canary', cookie: 'a=canary' };
  test.each([301, 302, 303, 307, 308])('with %s is shown and not followed: the target gets nothing', async (status) => {
    const other = await serve((response) => response.end());
    const { url } = await serve((response) => response.writeHead(status, { location: other.url }).end());
    const { log, transport } = connect('http', url, secrets);
    await transport.send(call, { id: 1 });
    expect(await log.until(({ lane }) => lane === 'http')).toMatchObject({ http: { status } });
    await transport.close();
    expect(other.seen).toEqual([]);
  });

  test('of an event stream of the old transport is not followed either', async () => {
    const other = await serve((response) => response.end());
    const { url } = await serve((response) => response.writeHead(307, { location: other.url }).end());
    const { transport } = connect('sse', url, secrets);
    await expect(transport.start()).rejects.toThrow();
    expect(other.seen).toEqual([]);
  });
});
