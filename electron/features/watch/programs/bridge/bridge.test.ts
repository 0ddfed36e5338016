// The bridge before servers that do everything wrong: each request of the client gets exactly one response, made by the bridge where
// the server sent none, and the spool holds what the server really sent. Real HTTP servers on this machine; the bridge is a process of its
// own only where a test is about that process.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endsInSse } from '../../../../../shared/server-text/read-entry.ts';
import { openFollowing } from '../../../../inspector/testing/open-following.ts';
import { value } from '../../../../inspector/testing/test-inspector.ts';
import { builtProgram } from '../../../../launch/testing/built-program.ts';
import { SpoolSecrets } from '../../../../spool/spool-secrets.ts';
import { SpoolWriter } from '../../../../spool/spool-writer.ts';
import { ended, isAlive, readSpool, until } from '../testing/test-peers.ts';
import { addressWithoutKeys, runBridge } from './bridge.ts';

type Handle = (
  message: Record<string, unknown>,
  response: ServerResponse,
  request: IncomingMessage,
  body: string,
) => void;

let data: string;
const servers: (Server | TcpServer)[] = [];
const children: ChildProcessWithoutNullStreams[] = [];
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-bridge-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
  rmSync(data, { recursive: true, force: true });
});

async function listening(server: Server | TcpServer): Promise<string> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** Says hello as it should; all else is the test's. */
function serve(handle: Handle): Promise<string> {
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return response.writeHead(405).end();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString('utf8');
    if (request.method === 'DELETE') return response.writeHead(200).end();
    const message = JSON.parse(body) as Record<string, unknown>;
    if (message.method === 'initialize') return json(response, { jsonrpc: '2.0', id: message.id, result: hello });
    if (message.method === 'notifications/initialized') return response.writeHead(202).end();
    return handle(message, response, request, body);
  });
  return listening(server);
}

const hello = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const html: Handle = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Sign in</h1>');
const result = (message: Record<string, unknown>) => ({ jsonrpc: '2.0', id: message.id, result: { fine: true } });
const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

const start = (url: string) => {
  const input = new PassThrough();
  const lines: string[] = [];
  let stop: (reason: string) => void = () => {};
  const stopped = new Promise<string>((resolve) => {
    stop = resolve;
  });
  const header = { server: 'api', pid: process.pid, command: [], cwd: process.cwd(), url: addressWithoutKeys(url) };
  const spool = new SpoolWriter(data, header, undefined, undefined, new SpoolSecrets());
  const over = runBridge({
    url,
    kind: endsInSse(url) ? 'sse' : undefined,
    spool,
    authorize: async () => null,
    onRefusal: async () => false,
    input,
    write: (line) => void lines.push(line),
    stopped,
  }).then(async ({ problem }) => {
    await spool.close(500);
    return problem;
  });
  return { input, lines, stop, over };
};

