import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { HttpTransport } from './http.ts';
import { EventLog } from './testing/test-peers.ts';
import type { SendOptions } from './transport.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

interface Seen {
  method: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A real server; `seen` lists what reached it. */
async function serve(answer: (seen: Seen, response: ServerResponse, request: IncomingMessage) => unknown) {
  const seen: Seen[] = [];
  const listener: RequestListener = async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const one = { method: request.method ?? '', headers: request.headers, body: Buffer.concat(parts).toString() };
    seen.push(one);
    await answer(one, response, request);
  };
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  opened.push({ close });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen };
}

function connect(url: string, headers: Record<string, string> = {}, keepCredentials = false) {
  const log = new EventLog();
  const transport = new HttpTransport({ url, headers }, log.onEvents, { keepCredentials });
  opened.push(transport);
  return { log, transport };
}

const request = (id: number, method = 'tools/call') => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;
const result = (id: number) => `{ "jsonrpc":"2.0", "id":${id}, "result":{} }`;
const json = (response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

async function exchange(answer: Parameters<typeof serve>[0], options: SendOptions = { id: 1, method: 'tools/call' }) {
  const { url, seen } = await serve(answer);
  const { log, transport } = connect(url);
  await transport.send(request(1), options);
  const http = await log.until((event) => event.lane === 'http');
  if (http.lane !== 'http') throw new Error('no exchange');
  return { log, transport, seen, http, url };
}

describe('an exchange', () => {
  test('with a JSON answer is out, http, in, verbatim, with times from the socket', async () => {
    const { log, http, seen, url } = await exchange((_, response) => json(response, 200, result(1)));
    expect(log.outline()).toEqual(['out', 'http', 'in']);
    expect(log.texts('in')).toEqual([result(1)]);
    expect(log.events.map((event) => ('via' in event ? event.via : null))).toEqual([1, null, 1]);
    expect(http).toMatchObject({ id: 1, http: { exchange: 1, method: 'POST', url, status: 200, statusText: 'OK' } });
    expect(http.http.body).toBeUndefined();
    const { startedAt, headersAt, endedAt } = http.http;
    expect(log.events[0]!.at).toBeLessThanOrEqual(startedAt);
    expect(startedAt).toBeLessThanOrEqual(headersAt!);
    expect(headersAt!).toBeLessThanOrEqual(endedAt!);
    expect(seen[0]).toMatchObject({
      body: request(1),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'accept-encoding': 'identity',
      },
    });
  });

  test('sends deliberate nonsense unchanged', async () => {
    const { url, seen } = await serve((_, response) => json(response, 400, '{}'));
    const { log, transport } = connect(url);
    await transport.send('{"half": \u0000 ä');
    await log.until((event) => event.lane === 'http');
    expect(seen[0]?.body).toBe('{"half": \u0000 ä');
  });

  test.each([
    ['429 with a problem document', 429, 'application/problem+json', '{"title":"Slow down","status":429}'],
    ['an HTML page', 200, 'text/html', '<!doctype html><title>Sign in</title>'],
    ['an OAuth error', 401, 'application/json', '{"error":"invalid_token","error_description":"expired"}'],
    ['JSON that is cut off', 200, 'application/json', '{"jsonrpc":"2.0","id":1,"resu'],
  ])('keeps %s on the exchange', async (_name, status, type, body) => {
    const { log, http } = await exchange((_, response) =>
      response.writeHead(status, { 'content-type': type, 'retry-after': '30' }).end(body),
    );
    expect(log.outline()).toEqual(['out', 'http']);
    expect(http.http).toMatchObject({ status, body, headers: { 'content-type': type, 'retry-after': '30' } });
  });

  test.each([
    [
      'a JSON-RPC error on 404, as for a lost session',
      404,
      '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}',
    ],
    ['a batch', 200, '[{"jsonrpc":"2.0","id":1,"result":{}}]'],
    ['a message without jsonrpc', 200, '{"id":1,"result":{}}'],
  ])('gives %s its own line', async (_name, status, body) => {
    const { log, http } = await exchange((_, response) => json(response, status, body));
    expect(log.outline()).toEqual(['out', 'http', 'in']);
    expect(log.texts('in')).toEqual([body]);
    expect(http.http.status).toBe(status);
    expect(http.http.body).toBeUndefined();
  });

  test('keeps bytes that are not UTF-8, or compressed without a request, unopened', async () => {
    const bytes = Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0xff]);
    const { http } = await exchange((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes),
    );
    expect(http.http.bodyBytes).toEqual(Uint8Array.from(bytes));
  });

  test('of 202 has no body', async () => {
    const { http, log } = await exchange((_, response) => response.writeHead(202).end());
    expect(http.http).not.toHaveProperty('body');
    expect(log.outline()).toEqual(['out', 'http']);
  });

  test('hides credentials, keeps challenges, and supports a header called __proto__', async () => {
    const { url, seen } = await serve((_, response) => {
      response
        .writeHead(401, { 'www-authenticate': 'Bearer realm="x"', 'set-cookie': ['a=1', 'b=2'], __proto__x: '1' })
        .end();
    });
    const { log, transport } = connect(url.replace('//', '//user:pa%20ss@').concat('?api_key=canary&page=2'), {
      'X-Team': 'canary',
      Cookie: 'canary',
    });
    await transport.send(request(1), { id: 1 });
    const event = await log.until(({ lane }) => lane === 'http');
    expect(JSON.stringify(event)).not.toMatch(/canary|pa%20ss|dXNlcjpw|a=1/);
    expect(event).toMatchObject({
      http: {
        requestHeaders: { authorization: '‹hidden›', cookie: '‹hidden›', 'x-team': '‹hidden›' },
        headers: { 'www-authenticate': 'Bearer realm="x"', 'set-cookie': '‹hidden›' },
        url: expect.stringContaining('?api_key=‹hidden›&page=2'),
      },
    });
    expect(seen[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('user:pa ss').toString('base64')}`,
      cookie: 'canary',
      'x-team': 'canary',
    });
  });

  test('keeps the values of credential headers if that is configured', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(401, { 'set-cookie': ['a=1', 'b=2'] }).end();
    });
    const { log, transport } = connect(url, { Authorization: 'Bearer canary', 'X-Team': 'canary' }, true);
    await transport.send(request(1), { id: 1 });
    expect(await log.until(({ lane }) => lane === 'http')).toMatchObject({
      http: {
        requestHeaders: { authorization: 'Bearer canary', 'x-team': 'canary' },
        headers: { 'set-cookie': 'a=1, b=2' },
      },
    });
  });
});

describe('a failing network is an exchange without status', () => {
  const failure = async (url: string, headers: Record<string, string> = {}) => {
    const { log, transport } = connect(url, headers);
    await transport.send(request(1), { id: 1 });
    const event = await log.until(({ lane }) => lane === 'http');
    return event.lane === 'http' ? event : expect.unreachable();
  };

  test('nothing listens', async () => {
    const { url } = await serve(() => {});
    await opened.pop()!.close();
    const event = await failure(url);
    expect(event).toMatchObject({ id: 1, http: { status: null, headers: {} } });
    expect(event.http.error).toMatch(/^ECONNREFUSED: Nothing is listening at 127\.0\.0\.1:\d+/);
  });

  test('the connection is reset before the response', async () => {
    const { url } = await serve((_, response) => response.destroy());
    expect((await failure(url)).http.error).toMatch(/^ECONNRESET: /);
  });

  test('the response breaks off', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"jsonrpc"', () => response.destroy());
    });
    const event = await failure(url);
    expect(event.http).toMatchObject({
      status: 200,
      body: '{"jsonrpc"',
      error: expect.stringMatching(/^ECONNRESET: /),
    });
  });

  test('the peer does not speak HTTP', async () => {
    const server = createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n').on('error', () => {}));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened.push(server);
    const { port } = server.address() as AddressInfo;
    expect((await failure(`http://127.0.0.1:${port}/`)).http.error).toContain('is not valid HTTP');
    expect((await failure(`https://127.0.0.1:${port}/`)).http.error).toMatch(/^E\w+: /);
  });

  test('a header cannot be sent', async () => {
    const { url, seen } = await serve((_, response) => json(response, 200, '{}'));
    expect((await failure(url, { 'x-bad': 'a\nb' })).http.error).toMatch(/^ERR_INVALID_CHAR: /);
    expect(seen).toEqual([]);
  });

  test('reports each of many at once', async () => {
    const { url } = await serve((_, response) => response.destroy());
    const { log, transport } = connect(url);
    for (let id = 1; id <= 40; id += 1) await transport.send(request(id), { id });
    await expect.poll(() => log.events.filter(({ lane }) => lane === 'http').length).toBe(40);
    const ids = log.events.flatMap((event) => (event.lane === 'http' ? [event.id] : []));
    expect(new Set(ids).size).toBe(40);
  });

  test('Misfire stops waiting', async () => {
    const { url } = await serve(() => {});
    const { log, transport } = connect(url);
    const abort = new AbortController();
    await transport.send(request(1), { id: 1, signal: abort.signal });
    abort.abort('Canceled in Misfire.');
    const event = await log.until(({ lane }) => lane === 'http');
    expect(event).toMatchObject({ id: 1, http: { status: null, error: 'ABORTED: Canceled in Misfire.' } });
  });
});

