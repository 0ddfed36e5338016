// Recordings and clients that would end the mock: whatever they send, the next request is answered.

import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { RecordedReplies } from '../../../shared/features/mock/recorded-replies.ts';
import type { Json, JsonObject } from '../../../shared/json/json.ts';
import type { WireEvent } from '../../../shared/wire.ts';
import { type RunningMock, serveHttp } from './mock-http.ts';
import { MockServer } from './mock-server.ts';
import { serveStdio } from './mock-stdio.ts';

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const asked = (name: string): Json => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } });
const out = (name: string): WireEvent =>
  ({ at: 0, server: 's', epoch: 1, lane: 'out', text: JSON.stringify(asked(name)) }) as WireEvent;
const http = (status: number, headers: JsonObject): WireEvent =>
  ({ at: 1, server: 's', epoch: 1, lane: 'http', id: 1, http: { status, headers, body: 'x' } }) as unknown as WireEvent;
const line = (text: string, at = 1): WireEvent => ({ at, server: 's', epoch: 1, lane: 'in', text }) as WireEvent;
const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { ok: true } });

const serverOf = (events: readonly WireEvent[], atOnce = true): MockServer =>
  new MockServer({ replies: new RecordedReplies(events, 's'), name: 's', atOnce });

let running: RunningMock | null = null;
afterEach(async () => {
  await running?.close();
  running = null;
});

async function post(body: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(running?.url ?? '', { method: 'POST', headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

const isAlive = async (): Promise<boolean> =>
  (await post(JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'ping' }))) === 200;

/** Raw bytes, after which the client hangs up. */
const cut = (bytes: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(running?.url ?? '').port), '127.0.0.1', () =>
      socket.write(bytes, () => socket.destroy()),
    );
    socket.on('error', () => {});
    socket.once('close', () => resolve());
  });

describe('over HTTP', () => {
  it.each([
    ['status 99', [http(99, {})]],
    ['status 101', [http(101, {})]],
    ['status 0', [http(0, {})]],
    ['status 1000', [http(1000, {})]],
    ['a fraction as its status', [http(404.5, {})]],
    ['CR and LF in a header', [http(429, { 'retry-after': '1\r\nset-cookie: a=b' })]],
    ['LF in a header', [http(401, { 'www-authenticate': 'Bearer\n' })]],
    ['NUL in a header', [http(401, { 'www-authenticate': 'Bearer\0' })]],
    ['a header beyond Latin-1', [http(401, { 'www-authenticate': 'Bearer realm="密码"' })]],
    ['noise with the words of progress', [line('notifications/progress is broken {'), line(answer)]],
    ['progress in a batch', [line('[{"method":"notifications/progress"}]'), line(answer)]],
    ['an answer with a deep result', [line(`{"jsonrpc":"2.0","id":1,"result":${deep(6000)}}`)]],
  ] as [string, WireEvent[]][])('a recording with %s is served', async (_, events) => {
    running = await serveHttp(serverOf([out('a'), ...events]), 0, () => {});
    expect(await post(JSON.stringify(asked('a')))).toBeGreaterThanOrEqual(200);
    expect(await isAlive()).toBe(true);
  });

  it.each([
    ['a deep id', `{"jsonrpc":"2.0","id":${deep(6000)},"method":"tools/call","params":{"name":"a"}}`],
    ['a deep id and an unknown method', `{"jsonrpc":"2.0","id":${deep(6000)},"method":"x"}`],
    [
      'deep parameters',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":${deep(9000)}}}`,
    ],
    [
      'a deep progress token',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":${deep(6000)}}}}`,
    ],
    [
      'a cancellation of a deep id',
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${deep(6000)}}}`,
    ],
    ['a cancellation without an id', '{"jsonrpc":"2.0","method":"notifications/cancelled"}'],
    ['a number', '7'],
    ['a batch', '[]'],
    ['no JSON', '{'],
    ['prototype keys', '{"jsonrpc":"2.0","id":1,"method":"__proto__","params":{"__proto__":{}}}'],
  ])('a request with %s leaves the mock alive', async (_, body) => {
    const progress = line('{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1}}');
    running = await serveHttp(serverOf([out('a'), progress, line(answer, 2)]), 0, () => {});
    expect(await post(body)).toBeGreaterThanOrEqual(200);
    expect(await isAlive()).toBe(true);
  });

  it.each([
    ['half a body', 'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{"json'],
    ['half a chunk', 'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{'],
    ['half a head', 'POST /mcp HTT'],
    ['no bytes', ''],
  ])('%s leaves the mock alive', async (_, bytes) => {
    running = await serveHttp(serverOf([out('a'), line(answer)]), 0, () => {});
    await cut(bytes.replace('127.0.0.1', new URL(running.url).host));
    expect(await isAlive()).toBe(true);
  });

  it('two Host headers are refused', async () => {
    running = await serveHttp(serverOf([out('a')]), 0, () => {});
    const { host, port } = new URL(running.url);
    const said = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`DELETE /mcp HTTP/1.1\r\nHost: ${host}\r\nHost: evil.test\r\nConnection: close\r\n\r\n`),
      );
      socket.on('data', (part) => {
        text += part;
      });
      socket.once('close', () => resolve(text));
    });
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('over stdio', () => {
  async function say(server: MockServer, ...lines: string[]): Promise<string[]> {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const done = serveStdio(server, { stdin, stdout }, () => {});
    stdin.end(`${lines.join('\n')}\n`);
    expect(await done).toBe(0);
    stdout.end();
    return (await stdout.toArray()).join('').trim().split('\n');
  }

  it.each([
    ['a deep id', `{"jsonrpc":"2.0","id":${deep(6000)},"method":"tools/call","params":{"name":"a"}}`],
    [
      'deep parameters',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":${deep(9000)}}}`,
    ],
    [
      'a deep cancellation',
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${deep(6000)}}}`,
    ],
  ])('the line after one with %s is answered', async (_, text) => {
    const said = await say(serverOf([out('a'), line(answer)]), text, '{"jsonrpc":"2.0","id":2,"method":"ping"}');
    expect(said).toContain('{"jsonrpc":"2.0","id":2,"result":{}}');
  });

  it('a recorded wait of more than 2^31 ms does not end at once', async () => {
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    const server = serverOf([out('a'), line(answer, 2 ** 31 + 5000)], false);
    const done = serveStdio(server, { stdin, stdout }, () => {});
    stdin.write(`${JSON.stringify(asked('a'))}\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n`);
    stdin.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n');
    stdin.end();
    await done;
    stdout.end();
    // The long wait was canceled: it neither answered nor failed.
    expect((await stdout.toArray()).join('')).toBe('{"jsonrpc":"2.0","id":2,"result":{}}\n');
  });
});