/** The same as users run it. */
const startProcess = (url: string) => {
  const child = spawn(process.execPath, [builtProgram, 'wrap', '--data', data, '--name', 'api', '--', url], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  child.stderr.resume();
  return { child, lines };
};

const call = (id: unknown, method = 'tools/call') => ({ jsonrpc: '2.0', id, method, params: { name: 'x' } });
const textOf = (message: unknown) => (typeof message === 'string' ? message : JSON.stringify(message));

interface Said {
  id?: unknown;
  method?: string;
  result?: unknown;
  error?: { code: number; message: string; data?: { madeBy?: string; http?: { body?: string } } };
}

/** Says all of it at once and closes its end, as `printf … | misfire wrap -- URL` does. */
async function pipe(url: string, ...messages: unknown[]): Promise<{ said: Said[]; problem: string | null }> {
  const { input, lines, over } = start(url);
  input.end(`${messages.map(textOf).join('\n')}\n`);
  const problem = await over;
  return { said: lines.flatMap((line) => JSON.parse(line) as Said | Said[]), problem };
}

const madeBy = (said: Said | undefined) => said?.error?.data?.madeBy;
const inLines = () => readSpool(data).events.flatMap((event) => (event.lane === 'in' ? [event] : []));
const exchanges = () => readSpool(data).events.flatMap((event) => (event.lane === 'http' ? [event.http] : []));

/** What the server does, what the client gets, and what the spool records. */
const silences: [string, Handle, RegExp, (string | RegExp)?][] = [
  ['200 with a web page', html, /HTTP 200 OK \(text\/html\): <!doctype html>/, '<!doctype html><h1>Sign in</h1>'],
  ['200 with nothing', (_, response) => response.writeHead(200).end(), /HTTP 200 OK/],
  [
    'half a message',
    (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":"2.0","id":7,"resu'),
    /HTTP 200 OK \(application\/json\): \{"jsonrpc"/,
    '{"jsonrpc":"2.0","id":7,"resu',
  ],
  ['JSON that is no message', (_, response) => json(response, { ok: true }), /\{"ok":true\}/, '{"ok":true}'],
  ['a string', (_, response) => json(response, 'hello'), /"hello"/, '"hello"'],
  ['an empty list', (_, response) => json(response, []), /HTTP 200 OK/],
  ['a response without result and error', (_, response) => json(response, { jsonrpc: '2.0', id: 7 }), /HTTP 200 OK/],
  ['another id', (_, response) => json(response, { jsonrpc: '2.0', id: 999, result: {} }), /id 999/],
  [
    'an error without an id',
    (_, response) => json(response, { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'No session' } }, 400),
    /HTTP 400 .*No session/s,
  ],
  ['202', (_, response) => response.writeHead(202).end(), /HTTP 202 Accepted/],
  ['204', (_, response) => response.writeHead(204).end(), /HTTP 204 No Content/],
  [
    '302',
    (_, response) => response.writeHead(302, { location: 'https://login.example/' }).end(),
    /HTTP 302 Found to https:\/\/login\.example\//,
  ],
  [
    '404 with a page',
    (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'),
    /HTTP 404 Not Found .*Not here/,
    '<h1>Not here</h1>',
  ],
  [
    '429',
    (_, response) => response.writeHead(429, { 'retry-after': '9' }).end('slow down'),
    /HTTP 429 .*slow down/,
    'slow down',
  ],
  ['500 with JSON', (_, response) => json(response, { error: 'boom' }, 500), /HTTP 500 .*boom/, '{"error":"boom"}'],
  ['503 with nothing', (_, response) => response.writeHead(503).end(), /HTTP 503 Service Unavailable/],
  ['an odd status', (_, response) => response.writeHead(999).end(), /HTTP 999/],
  [
    'a stream that ends without the answer',
    (_, response) => stream(response).end(': nothing\n\n'),
    /stream ended without the answer/i,
  ],
  [
    'a stream of garbage',
    (_, response) => stream(response).end('data: garbage\n\n'),
    /stream ended without the answer/i,
  ],
  [
    'a stream that breaks',
    (_, response) =>
      stream(response).write('data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n', () => response.destroy()),
    /closed the connection/,
  ],
  [
    'a stream that breaks in a message',
    (_, response) => stream(response).write('data: {"jsonrpc":"2.0","id":7,"res', () => response.destroy()),
    /closed the connection/,
  ],
  ['a reset', (_, response) => response.socket?.resetAndDestroy(), /ECONNRESET/],
  [
    'a body that breaks',
    (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '99' })
        .write('{"jsonrpc"', () => response.destroy()),
    /connection broke: ECONNRESET/,
    '{"jsonrpc"',
  ],
  [
    'a protocol that nobody asked for',
    (_, response) => response.socket?.end('HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    /HTTP 101/,
  ],
  ['bytes that are no HTTP', (_, response) => response.socket?.end('garbage\r\n\r\n'), /not valid HTTP/],
  [
    'status 099',
    (_, response) => response.socket?.end('HTTP/1.1 099 X\r\nContent-Length: 2\r\n\r\nok'),
    /HTTP 99 X/,
    'ok',
  ],
];

describe('a server that does not answer', () => {
  it.each(silences)('is answered for: %s', async (_what, handle, words, kept) => {
    const url = await serve(handle);
    const { said, problem } = await pipe(
      url,
      call(1, 'initialize'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      call(7),
    );
    const answers = said.filter(({ method }) => method === undefined);
    expect(answers.map(({ id }) => id)).toEqual([1, 7]);
    expect(answers[1]?.error?.code).toBe(-32000);
    expect(answers[1]?.error?.message).toMatch(/^Misfire’s bridge made this answer\. /);
    expect(answers[1]?.error?.message).toMatch(words);
    expect(madeBy(answers[1])).toBe('misfire-bridge');
    expect(problem).toBeNull();
    const made = inLines().filter((event) => event.madeBy === 'bridge');
    expect(made.map(({ text }) => JSON.parse(text).id)).toEqual([7]);
    if (kept !== undefined) expect(exchanges().map(({ body }) => body)).toContain(kept);
    expect(readSpool(data).problems).toEqual([]);
  });

  it('is answered for if the port is closed or the name is unknown', async () => {
    const url = await serve(html);
    const server = servers.pop() as Server;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    for (const address of [url, 'http://no-such-host.invalid/mcp', url.replace('/mcp', '/sse')]) {
      const { said } = await pipe(address, call(1, 'initialize'), call('two'));
      expect(said.map(({ id }) => id)).toEqual([1, 'two']);
      expect(said.map(madeBy)).toEqual(['misfire-bridge', 'misfire-bridge']);
      expect(said[0]?.error?.message).toMatch(/Nothing is listening|could not be resolved/);
    }
    const asked = readSpool(data).events.flatMap((event) => (event.lane === 'out' ? [JSON.parse(event.text).id] : []));
    expect(asked.sort()).toEqual([1, 1, 1, 'two', 'two', 'two']);
  });

  it('is answered for over HTTP+SSE too, whose endpoint is no message for the client', async () => {
    let events: ServerResponse | null = null;
    const url = await listening(
      createServer(async (request, response) => {
        if (request.method === 'GET') {
          events = stream(response);
          events.write('event: endpoint\ndata: /messages\n\n');
          return;
        }
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part as Buffer);
        const message = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
        if (message.id === 2) return response.writeHead(500).end('broken');
        response.writeHead(202).end('Accepted');
        if (message.id === 1) events?.write(`data: ${JSON.stringify(result(message))}\n\n`);
        // From now on it has nothing to say, ever.
        else if (message.id === 3) events?.write('event: endpoint\ndata: /other\n\n');
      }),
    );
    const { input, lines, over } = start(url.replace('/mcp', '/sse'));
    input.write(`${textOf(call(1))}\n`);
    await until(() => lines.length === 1, 'the first answer');
    input.write(`${textOf(call(2))}\n`);
    await until(() => lines.length === 2, 'the second answer');
    input.write(`${textOf(call(3))}\n`);
    await until(() => lines.length === 3, 'the third answer');
    input.end(`${textOf(call(4))}\n`);
    await over;
    const said = lines.map((line) => JSON.parse(line) as Said);
    expect(said.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(said.map(madeBy)).toEqual([undefined, 'misfire-bridge', 'misfire-bridge', 'misfire-bridge']);
    expect(said[2]?.error?.message).toContain('new session');
  });
});

describe('the app', () => {
  it('shows what the server did, and what the bridge answered', async () => {
    const url = await serve((message, response) =>
      message.id === 2 ? html(message, response, response.req, '') : response.writeHead(202).end(),
    );
    await pipe(url, call(1, 'initialize'), call(2), call(3));
    const inspector = await openFollowing(data);
    try {
      const rows = await eventually(
        async () => {
          const { view, total } = await value(inspector.api.openView({ filter: 'method:tools/call' }));
          return (await value(inspector.api.rows({ view, from: 0, count: Math.max(1, total) }))).rows;
        },
        (found) => found.length === 2 && found.every(({ pending }) => !pending),
      );
      expect(rows.map(({ headline, outcome }) => [headline, outcome])).toEqual([
        ['A web page (HTTP)', 'http_failure'],
        ['Never answered (HTTP)', 'unanswered'],
      ]);
      const told = await value(inspector.api.rowDetail({ id: rows[1]?.id ?? 0 }));
      expect(told.failure?.explanation).toContain('Misfire’s bridge made this answer');
    } finally {
      await inspector.close();
    }
  });
});

describe('a server that answers', () => {
  it('is waited for at the end of input', async () => {
    const url = await serve((message, response) => setTimeout(() => json(response, result(message)), 2500));
    const { said } = await pipe(url, call(1, 'initialize'), call(2), call(3));
    expect(said.map(({ id, result }) => [id, result !== undefined])).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ]);
  });

  it('knows its session for messages sent right after the handshake', async () => {
    const seen: unknown[] = [];
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      if (request.method !== 'POST') return response.writeHead(405).end();
      const message = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
      seen.push([message.method, request.headers['mcp-session-id']]);
      if (message.method === 'initialize') {
        await new Promise((resolve) => setTimeout(resolve, 100));
        response.setHeader('mcp-session-id', 's1');
        return json(response, { jsonrpc: '2.0', id: message.id, result: hello });
      }
      if (message.id === undefined) return response.writeHead(202).end();
      return json(response, result(message));
    });
    const url = await listening(server);
    await pipe(url, call(1, 'initialize'), { jsonrpc: '2.0', method: 'notifications/initialized' }, call(2));
    expect(seen).toEqual([
      ['initialize', undefined],
      ['notifications/initialized', 's1'],
      ['tools/call', 's1'],
    ]);
  });

  it('may accept a request and answer it on the stream that it keeps open', async () => {
    let events: ServerResponse | null = null;
    const server = createServer(async (request, response) => {
      if (request.method === 'GET') {
        events = stream(response);
        events.flushHeaders();
        return;
      }
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      if (request.method === 'DELETE') return response.writeHead(200).end();
      const message = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
      if (message.method === 'initialize') return json(response, { jsonrpc: '2.0', id: message.id, result: hello });
      response.writeHead(202).end();
      if (message.id !== undefined)
        setTimeout(() => events?.write(`data: ${JSON.stringify(result(message))}\n\n`), 300);
    });
    const { input, lines, over } = start(await listening(server));
    input.write(
      `${textOf(call(1, 'initialize'))}\n${textOf({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`,
    );
    await until(
      () => readSpool(data).events.some((event) => event.lane === 'life' && event.event === 'stream_opened'),
      'the stream',
    );
    input.end(`${textOf(call(2))}\n`);
    await over;
    expect(lines.map((line) => JSON.parse(line)).map(({ id, result }) => [id, result !== undefined])).toEqual([
      [1, true],
      [2, true],
    ]);
  });

  it('that forgets its session is answered for from then on', async () => {
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      if (request.method !== 'POST') return response.writeHead(405).end();
      const message = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
      if (message.method !== 'initialize') return response.writeHead(404).end();
      response.setHeader('mcp-session-id', 's1');
      return json(response, { jsonrpc: '2.0', id: message.id, result: hello });
    });
    const { input, lines, over } = start(await listening(server));
    input.write(`${textOf(call(1, 'initialize'))}\n${textOf(call(2))}\n`);
    await until(() => lines.length === 2, 'the answer of the bridge');
    input.end(`${textOf(call(3))}\n`);
    await over;
    const said = lines.map((line) => JSON.parse(line) as Said);
    expect(said.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(said[2]?.error?.message).toContain('forgot this session');
  });

  it('is asked although it never takes note that the handshake is over', async () => {
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      if (request.method !== 'POST') return response.writeHead(405).end();
      const message = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
      if (message.method === 'initialize') return json(response, { jsonrpc: '2.0', id: message.id, result: hello });
      if (message.id !== undefined) json(response, result(message));
    });
    const url = await listening(server);
    const { said } = await pipe(
      url,
      call(1, 'initialize'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      call(2),
    );
    expect(said.map(({ id, result }) => [id, result !== undefined])).toEqual([
      [1, true],
      [2, true],
    ]);
  });

  it('reaches the client once, however often it answers', async () => {
    const url = await serve((message, response) => {
      const answer = `data: ${JSON.stringify(result(message))}\n\n`;
      stream(response).end(answer + answer);
    });
    const { said } = await pipe(url, call(1, 'initialize'), call(2));
    expect(said.map(({ id }) => id)).toEqual([1, 2]);
    expect(inLines()).toHaveLength(3);
  });

  it('does not reach the client twice if it answers after the bridge did', async () => {
    let late: (() => void) | null = null;
    const url = await serve((message, response) => {
      if (message.id === 2) return response.writeHead(503).end();
      const open = stream(response);
      late = () =>
        open.end(`data: ${JSON.stringify(result({ id: 2 }))}\n\ndata: ${JSON.stringify(result(message))}\n\n`);
    });
    const { input, lines, over } = start(url);
    input.write(`${textOf(call(2))}\n${textOf(call(3))}\n`);
    await until(() => lines.length === 1 && late !== null, 'the answer of the bridge');
    (late as unknown as () => void)();
    await until(() => lines.length === 2, 'the answer of the server');
    input.end();
    await over;
    expect(lines.map((line) => (JSON.parse(line) as Said).id)).toEqual([2, 3]);
    expect(inLines().map(({ text }) => JSON.parse(text).id)).toEqual([2, 2, 3]);
  });

  it.each([
    ['a number as text', '12', '"12"'],
    ['text as a number', '"12"', '12'],
  ])('is understood when it writes %s', async (_what, asked, given) => {
    const url = await serve((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"jsonrpc": "2.0", "id": ${given}, "result": {"fine": 1.0}}`),
    );
    const { input, lines, over } = start(url);
    input.end(`{"jsonrpc":"2.0","id":${asked},"method":"ping"}\n`);
    await over;
    expect(lines).toEqual([`{"jsonrpc": "2.0", "id": ${asked}, "result": {"fine": 1.0}}`]);
    expect(inLines().map(({ text, madeBy }) => [text.includes(`"id": ${given},`), madeBy])).toEqual([
      [true, undefined],
      [false, 'bridge'],
    ]);
  });

  it('gets a list of messages, and each of them is answered once', async () => {
    const url = await serve((message, response) => {
      const [first] = message as unknown as Record<string, unknown>[];
      json(response, [result(first as Record<string, unknown>), { jsonrpc: '2.0', id: 99, result: {} }]);
    });
    const { said } = await pipe(url, [call(1), { jsonrpc: '2.0', method: 'notifications/x' }, call(2), { id: 3 }, 4]);
    expect(said.map(({ id }) => id).sort()).toEqual([1, 2, 3, null].sort());
    expect(said.find(({ id }) => id === 1)?.result).toEqual({ fine: true });
    expect(said.find(({ id }) => id === 2)?.error?.code).toBe(-32000);
    expect(said.find(({ id }) => id === 3)?.error?.code).toBe(-32600);
  });

  it('passes a list to a client that sent one message as messages', async () => {
    const url = await serve((message, response) =>
      json(response, [{ jsonrpc: '2.0', method: 'notifications/x' }, result(message)]),
    );
    const { input, lines, over } = start(url);
    input.end(`${textOf(call(2))}\n`);
    await over;
    expect(lines.map((line) => JSON.parse(line).id ?? JSON.parse(line).method)).toEqual(['notifications/x', 2]);
  });

  it('may answer the second of two calls with one id first', async () => {
    let first: (() => void) | null = null;
    const url = await serve((message, response) => {
      if (first === null) first = () => json(response, result(message));
      else
        response
          .on('finish', first)
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(result(message)));
    });
    const { said } = await pipe(url, call(5), call(5));
    expect(said.map(({ id, result }) => [id, result !== undefined])).toEqual([
      [5, true],
      [5, true],
    ]);
  });

  it('gets its ids back digit for digit, and two calls with one id are two', async () => {
    const url = await serve(html);
    const { input, lines, over } = start(url);
    const ids = ['12345678901234567890', '1.50', '"a\\u0062"', 'null', '5', '5'];
    input.end(ids.map((id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`).join(''));
    await over;
    expect(lines.map((line) => /"id":(.*?),"error"/.exec(line)?.[1]).sort()).toEqual(
      ['12345678901234567890', '1.50', '"ab"', 'null', '5', '5'].sort(),
    );
  });
});

