// HTTP servers that fail at each step of the protocol: reset, cut in the head, a body or an event, or answered with 5xx. The received bytes
// are in the log, and the failure is one incident with a correct sentence. No call stays open, the next call works, and no socket stays
// open. Processes that die: deaths.test.ts.

import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RowDetail } from '../../shared/timeline.ts';
import { TestInspector, value } from './testing/test-inspector.ts';

let bench: TestInspector;
beforeAll(async () => {
  bench = await TestInspector.open();
});
afterAll(() => bench.close());
const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanup.splice(0).reverse()) await step();
});

/** Cuts its response after this many characters. */
const cut = 25;
const json = { 'content-type': 'application/json' };
const stream = { 'content-type': 'text/event-stream' };
type Fault = (response: ServerResponse, answer: string) => unknown;
const reset = (response: ServerResponse) => response.socket?.resetAndDestroy();
const hangUp = (response: ServerResponse) => response.socket?.destroy();
/** The fault in the exchange of that step, and the sentence of an affected call. */
const faults: Record<string, { fault: Fault; says: RegExp; part?: true }> = {
  reset: { fault: reset, says: /closed the connection before it answered/ },
  'hung up': { fault: hangUp, says: /closed the connection before it answered/ },
  'headers only': {
    fault: (response, answer) => {
      response.writeHead(200, { ...json, 'content-length': answer.length }).flushHeaders();
      setImmediate(() => reset(response));
    },
    // A reset discards what was not read yet, including the headers.
    says: /broke off: ECONNRESET|closed the connection before it answered/,
  },
  'mid-body': {
    fault: (response, answer) =>
      response
        .writeHead(200, { ...json, 'content-length': answer.length })
        .write(answer.slice(0, cut), () => hangUp(response)),
    says: /broke off: ECONNRESET/,
    part: true,
  },
  'mid-event': {
    fault: (response, answer) =>
      response.writeHead(200, stream).write(`event: message\ndata: ${answer.slice(0, cut)}`, () => hangUp(response)),
    says: /never answered .+: the stream broke off/,
    part: true,
  },
  'between events': {
    fault: (response) => response.writeHead(200, stream).write(': well\n\n', () => hangUp(response)),
    says: /never answered .+: the stream broke off/,
  },
  '500': { fault: (response) => response.writeHead(500).end('boom'), says: /failed inside .+: boom/ },
  '502': { fault: (response) => response.writeHead(502).end(), says: /could not get what it needs/ },
  '503': {
    fault: (response) => response.writeHead(503, { 'retry-after': '7' }).end('<h1>Unavailable</h1>'),
    says: /asks to wait 7 s/,
  },
};

const steps = [
  'initialize',
  'notifications/initialized',
  'GET',
  'tools/list',
  'tools/call',
  'answer',
  'DELETE',
] as const;
type Step = (typeof steps)[number] | 'notifications/cancelled';
const results: Record<string, object> = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
  'tools/list': { tools: [{ name: 'work', inputSchema: { type: 'object' } }] },
};
const question = JSON.stringify({
  jsonrpc: '2.0',
  id: 's1',
  method: 'sampling/createMessage',
  params: { messages: [], maxTokens: 5 },
});

async function serve(step: Step, fault: Fault) {
  const sockets = new Set<Socket>();
  const methods: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { id, method = request.method === 'POST' ? 'answer' : request.method, params } = JSON.parse(body || '{}');
    methods.push(method);
    const result = results[method] ?? { content: [{ type: 'text', text: 'well' }] };
    const answer = JSON.stringify({ jsonrpc: '2.0', id: id ?? null, result });
    const isLater = params?.arguments?.later === true;
    if (method === step && !isLater) fault(response, answer);
    else if (method === 'GET') response.writeHead(405).end();
    else if (id === undefined || method === 'answer') response.writeHead(method === 'DELETE' ? 200 : 202).end();
    else if (method !== 'tools/call' || isLater || step === 'tools/call')
      response.writeHead(200, { ...json, ...(method === 'initialize' ? { 'mcp-session-id': 'abc' } : {}) }).end(answer);
    // The call stays open, and the server sends a request itself.
    else if (step === 'answer') response.writeHead(200, stream).write(`data: ${question}\n\n`);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, sockets, methods };
}

