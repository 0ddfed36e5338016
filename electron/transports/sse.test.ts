// HTTP+SSE over real sockets: where messages may go, what the log has, and streams that break.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { SseTransport } from './sse.ts';
import { EventLog } from './testing/test-peers.ts';
import type { TransportParts } from './transport.ts';

const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanup.splice(0).reverse()) await step();
});

type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

async function serve(handle: Handle, parts: TransportParts & { endpointWaitMs?: number } = {}) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    let body = '';
    for await (const chunk of request) body += chunk;
    handle(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const log = new EventLog();
  const transport = new SseTransport({ url: `http://127.0.0.1:${port}/sse`, headers: {} }, log.onEvents, parts);
  cleanup.push(async () => {
    await transport.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { transport, log, asked, port };
}

const open = (response: ServerResponse, text: string) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text);

describe('the stream', () => {
  test('names the endpoint, and delivers the responses to messages posted there', async () => {
    let stream: ServerResponse | null = null;
    const { transport, log, asked } = await serve((request, response, body) => {
      if (request.method === 'GET') {
        stream = response;
        return open(response, 'event: endpoint\ndata: /message?sessionId=7\n\n');
      }
      response.writeHead(202).end('Accepted');
      stream?.write(`event: message\ndata: {"jsonrpc":"2.0","id":${JSON.parse(body).id},"result":{}}\n\n`);
    });
    await transport.start();
    await transport.send('{"jsonrpc":"2.0","id":1,"method":"ping"}', { id: 1, method: 'ping' });
    await log.until((event) => event.lane === 'in' && event.text.includes('"id":1'));
    await log.until((event) => event.lane === 'http' && event.http.method === 'POST');
    expect(asked).toEqual(['GET /sse', 'POST /message?sessionId=7']);
    expect(log.texts('in')).toEqual(['/message?sessionId=7', '{"jsonrpc":"2.0","id":1,"result":{}}']);
    expect(log.events.find((event) => event.lane === 'http' && event.http.method === 'POST')).toMatchObject({
      id: 1,
      http: { status: 202, body: 'Accepted' },
    });
    await transport.close();
    expect(log.outline().slice(0, 4)).toEqual(['http', 'life:stream_opened', 'in', 'out']);
    await expect(transport.send('{}')).rejects.toThrow('closed');
  });

  test('that reopens with the same endpoint continues, after at least a second and with the last id', async () => {
    const times: number[] = [];
    const ids: unknown[] = [];
    const { transport, log } = await serve((request, response) => {
      times.push(performance.now());
      ids.push(request.headers['last-event-id']);
      open(response, 'id: 5\nretry: 0\nevent: endpoint\ndata: /message\n\n');
      if (times.length === 1) response.end();
    });
    await transport.start();
    await log.until((event) => event.lane === 'life' && event.event === 'stream_ended');
    await log.until(() => log.outline().filter((name) => name === 'life:stream_opened').length === 2);
    expect(times[1]! - times[0]!).toBeGreaterThan(990);
    expect(ids).toEqual([undefined, '5']);
    await expect(transport.send('{}')).resolves.toBeUndefined();
  });

  test('that reopens with another endpoint is another session', async () => {
    let count = 0;
    const { transport, log } = await serve((_, response) => {
      count += 1;
      open(response, `event: endpoint\ndata: /message?session=${count}\n\n`);
      if (count === 1) response.end();
    });
    await transport.start();
    expect(await log.untilLife('closed')).toMatchObject({
      closedBy: 'server',
      message: expect.stringContaining('new session'),
    });
    await expect(transport.send('{}')).rejects.toThrow('closed');
  });
});

describe('a connection fails with a sentence', () => {
  test('if messages should go to another origin', async () => {
    const { transport, log, asked } = await serve((_, response) =>
      open(response, 'event: endpoint\ndata: https://elsewhere.example/message\n\n'),
    );
    await expect(transport.start()).rejects.toThrow('wants messages sent to another place, https://elsewhere.example/');
    expect(log.outline()).toContain('life:connect_failed');
    expect(asked).toEqual(['GET /sse']);
  });

  test('if the endpoint is not a URL', async () => {
    const { transport } = await serve((_, response) => open(response, 'event: endpoint\ndata: http://[\n\n'));
    await expect(transport.start()).rejects.toThrow('an endpoint that is not an address: “http://[”');
  });

  test('if there is no stream', async () => {
    const { transport, log } = await serve((_, response) => response.writeHead(405).end('Use POST'));
    await expect(transport.start()).rejects.toThrow('gave no event stream: it answered HTTP 405');
    expect(log.events[0]).toMatchObject({ lane: 'http', http: { status: 405, body: 'Use POST' } });
  });

  test('if the stream delivers nothing, or ends at once', async () => {
    const silent = await serve((_, response) => open(response, ': hello\n\n'), { endpointWaitMs: 60 });
    await expect(silent.transport.start()).rejects.toThrow('did not name the endpoint for messages within 0.06 s');
    const brief = await serve((_, response) => {
      open(response, ': hello\n\n');
      response.end();
    });
    await expect(brief.transport.start()).rejects.toThrow('ended before it named the endpoint');
  });

  test('if nothing listens', async () => {
    const log = new EventLog();
    const transport = new SseTransport({ url: 'http://127.0.0.1:9/sse', headers: {} }, log.onEvents);
    await expect(transport.start()).rejects.toThrow('Nothing is listening at 127.0.0.1:9');
    expect(log.outline()).toEqual(['http', 'life:connect_failed']);
  });
});

test('truncates an event over the limit and reports its length', async () => {
  const { transport, log } = await serve(
    (_, response) => open(response, `event: endpoint\ndata: /m\n\ndata: ${'x'.repeat(5000)}\n\n`),
    { messageLimit: 1000 },
  );
  await transport.start();
  const event = await log.until((event) => event.lane === 'in' && event.cut !== undefined);
  expect(event).toMatchObject({ cut: 5000 });
});