describe('redirects', () => {
  test('within the origin are followed with method and body, and each is recorded', async () => {
    const { url, seen } = await serve((_, response, { url: path }) =>
      path === '/mcp' ? response.writeHead(307, { location: '/v2' }).end('moved') : json(response, 200, result(1)),
    );
    const { log, transport } = connect(url);
    await transport.send(request(1), { id: 1 });
    await log.until(({ lane }) => lane === 'in');
    expect(seen.map(({ method, body }) => [method, body])).toEqual([
      ['POST', request(1)],
      ['POST', request(1)],
    ]);
    const [hop, last] = log.events.filter((event) => event.lane === 'http');
    expect(hop).toMatchObject({ http: { exchange: 1, status: 307 } });
    expect(hop).not.toHaveProperty('id');
    expect(last).toMatchObject({ id: 1, http: { exchange: 2, status: 200, url: expect.stringMatching(/\/v2$/) } });
  });

  test('to another origin, with another method, or without end are shown as responses', async () => {
    const other = await serve((_, response) => json(response, 200, result(1)));
    const cross = await exchange((_, response) => response.writeHead(308, { location: other.url }).end());
    expect(cross.http.http).toMatchObject({ status: 308, headers: { location: other.url } });
    expect(other.seen).toEqual([]);
    expect((await exchange((_, response) => response.writeHead(302, { location: '/x' }).end())).http.http.status).toBe(
      302,
    );
    const { url, seen } = await serve((_, response) => response.writeHead(307, { location: '/mcp' }).end());
    const { log, transport } = connect(url);
    await transport.send(request(1), { id: 1 });
    await log.until((event) => event.lane === 'http' && event.id === 1);
    expect(seen).toHaveLength(4);
  });
});

