// Bytes that a broken or hostile server may send, through a real proxy process: each leads to the same answer or to a 502 that says
// why, each is in the spool, and the proxy passes the next call.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  bodyOf,
  call,
  expectHealthy,
  good,
  head,
  raw,
  recorded,
  request,
  reset,
  say,
  send,
  startRawProxy,
  stopRawProxy,
} from '../testing/raw-proxy.ts';
import { until } from '../testing/test-peers.ts';

beforeAll(startRawProxy);
afterAll(stopRawProxy);

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

/** What comes back is a 502 of the proxy's, which says so. */
const refused: [string, Answer][] = [
  ...['000', '001', '042', '099'].map((status): [string, Answer] => [
    `status ${status}`,
    say(`HTTP/1.1 ${status} X\r\nContent-Length: 2\r\n\r\nok`),
  ]),
  ['status 099 and a connection that breaks', reset('HTTP/1.1 099 X\r\nContent-Length: 20\r\n\r\nok')],
  ['a status of four digits', say('HTTP/1.1 1000 X\r\nContent-Length: 0\r\n\r\n')],
  ['a status that is no number', say('HTTP/1.1 abc X\r\nContent-Length: 0\r\n\r\n')],
  ['a negative status', say('HTTP/1.1 -20 X\r\nContent-Length: 0\r\n\r\n')],
  ['no status', say('HTTP/1.1 \r\n\r\n')],
  ['a status line alone', say('HTTP/1.1 200 OK\r\n')],
  ['half a status line', say('HTTP/1.1 20')],
  ['nothing at all', say()],
  ['a reset before a byte', (socket) => socket.resetAndDestroy()],
  ['a reset in the headers', reset('HTTP/1.1 200 OK\r\nContent-Le')],
  ['HTTP/0.9', say('<html>hello</html>')],
  ['HTTP/9.9', say('HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\nok')],
  ['another protocol', say('SSH-2.0-OpenSSH_9.6\r\n')],
  ['a TLS record', say(Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28]))],
  ['zero bytes', say(Buffer.alloc(2000))],
  ['a request', say('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
  [
    '101 that was not asked for',
    say('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nxx'),
  ],
  ['101 without a word about to what', say('HTTP/1.1 101 Switching Protocols\r\n\r\n')],
  ['101 with a body', say('HTTP/1.1 101 X\r\nContent-Length: 2\r\n\r\nok')],
  ['100 and no more', say('HTTP/1.1 100 Continue\r\n\r\n')],
  ['102 and garbage', say('HTTP/1.1 102 Processing\r\n\r\ngarbage\r\n\r\n')],
  ['two lengths', say('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\nok')],
  ['a length that is no number', say('HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nok')],
  ['a negative length', say('HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nok')],
  ['a length beyond all bounds', say('HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999999\r\n\r\nok')],
  [
    'a length and chunks',
    say('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'),
  ],
  ['a header without a colon', say('HTTP/1.1 200 OK\r\nNoColonHere\r\nContent-Length: 2\r\n\r\nok')],
  ['a header name with a blank', say('HTTP/1.1 200 OK\r\nX Y: 1\r\nContent-Length: 2\r\n\r\nok')],
  ['a control character in a header', say('HTTP/1.1 200 OK\r\nX-Odd: a\x01b\r\nContent-Length: 2\r\n\r\nok')],
  ['NUL in a header', say('HTTP/1.1 200 OK\r\nX-Odd: a\0b\r\nContent-Length: 2\r\n\r\nok')],
  ['a bare CR in a header', say('HTTP/1.1 200 OK\r\nX-Odd: a\rSet-Cookie: b=1\r\nContent-Length: 2\r\n\r\nok')],
  ['NUL in the status text', say('HTTP/1.1 200 O\0K\r\nContent-Length: 2\r\n\r\nok')],
  ['a control character in the status text', say('HTTP/1.1 200 O\x01K\r\nContent-Length: 2\r\n\r\nok')],
  ['headers beyond all bounds', say(`${head}${many(3000, (i) => `X-${i}: ${'y'.repeat(1000)}\r\n`)}\r\n`)],
];

/** What comes back is what the server said: its status and its body. */
const passed: [string, Answer, RegExp, string][] = [
  ['an odd status', say('HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\nok'), /^HTTP\/1\.1 999 Odd\r\n/, 'ok'],
  ['status 600', say('HTTP/1.1 600 \r\nContent-Length: 2\r\n\r\nok'), /^HTTP\/1\.1 600 \r\n/, 'ok'],
  ['no status text', say('HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok'), /^HTTP\/1\.1 200 /, 'ok'],
  [
    'Latin-1 in the status text',
    say('HTTP/1.1 200 Gr\xfc\xdfe\r\nContent-Length: 2\r\n\r\nok'),
    /^HTTP\/1\.1 200 Gr\xfc\xdfe\r\n/,
    'ok',
  ],
  [
    'Latin-1 in a header',
    say('HTTP/1.1 200 OK\r\nX-Odd: gr\xfcn\r\nContent-Length: 2\r\n\r\nok'),
    /X-Odd: gr\xfcn\r\n/,
    'ok',
  ],
  [
    'informational answers first',
    say('HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n', good),
    /HTTP\/1\.1 103 Early Hints\r\nLink: <\/a>; rel=preload\r\n\r\nHTTP\/1\.1 102 Processing\r\n\r\nHTTP\/1\.1 200 OK\r\n/,
    'ok',
  ],
  ['100 that nobody waits for', say('HTTP/1.1 100 Continue\r\n\r\n', good), /HTTP\/1\.1 200 OK\r\n/, 'ok'],
  [
    'an informational status that nobody knows',
    say('HTTP/1.1 150 Odd\r\nX-A: b\r\n\r\n', good),
    /HTTP\/1\.1 150 Odd\r\nX-A: b\r\n\r\nHTTP\/1\.1 200 OK\r\n/,
    'ok',
  ],
  ['an answer without a length', say('HTTP/1.0 200 OK\r\n\r\nok'), /^HTTP\/1\.1 200 OK\r\n/, 'ok'],
  ['two answers at once', say(good, good), /^HTTP\/1\.1 200 OK\r\n/, 'ok'],
  [
    'long headers',
    say(`${head}X-Long: ${'z'.repeat(100_000)}\r\nContent-Length: 2\r\n\r\nok`),
    /X-Long: z{100000}\r\n/,
    'ok',
  ],
  [
    'thousands of headers',
    say(`${head}${many(3000, (i) => `X-${i}: y\r\n`)}Content-Length: 2\r\n\r\nok`),
    /X-2999: y\r\n/,
    'ok',
  ],
  [
    'a connection that is kept though the client asked for its end',
    say('HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok'),
    /^HTTP\/1\.1 200 OK\r\n/,
    'ok',
  ],
  ['an empty 204', say('HTTP/1.1 204 No Content\r\n\r\n'), /^HTTP\/1\.1 204 No Content\r\n/, ''],
  ['304 to a POST', say('HTTP/1.1 304 Not Modified\r\n\r\n'), /^HTTP\/1\.1 304 Not Modified\r\n/, ''],
];

/** What comes back begins as the server's answer and is cut off: never an end that the server did not send. */
const cutOff: [string, Answer, string][] = [
  ['a body shorter than its length', say('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf'), 'half'],
  ['a reset in the body', reset('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf'), ''],
  ['a chunk size that is no number', say(`${head}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzz\r\n`), 'half'],
  ['a chunk without its end', say(`${head}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n99\r\nx`), 'half'],
  ['a chunk longer than its size', say(`${head}Transfer-Encoding: chunked\r\n\r\n4\r\nhalfhalf\r\n`), ''],
  [
    'a chunk size beyond all bounds',
    say(`${head}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n${'f'.repeat(40)}\r\n`),
    'half',
  ],
  ['chunks without the last one', say(`${head}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`), 'half'],
  ['a reset in the trailers', reset(`${head}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\nX-Tr`), ''],
  ['a broken trailer', say(`${head}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\nno colon\r\n\r\n`), ''],
  [
    'a stream that breaks',
    reset(`${head}Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ndata:\r\n`),
    '',
  ],
];

describe('what a server answers', () => {
  it.each(refused)('refuses %s with a 502, and goes on', async (_what, hostile) => {
    const { id, body } = call();
    raw.answer = hostile;
    const got = await send(request({ body }));
    expect(got).toMatch(/HTTP\/1\.1 502 /);
    expect(bodyOf(got)).toMatch(/^Misfire\S+ proxy made this answer\. .+\n$/);
    expect(got).not.toContain('Set-Cookie');
    const http = await recorded(id);
    expect(http?.error ?? http?.problem).toMatch(/\S/);
    await expectHealthy();
  });

  it.each(passed)('passes %s', async (_what, hostile, head, wanted) => {
    const { id, body } = call();
    raw.answer = hostile;
    const got = await send(request({ body }));
    expect(got).toMatch(head);
    expect(bodyOf(got)).toBe(wanted);
    expect(await recorded(id)).toMatchObject({ status: expect.any(Number) });
    await expectHealthy();
  });

  it.each(cutOff)('cuts off %s', async (_what, hostile, begin) => {
    const { id, body } = call();
    raw.answer = hostile;
    const got = await send(request({ body }));
    // A reset may overtake what was sent before it; the proxy then has no answer to pass.
    if (!got.startsWith('HTTP/1.1 502 ')) {
      expect(got).not.toMatch(/\r\n0\r\n\r\n$/);
      expect(got).toContain(begin);
    } else expect(begin).toBe('');
    const http = await recorded(id);
    if (begin !== '')
      expect(http).toMatchObject({ status: 200, error: expect.any(String), body: expect.stringContaining(begin) });
    await expectHealthy();
  });

  it('passes trailers, also one that comes twice', async () => {
    raw.answer = say(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 1\r\nX-Sum: 2\r\n\r\n`);
    const got = await send(request({ body: call().body }));
    expect(got).toMatch(/2\r\nok\r\n0\r\nX-Sum: 1\r\nX-Sum: 2\r\n\r\n$/);
    await expectHealthy();
  });

  it('passes an answer that comes before the request is complete, and ignores the rest of the request', async () => {
    const { body } = call();
    raw.answer = () => {};
    const early = once(raw.upstream, 'connection').then(([socket]: Socket[]) =>
      socket?.once('data', () =>
        socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig'),
      ),
    );
    // Less than the buffers of a socket: the reset after the answer overtakes the answer if the client still writes.
    const got = await send(
      request({ headers: [], body }).replace(/Content-Length: \d+/, 'Content-Length: 9000000') + 'x'.repeat(50_000),
      false,
    );
    await early;
    expect(got).toMatch(/^HTTP\/1\.1 413 Too Large\r\n/);
    expect(bodyOf(got)).toBe('big');
    await expectHealthy();
  });

  it('gives no call what a server says after its answer', async () => {
    const socket = connect(Number(raw.address.port), '127.0.0.1');
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
    });
    const ask = () => socket.write(request({ body: '{}' }).replace('Connection: close\r\n', ''));
    let closed: Promise<unknown> = Promise.resolve();
    raw.answer = (peer) => {
      closed = once(peer, 'close');
      peer.write(good);
      setImmediate(() => peer.write('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nstolen'));
    };
    ask();
    await until(() => got.endsWith('ok'), 'the first answer');
    // Who speaks out of turn is not asked again on that connection.
    await closed;
    got = '';
    raw.answer = (peer) => peer.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nmine');
    ask();
    await until(() => /\r\n\r\n\w{4}/.test(got), 'the second answer');
    expect(bodyOf(got)).toBe('mine');
    socket.destroy();
    await expectHealthy();
  });

  it('survives any bytes', async () => {
    const words = [
      'HTTP/1.1 ',
      '200',
      '099',
      '101',
      ' OK',
      '\r\n',
      '\n',
      '\r',
      '\r\n\r\n',
      'Content-Length: ',
      '5',
      'Transfer-Encoding: chunked',
      '0\r\n\r\n',
      'Upgrade: h2c\r\n',
      'Connection: ',
      ':',
      '\0',
      'é',
    ];
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((all) => Buffer.from(all.join(''), 'latin1')),
      fc
        .tuple(fc.nat({ max: 1100 }), fc.string(), fc.array(fc.constantFrom(...words)))
        .map(([status, text, rest]) =>
          Buffer.from(`HTTP/1.1 ${String(status).padStart(3, '0')} ${text}\r\n${rest.join('')}\r\n\r\n`, 'latin1'),
        ),
    );
    await fc.assert(
      fc.asyncProperty(bytes, fc.boolean(), async (hostile, isReset) => {
        raw.answer = (socket) => socket.write(hostile, () => (isReset ? socket.resetAndDestroy() : socket.end()));
        await send(request({ body: call().body }));
        await expectHealthy();
      }),
    );
  });
});
