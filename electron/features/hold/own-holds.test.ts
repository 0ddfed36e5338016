// Misfire's own calls while messages are held: a real inspector with real servers over stdio, Streamable HTTP and HTTP+SSE.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HeldView } from '../../../shared/features/hold/held.ts';
import type { WantedRule } from '../../../shared/features/hold/rules.ts';
import { replayRequestSchema } from '../../../shared/retry/replay.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { TestInspector, value } from '../../inspector/testing/test-inspector.ts';
import { toolsServer } from '../watch/programs/testing/test-peers.ts';

const until = (holds: () => boolean | Promise<boolean>, message: string) =>
  expect.poll(holds, { interval: 10, message }).toBe(true);

const ownCalls: WantedRule = {
  client: 'Misfire',
  server: null,
  method: 'tools/call',
  tool: null,
  direction: 'response',
  failuresOnly: false,
  once: false,
};

const answerOf = (id: unknown) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"own"}]}}`;

/** One that answers on its stream, as in 2024-11-05, or each request in a stream or as JSON. */
async function serve(kind: 'JSON' | 'stream' | 'sse'): Promise<object> {
  let stream: ServerResponse | null = null;
  const reply = (response: ServerResponse, body: string) => {
    const { id, method } = JSON.parse(body) as { id?: number; method: string };
    const result = {
      protocolVersion: '2024-11-05',
      capabilities: { tools: {} },
      serverInfo: { name: 's', version: '1' },
    };
    const text = method === 'initialize' ? JSON.stringify({ jsonrpc: '2.0', id, result }) : answerOf(id);
    if (id === undefined || kind === 'sse') response.writeHead(202).end();
    if (id === undefined) return;
    if (kind === 'sse') stream?.write(`event: message\ndata: ${text}\n\n`);
    else if (kind === 'stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`id: e-${id}\ndata: ${text}\n\n`);
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  };
  const server = createServer((request, response) => {
    if (request.method === 'GET' && kind === 'sse') {
      stream = response;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: endpoint\ndata: /messages\n\n');
      return;
    }
    if (request.method !== 'POST') return void response.writeHead(405).end();
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => reply(response, body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return { kind: kind === 'sse' ? 'sse' : 'http', url, headers: {} };
}

const stdio = { kind: 'stdio', command: process.execPath, args: [toolsServer], env: {} };

async function open(transport: object = stdio) {
  const test = await TestInspector.open();
  onTestFinished(() => test.close());
  const { api } = test;
  const closeWindow = test.inspector.onBatch(() => {});
  const server = await test.connect('tools', transport);
  const params = JSON.stringify({ name: 'write', arguments: { by: 1 } });
  const held = async () => (await value(api.holds({}))).held;
  return {
    api,
    server,
    closeWindow,
    held,
    hold: (rule: Partial<WantedRule> = {}) => value(api.addHoldRule({ rule: { ...ownCalls, ...rule } })),
    call: () => value(api.call({ server, method: 'tools/call', params })),
    async next(): Promise<HeldView> {
      await until(async () => (await held()).length > 0, 'a held message');
      return (await held())[0] as HeldView;
    },
    async over(id: number): Promise<RowDetail> {
      await until(async () => !(await value(api.rowDetail({ id }))).row.pending, 'the end of the call');
      return value(api.rowDetail({ id }));
    },
    async failedCalls() {
      return (await value(api.snapshot({}))).counters.failedCalls;
    },
  };
}

describe('a held request of Misfire itself', () => {
  it('reaches the server as it was edited', async () => {
    const { api, hold, call, next, over } = await open();
    await hold({ direction: 'request' });
    const calling = call();
    const { id, ...view } = await next();
    expect(view).toMatchObject({ client: 'Misfire', from: 'client', tool: 'write', direction: 'request' });
    const { text } = await value(api.heldMessage({ held: id }));
    await value(api.decideHeld({ held: id, action: 'edit', text: text.replace('"by":1', '"by":2') }));
    const { row, events } = await over((await calling).id);
    expect(row).toMatchObject({ outcome: 'answered', rehearsed: { injected: 'hold:edited' } });
    const [sent] = events;
    expect(sent).toMatchObject({ lane: 'out', text: expect.stringContaining('"by":2'), original: text });
  });

  it('is answered in the server’s place, or dropped, and the server sees neither', async () => {
    const { api, hold, call, next, over } = await open();
    await hold({ direction: 'request' });
    const answered = call();
    const { id } = await next();
    const failure = { held: id, failure: 'answer:not_found', dialect: 'own' } as const;
    const { text } = await value(api.previewHeldAnswer(failure));
    await value(api.decideHeld({ held: id, action: 'answer', text }));
    expect((await over((await answered).id)).row).toMatchObject({
      outcome: 'tool_error',
      rehearsed: { injected: 'hold:answered' },
    });
    const dropped = call();
    await value(api.decideHeld({ held: (await next()).id, action: 'drop' }));
    await value(api.cancel({ id: (await dropped).id }));
    expect((await over((await dropped).id)).row).toMatchObject({ rehearsed: { injected: 'hold:dropped' } });
    await value(api.releaseHeld({}));
    const passed = await over((await call()).id);
    // Its own count of the calls that reached it.
    expect(passed.events.at(-1)?.text).toContain('\\"calls\\":1');
  });

  it('is never sent when the window closes, and ends as interrupted', async () => {
    const { hold, call, next, over, closeWindow, failedCalls } = await open();
    await hold({ direction: 'request' });
    const calling = call();
    await next();
    closeWindow();
    const { row, failure } = await over((await calling).id);
    expect(row).toMatchObject({ outcome: 'cancelled', rehearsed: { injected: 'hold:dropped' } });
    expect(JSON.stringify(failure)).toContain('Interrupted');
    expect(await failedCalls()).toBe(0);
  });

  it('is not sent when its replay is canceled', async () => {
    const { api, hold, call, next, over, held } = await open();
    const { id: row } = (await over((await call()).id)).row;
    await hold({ direction: 'request' });
    const request = {
      row,
      message: { kind: 'as_sent' },
      to: { kind: 'same' },
      when: { kind: 'now' },
      confirm: 'write',
    };
    const { replay } = await value(api.startReplay(replayRequestSchema.parse(request)));
    await next();
    await value(api.controlReplay({ replay, action: 'cancel' }));
    await until(async () => (await held()).length === 0, 'nothing is held');
    await value(api.releaseHeld({}));
    expect((await over((await call()).id)).events.at(-1)?.text).toContain('\\"calls\\":2');
  });
});

describe.each(['stdio', 'JSON', 'stream', 'sse'] as const)('a held answer to Misfire itself over %s', (kind) => {
  const start = async () => open(kind === 'stdio' ? stdio : await serve(kind));

  it('is edited and marked, and other calls go on', async () => {
    const { api, server, hold, call, next, over } = await start();
    await hold();
    const { id } = await call();
    const { id: held } = await next();
    const { id: other } = await value(api.call({ server, method: 'prompts/list', params: '{}' }));
    await over(other);
    const { text } = await value(api.heldMessage({ held }));
    const edited = text.replace('"content"', '"isError":true,"content"');
    await value(api.decideHeld({ held, action: 'edit', text: edited }));
    const { row, events } = await over(id);
    expect(row).toMatchObject({ outcome: 'tool_error', rehearsed: { injected: 'hold:edited' } });
    expect(events.find(({ lane }) => lane === 'in')).toMatchObject({ text: edited, original: text });
  });

  it('comes too late when the window closes: the call is interrupted, and is not counted as a failure', async () => {
    const { hold, call, next, over, closeWindow, failedCalls, held } = await start();
    await hold();
    const { id } = await call();
    await next();
    closeWindow();
    const { row, failure } = await over(id);
    expect(row).toMatchObject({ outcome: 'cancelled', rehearsed: { injected: 'hold:passed' } });
    expect(JSON.stringify(failure)).toContain('Interrupted');
    expect(await held()).toEqual([]);
    expect(await failedCalls()).toBe(0);
  });

  it('goes on when its call is canceled', async () => {
    const { api, hold, call, next, over, held } = await start();
    await hold();
    const { id } = await call();
    await next();
    await value(api.cancel({ id }));
    await until(async () => (await held()).length === 0, 'nothing is held');
    expect((await over(id)).row.outcome).toBe('cancelled');
  });
});