describe('an event stream', () => {
  const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

  test('is http at its headers, then each event as it arrives, then its end', async () => {
    let finish = () => {};
    const { log } = await exchange((_, response) => {
      stream(response).write(
        `: hello\n\nevent: message\nid: 5\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n`,
      );
      finish = () => response.end(`data: ${result(1)}\n\n`);
    });
    const first = await log.until(({ lane }) => lane === 'in');
    expect(first).toMatchObject({ via: 1, sse: { event: 'message', id: '5' } });
    expect(log.outline()).toEqual(['out', 'http', 'life:sse_comment', 'in']);
    finish();
    expect(await log.untilLife('stream_ended')).toMatchObject({ via: 1, clean: true });
    expect(log.texts('in')[1]).toBe(result(1));
  });

  test('that breaks says so, names the unanswered call, and shows the incomplete event', async () => {
    const { log } = await exchange(
      (_, response) => {
        stream(response).write('data: {"jsonrpc":"2.0","id":1,"res', () => setImmediate(() => response.destroy()));
      },
      { id: 1, isAnswered: () => false },
    );
    const end = await log.untilLife('stream_ended');
    expect(end).toMatchObject({ via: 1, clean: false, id: 1, message: expect.stringMatching(/^ECONNRESET: /) });
    expect(log.events.find(({ lane }) => lane === 'in')).toMatchObject({
      partial: true,
      text: '{"jsonrpc":"2.0","id":1,"res',
    });
  });

  test('that ends before the response is resumed by GET with the last id, after at least a second', async () => {
    const log = new EventLog();
    const { url, seen } = await serve(({ method }, response) => {
      if (method === 'POST') stream(response).end('id: p1\nretry: 0\ndata: \n\n');
      else stream(response).end(`id: p2\ndata: ${result(1)}\n\n`);
    });
    const transport = new HttpTransport({ url, headers: {} }, log.onEvents);
    opened.push(transport);
    await transport.send(request(1), { id: 1, isAnswered: () => log.texts('in').length > 0 });
    await log.until((event) => event.lane === 'life' && event.event === 'stream_ended' && event.via === 2);
    expect(seen[1]).toMatchObject({ method: 'GET', headers: { 'last-event-id': 'p1', accept: 'text/event-stream' } });
    expect(log.outline()).toEqual([
      'out',
      'http',
      'life:sse_comment',
      'life:stream_ended',
      'http',
      'in',
      'life:stream_ended',
    ]);
    expect(log.events[4]!.at - log.events[3]!.at).toBeGreaterThan(950);
    expect(log.events[3]).not.toHaveProperty('id');
  });
});