async function liveUntil(step: Step, server: string): Promise<void> {
  if (step === 'tools/list') {
    const { problem } = await value(bench.api.tools({ server, refresh: true }));
    expect(problem).toBe('The server did not answer tools/list.');
  }
  if (step !== 'tools/call' && step !== 'notifications/cancelled' && step !== 'answer') return;
  const id = await bench.send(server, 'tools/call', { name: 'work', arguments: {} });
  if (step === 'answer') {
    const content = { type: 'text', text: 'a' };
    await bench.answer(await bench.ask(), { role: 'assistant', content, model: 'm' });
  }
  if (step !== 'tools/call') await value(bench.api.cancel({ id }));
  await bench.settled(id);
}

const detailsOf = async (server: string): Promise<RowDetail[]> =>
  Promise.all(
    (await bench.rows()).filter((row) => row.server === server).map(({ id }) => value(bench.api.rowDetail({ id }))),
  );

const failedOf = (details: RowDetail[]) =>
  details.filter(({ row }) => row.incident !== null && row.outcome !== 'cancelled');

const table = [...steps, 'notifications/cancelled' as const].flatMap((step) =>
  Object.keys(faults).map((name): [Step, string] => [step, name]),
);
test.each(table)('%s: %s', async (step, name) => {
  const { fault, says, part } = faults[name] as (typeof faults)[string];
  const isCall = step === 'initialize' || step === 'tools/list' || step === 'tools/call';
  // An exchange without a call has its own row.
  const hasRow = !isCall && /^5|reset|hung up/.test(name) && step !== 'DELETE' && step !== 'GET';
  const { url, sockets, methods } = await serve(step, fault);
  const server = await bench.add('there', { kind: 'http', url });
  const connected = await bench.api.connect({ server });
  expect(connected.ok).toBe(step !== 'initialize');
  if (connected.ok) {
    await liveUntil(step, server);
    // The fault affects one exchange: the next one works.
    expect((await bench.callTool(server, 'work', { later: true })).row.outcome).toBe('answered');
    if (step === 'GET') await expect.poll(() => methods).toContain('GET');
    if (hasRow) await expect.poll(async () => failedOf(await detailsOf(server)).length).toBe(1);
    await value(bench.api.disconnect({ server }));
  }
  expect(methods).toContain(step);

  const details = await detailsOf(server);
  // No call waits, and no socket stays open.
  expect(details.filter(({ row }) => row.pending).map(({ row }) => row.method)).toEqual([]);
  expect((await value(bench.api.asks({}))).asks).toEqual([]);
  await expect.poll(() => sockets.size).toBe(0);
  // The start of a response is in the log as received.
  const said = details.flatMap(({ events }) => events).map(({ text }) => text);
  if (part) expect(said.some((text) => text.includes('{"jsonrpc":"2.0","id":'))).toBe(true);
  // One incident with a correct sentence for the affected calls; a canceled call is a separate incident.
  const failed = failedOf(details);
  expect(new Set(failed.map(({ row }) => row.incident)).size).toBeLessThanOrEqual(1);
  const call = failed.find(({ row }) => row.method === step);
  if (isCall) {
    expect(call?.failure?.explanation).toMatch(says);
    expect(call?.row.detail).toBe(call?.failure?.sentence);
  } else if (hasRow) {
    expect(failed.map(({ row }) => row.kind)).toEqual(['http']);
    expect(failed[0]?.failure?.explanation).toMatch(says);
  }
});

test('reset at connect, before a byte is read', async () => {
  const server = createNetServer((socket) => socket.on('error', () => {}).resetAndDestroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.push(() => new Promise((resolve) => server.close(resolve)));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const there = await bench.add('there', { kind: 'http', url });
  expect(await bench.api.connect({ server: there })).toMatchObject({ ok: false });
  const failed = (await detailsOf(there)).filter(({ row }) => row.incident !== null);
  expect(new Set(failed.map(({ row }) => row.incident)).size).toBe(1);
  for (const { failure } of failed) expect(failure?.sentence).toMatch(/closed the connection before it answered$/);
  expect(failed.some(({ row }) => row.pending)).toBe(false);
});
