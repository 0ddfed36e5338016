// Requests that a broken or hostile client may send to a real proxy process: each is refused or passed on, and the proxy goes on.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  expectHealthy,
  good,
  head,
  raw,
  recorded,
  request,
  say,
  send,
  startRawProxy,
  stopRawProxy,
} from '../testing/raw-proxy.ts';
import { readSpool, until } from '../testing/test-peers.ts';

beforeAll(startRawProxy);
afterAll(stopRawProxy);

describe('what a client asks', () => {
  const path = () => raw.address.pathname;
  const own = () => `127.0.0.1:${raw.address.port}`;
  const cases: [string, () => string, RegExp][] = [
    ['two hosts', () => request({ headers: ['Host: evil.example'] }), /^HTTP\/1\.1 400 /],
    [
      'two hosts, the foreign one first',
      () => request({ host: 'evil.example', headers: [`Host: ${own()}`] }),
      /^HTTP\/1\.1 400 /,
    ],
    ['the same host twice', () => request({ headers: [`Host: ${own()}`] }), /^HTTP\/1\.1 400 /],
    ['a list of hosts', () => request({ host: `${own()}, evil.example` }), /^HTTP\/1\.1 400 /],
    ['no host', () => request({ host: null }), /^HTTP\/1\.1 400 /],
    ['an empty host', () => request({ host: '' }), /^HTTP\/1\.1 40[03] /],
    ['another host', () => request({ host: 'evil.example' }), /^HTTP\/1\.1 403 /],
    ['an absolute target of another host', () => request({ path: `http://evil.example${path()}` }), /^HTTP\/1\.1 400 /],
    ['an absolute target of another port', () => request({ path: `http://127.0.0.1:1${path()}` }), /^HTTP\/1\.1 400 /],
    [
      'an absolute target with a user',
      () => request({ path: `http://${own()}@evil.example${path()}` }),
      /^HTTP\/1\.1 400 /,
    ],
    ['a target without a host', () => request({ path: '*', method: 'OPTIONS' }), /^HTTP\/1\.1 404 /],
    [
      'two origins',
      () => request({ headers: ['Origin: app://x', 'Origin: https://evil.example'] }),
      /^HTTP\/1\.1 40[03] /,
    ],
    ['a foreign origin', () => request({ headers: ['Origin: https://evil.example'] }), /^HTTP\/1\.1 403 /],
    ['CONNECT', () => request({ method: 'CONNECT', path: 'evil.example:443' }), /^HTTP\/1\.1 405 /],
    ['garbage', () => 'garbage\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['two lengths', () => request({ headers: ['Content-Length: 7'] }), /^HTTP\/1\.1 400 /],
    ['a length and chunks', () => request({ headers: ['Transfer-Encoding: chunked'] }), /^HTTP\/1\.1 400 /],
    ['an unknown method', () => request({ method: 'BREW' }), /^HTTP\/1\.1 400 /],
    ['another version', () => request({}).replace('HTTP/1.1', 'HTTP/7.0'), /^HTTP\/1\.1 400 /],
  ];
  it.each(cases)('refuses %s, and goes on', async (_what, bytes, head) => {
    let asked = 0;
    raw.answer = (socket) => {
      asked += 1;
      say(good)(socket, '');
    };
    expect(await send(bytes())).toMatch(head);
    expect(asked).toBe(0);
    await expectHealthy();
  });

  it('takes an absolute target of its own, as RFC 9112 section 3.2.2 wants it', async () => {
    let seen = '';
    raw.answer = (socket, text) => {
      seen = text;
      say(good)(socket, text);
    };
    expect(await send(request({ path: `http://${own()}${path()}` }))).toMatch(/^HTTP\/1\.1 200 /);
    expect(seen).toMatch(/^POST \/mcp HTTP\/1\.1\r\n/);
  });

  it.each(['websocket', 'h2c'])('answers an upgrade to %s that the server takes, and goes on', async (protocol) => {
    raw.answer = say(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${protocol}\r\nConnection: Upgrade\r\n\r\nraw bytes`,
    );
    const headers = ['Connection: Upgrade', `Upgrade: ${protocol}`, 'Sec-WebSocket-Key: x'];
    const { id, body } = call();
    expect(await send(request({ headers, body }))).toMatch(/^HTTP\/1\.1 502 /);
    expect((await recorded(id))?.status).toBe(101);
    await expectHealthy();
  });

  it.each(['100-continue', 'the-impossible'])(
    'passes on that a client expects %s, and what the server says to it',
    async (expectation) => {
      raw.answer = () => {};
      let seen = '';
      raw.upstream.once('connection', (socket: Socket) =>
        socket.once('data', (chunk) => {
          seen = String(chunk);
          socket.end('HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\n\r\nno');
        }),
      );
      const got = await send(request({ headers: [`Expect: ${expectation}`], body: 'later' }).replace(/later$/, ''));
      expect(seen).toContain(`Expect: ${expectation}\r\n`);
      // Not a word of the proxy's own before it.
      expect(got).toMatch(/^HTTP\/1\.1 417 Expectation Failed\r\n/);
      await expectHealthy();
    },
  );

  it('survives clients that leave anywhere', async () => {
    const whole = request({ body: call().body });
    for (let at = 1; at < whole.length; at += 7) {
      raw.answer = say(good);
      await send(whole.slice(0, at), true);
    }
    raw.answer = (socket) => socket.write(`${head}Content-Type: text/event-stream\r\n\r\ndata: 1\n\n`);
    await send(whole, true);
    await expectHealthy();
  });

  it('keeps what came of a request that was cut', async () => {
    const text = request({ body: '{"jsonrpc":"2.0","id":"cut","meth' }).replace(
      /Content-Length: \d+/,
      'Content-Length: 500',
    );
    raw.answer = () => {};
    const arrived = once(raw.upstream, 'connection');
    const socket = connect(Number(raw.address.port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(text);
    await arrived;
    await once((await arrived)[0] as Socket, 'data');
    socket.destroy();
    await until(
      () =>
        readSpool(raw.data).events.some(
          (event) => event.lane === 'out' && event.partial === true && event.text.includes('"cut"'),
        ),
      'the beginning of the request',
    );
    await expectHealthy();
  });

  it('survives any bytes', async () => {
    const words = () => [
      `POST ${path()} HTTP/1.1\r\n`,
      'GET / HTTP/1.1\r\n',
      `Host: ${own()}\r\n`,
      'Content-Length: 3\r\n',
      'Transfer-Encoding: chunked\r\n',
      '\r\n',
      '\n',
      'Upgrade: x\r\n',
      'Connection: Upgrade\r\n',
      'Expect: 100-continue\r\n',
      '\0',
      'é',
      '3\r\nabc\r\n',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
          fc
            .array(fc.nat({ max: words().length - 1 }), { maxLength: 20 })
            .map((all) => Buffer.from(all.map((at) => words()[at]).join(''), 'latin1')),
        ),
        async (bytes) => {
          raw.answer = say(good);
          await send(bytes, true);
          await expectHealthy();
        },
      ),
    );
  });
});