describe('a session', () => {
  const initialize = { id: 1, method: 'initialize' };
  const initialized = { method: 'notifications/initialized' };

  test('sends its id and version, listens by GET, and ends with DELETE', async () => {
    let push = (_text: string) => {};
    const { url, seen } = await serve(({ method, body }, response) => {
      if (method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        push = (text) => response.write(text);
      } else if (method === 'DELETE') response.writeHead(204).end();
      else if (body.includes('"initialize"')) json(response, 200, result(1), { 'mcp-session-id': 's-1' });
      else response.writeHead(202).end();
    });
    const { log, transport } = connect(url);
    await transport.send(request(1, 'initialize'), initialize);
    await log.until(({ lane }) => lane === 'in');
    transport.setProtocolVersion('2025-06-18');
    await transport.send('{"jsonrpc":"2.0","method":"notifications/initialized"}', initialized);
    await log.untilLife('stream_opened');
    push('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
    await log.until((event) => event.lane === 'in' && event.via === 3);
    await transport.close();
    await transport.close();
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'DELETE']);
    for (const { headers } of seen.slice(1)) {
      expect(headers).toMatchObject({ 'mcp-session-id': 's-1', 'mcp-protocol-version': '2025-06-18' });
    }
    expect(log.outline().slice(-3).toSorted()).toEqual(['http', 'life:closed', 'life:stream_ended']);
    expect(log.outline().filter((name) => name === 'life:closed')).toHaveLength(1);
    expect(log.events.at(-1)).toMatchObject({ lane: 'http', http: { method: 'DELETE', status: 204 } });
    await expect(transport.send('late')).rejects.toThrow('closed');
  });

  test('survives a call that was sent by hand with the id of another', async () => {
    const { url, seen } = await serve(({ method, headers, body }, response) => {
      if (method !== 'POST') response.writeHead(405).end();
      else if (body.includes('"initialize"')) json(response, 200, result(1), { 'mcp-session-id': 's-1' });
      else if (headers['mcp-session-id'] === 's-1') json(response, 200, result(3));
      else response.writeHead(404).end();
    });
    const { log, transport } = connect(url);
    await transport.send(request(1, 'initialize'), initialize);
    await log.until(({ lane }) => lane === 'in');
    await transport.send(request(2, 'ping'), { id: 2, method: 'ping', headers: { 'MCP-Session-Id': 'another' } });
    await log.until((event) => event.lane === 'http' && event.http.status === 404);
    await transport.send(request(3, 'ping'), { id: 3, method: 'ping' });
    await log.until((event) => event.lane === 'in' && event.via === 3);
    expect(seen.map(({ headers }) => headers['mcp-session-id'])).toEqual([undefined, 'another', 's-1']);
    expect(log.outline()).not.toContain('life:closed');
    await transport.close();
  });

  test('without a listening stream records the rejection and continues', async () => {
    const { url, seen } = await serve(({ method }, response) => {
      if (method === 'GET') response.writeHead(405).end();
      else response.writeHead(202).end();
    });
    const { log, transport } = connect(url);
    await transport.send('{}', initialized);
    await log.until((event) => event.lane === 'http' && event.http.method === 'GET');
    await transport.close();
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(log.outline()).toEqual(['out', 'http', 'http', 'life:closed']);
  });

  test('that ends during the request for the listening stream reports nothing about it', async () => {
    const { url, seen } = await serve(({ method }, response) => {
      if (method !== 'GET') response.writeHead(202).end();
    });
    const { log, transport } = connect(url);
    await transport.send('{}', initialized);
    await expect.poll(() => seen.length).toBe(2);
    await transport.close();
    expect(log.outline()).toEqual(['out', 'http', 'life:closed']);
  });

  test('whose listening stream always ends at once is not requested forever', async () => {
    const { url, seen } = await serve(({ method }, response) => {
      if (method === 'GET') response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 0\n\n');
      else response.writeHead(202).end();
    });
    const { log, transport } = connect(url);
    await transport.send('{}', initialized);
    await expect.poll(() => log.outline().filter((name) => name === 'life:stream_ended').length).toBe(4);
    await transport.close();
    expect(seen.filter(({ method }) => method === 'GET')).toHaveLength(4);
  });

  test('does not get a version that cannot be a header', async () => {
    const { url, seen } = await serve((_, response) => json(response, 200, result(1)));
    const { log, transport } = connect(url);
    transport.setProtocolVersion('2025\r\nx: y');
    await transport.send(request(1), { id: 1 });
    await log.until(({ lane }) => lane === 'in');
    expect(seen[0]?.headers).not.toHaveProperty('mcp-protocol-version');
  });
});