describe('a client', () => {
  it('that writes what is no message gets the errors of JSON-RPC, and the server is spared', async () => {
    let asked = 0;
    const url = await serve((message, response) => {
      asked += 1;
      json(response, result(message));
    });
    const bad = [
      'garbage',
      '{"jsonrpc":"2.0","id":1,"meth',
      '42',
      '[]',
      '{}',
      '{"id":5}',
      '{"jsonrpc":"2.0","id":6,"method":7}',
      '',
      '  ',
    ];
    const { said } = await pipe(url, ...bad, call(9));
    expect(said.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32700],
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [5, -32600],
      [6, -32600],
      [9, undefined],
    ]);
    expect(asked).toBe(1);
    const out = readSpool(data).events.flatMap((event) => (event.lane === 'out' ? [event.text] : []));
    expect(out).toEqual(expect.arrayContaining(['garbage', '42', '{"id":5}']));
  });

  it('gets no answer to notifications and responses, for any response of the server', async () => {
    const url = await serve((message, response) => {
      if (message.id === 'end') return json(response, result(message));
      return json(response, { jsonrpc: '2.0', id: message.id ?? null, error: { code: -1, message: 'no' } }, 400);
    });
    const { said } = await pipe(
      url,
      { jsonrpc: '2.0', method: 'notifications/x' },
      { jsonrpc: '2.0', id: 3, result: {} },
      call('end'),
    );
    expect(said.map(({ id }) => id)).toEqual(['end']);
  });

  it.skipIf(process.platform === 'win32')('gets its open calls answered when the bridge is stopped', async () => {
    let open = 0;
    const url = await serve(() => {
      open += 1;
    });
    const { child, lines } = startProcess(url);
    child.stdin.write(`${textOf(call(1))}\n${textOf(call(2))}\n`);
    await until(() => open === 2, 'both calls');
    child.kill('SIGTERM');
    expect(await ended(child)).toEqual({ code: 0, signal: null });
    expect(lines.map((line) => (JSON.parse(line) as Said).id)).toEqual([1, 2]);
    expect(lines[0]).toContain('SIGTERM');
  });

  it('gets its open calls answered some time after it has closed its end', async () => {
    const url = await serve(() => {});
    const { said, problem } = await pipe(url, call(1, 'initialize'), call(2), call(3));
    expect(said.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(said[2]?.error?.message).toContain('20 s');
    expect(problem).toBeNull();
    expect(readSpool(data).events).toContainEqual(expect.objectContaining({ event: 'timeout', id: 3 }));
  });

  it('that cancels a request gets no answer of the bridge to it, and does not wait', async () => {
    const url = await serve((message, response) => {
      if (message.method === 'notifications/cancelled') return response.writeHead(202).end();
    });
    const { said } = await pipe(url, call(1, 'initialize'), call(2), {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 2 },
    });
    expect(said.map(({ id }) => id)).toEqual([1]);
    expect(readSpool(data).events.filter((event) => event.lane === 'life' && event.event === 'timeout')).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('that dies takes the bridge along, with calls open', async () => {
    let open = 0;
    const url = await serve(() => {
      open += 1;
    });
    const own = JSON.stringify([builtProgram, 'wrap', '--data', data, '--name', 'api', '--', url]);
    const program = `const child = require('node:child_process').spawn(process.execPath, ${own}, { stdio: ['pipe', 'ignore', 'ignore'] });
      child.stdin.write(${JSON.stringify(`${textOf(call(2))}\n`)}); console.log(child.pid); setInterval(() => {}, 1e6);`;
    const client = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'pipe'] });
    children.push(client);
    let pid = 0;
    createInterface(client.stdout).on('line', (line) => {
      pid = Number(line);
    });
    await until(() => open === 1 && pid > 0, 'the call');
    client.kill('SIGKILL');
    await until(() => !isAlive(pid), 'the end of the bridge');
    expect(readSpool(data).events).toContainEqual(
      expect.objectContaining({ event: 'cancelled', id: 2, message: 'The client has ended.' }),
    );
  });

  it('that asks while the handshake is never answered is answered in the end', async () => {
    const url = await listening(createTcpServer((socket) => socket.on('error', () => {})));
    const { input, lines, stop, over } = start(url);
    input.write(`${textOf(call(1, 'initialize'))}\n${textOf(call(2))}\n`);
    await until(() => readSpool(data).events.some(({ lane }) => lane === 'out'), 'the handshake');
    stop('Misfire was stopped.');
    await over;
    expect(lines.map((line) => (JSON.parse(line) as Said).id)).toEqual([1, 2]);
  });

  it('may answer what the server asks before the handshake is over', async () => {
    let answered: () => void = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const server = createServer(async (request, response) => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const message = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
      if (message.method !== 'initialize') {
        answered();
        return response.writeHead(202).end();
      }
      const open = stream(response);
      open.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 'theirs', method: 'ping' })}\n\n`);
      await isAnswered;
      return open.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: hello })}\n\n`);
    });
    const { input, lines, over } = start(await listening(server));
    input.write(`${textOf(call(1, 'initialize'))}\n`);
    await until(() => lines.length === 1, 'the question of the server');
    input.end('{"jsonrpc":"2.0","id":"theirs","result":{}}\n');
    await over;
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(['theirs', 1]);
  });
});

async function eventually<T>(ask: () => Promise<T>, holds: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await ask();
    if (holds(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
