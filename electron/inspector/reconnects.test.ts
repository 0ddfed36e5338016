// Many connections, most of which end badly: afterwards no session, transport, socket or process is left. No sent message is missing, and
// no call is open. `npm run -s soak -- --reconnects 10000` does the same for ten thousand, and measures memory.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serverConfigSchema } from '../../shared/server/server-config.ts';
import { HttpTransport } from '../transports/http.ts';
import { liveGroups } from '../transports/process-groups.ts';
import { StdioTransport } from '../transports/stdio.ts';
import { Session } from './session/session.ts';
import { TestInspector, value } from './testing/test-inspector.ts';

const hello = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } };
/** A leak grows with each connection; an unfinished turn may still reference the last one. */
const few = 3;
type Started = { start: (...args: never[]) => Promise<void> };

/** Counts those that were started and are still held. */
function follow(type: { prototype: Started }): { started: number; held: () => Promise<number> } {
  const found = { started: 0, held };
  const seen: WeakRef<Started>[] = [];
  const { start } = type.prototype;
  type.prototype.start = function (this: Started, ...args) {
    found.started += 1;
    seen.push(new WeakRef(this));
    return start.apply(this, args);
  };
  onTestFinished(() => {
    type.prototype.start = start;
  });
  async function held(): Promise<number> {
    if (global.gc === undefined) throw new Error('vite.config.ts runs this file with --expose-gc.');
    // References to them last until the end of a turn.
    await new Promise((resolve) => setImmediate(resolve));
    global.gc();
    return seen.filter((ref) => ref.deref() !== undefined).length;
  }
  return found;
}

async function expectNoneHeld(...followed: ReturnType<typeof follow>[]): Promise<void> {
  for (const { started, held } of followed) {
    expect(started).toBeGreaterThan(2 * few);
    expect(await held()).toBeLessThan(few);
  }
}

async function open() {
  const app = await TestInspector.open();
  onTestFinished(() => app.close());
  return app;
}

/** Each call gets the next of these ends. */
const ends: ((response: ServerResponse, answer: string) => void)[] = [
  (response, answer) => response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
  (response) => response.socket?.destroy(),
  (response) => response.writeHead(500).end('<h1>no'),
  (response, answer) =>
    response.writeHead(200, { 'content-length': '999' }).write(answer, () => response.socket?.destroy()),
  (response) =>
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .write('data: {"jso', () => response.socket?.destroy()),
  () => {}, // It never responds.
];

test('over HTTP', async () => {
  const followed = [follow(Session), follow(HttpTransport)];
  const app = await open();
  const sockets = new Set<Socket>();
  let calls = 0;
  const http = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method } = JSON.parse(body);
    if (id === undefined) return void response.writeHead(202).end();
    const answer = (result: object) => JSON.stringify({ jsonrpc: '2.0', id, result });
    if (method === 'initialize') return void ends[0]?.(response, answer(hello));
    ends[calls++ % ends.length]?.(response, answer({ content: [] }));
  });
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  const server = await app.add('s', { kind: 'http', url });
  const rows: number[] = [];
  for (let i = 0; i < 48; i += 1) {
    await app.api.connect({ server });
    rows.push(await app.send(server, 'tools/call', { name: 'a', arguments: { i } }));
    await app.api.disconnect({ server });
  }
  for (const id of rows) expect((await value(app.api.rowDetail({ id }))).row.pending).toBe(false);
  expect((await value(app.api.snapshot({}))).counters.pending).toBe(0);
  await expectNoneHeld(...followed);
  while (sockets.size > 0) await new Promise((resolve) => setImmediate(resolve));
});

test('with processes', async () => {
  const followed = [follow(Session), follow(StdioTransport)];
  const app = await open();
  const server = (how: string) => `
    const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (method === 'initialize') return send({ id, result: ${JSON.stringify(hello)} });
      if (method === 'tools/call') ${how};
    });`;
  const hows = [
    'send({ id, result: { content: [] } })',
    'process.exit(3)',
    "process.kill(process.pid, 'SIGKILL')",
    'process.stdout.write(\'{"jsonrpc":\', () => process.exit(1))',
    'void 0',
  ].map((how) => ({ kind: 'stdio', command: process.execPath, args: ['-e', server(how)] }));
  const added = await app.add('s', hows[0] as object);
  const rows: number[] = [];
  for (let i = 0; i < 15; i += 1) {
    const config = serverConfigSchema.parse({ name: 's', transport: hows[i % hows.length] });
    await app.api.changeServer({ server: added, config });
    await app.api.connect({ server: added });
    rows.push(await app.send(added, 'tools/call', { name: 'a', arguments: { i } }));
    if (i % 2 === 0) await app.api.disconnect({ server: added });
  }
  await app.api.disconnect({ server: added });
  for (const id of rows) expect((await value(app.api.rowDetail({ id }))).row.pending).toBe(false);
  expect(liveGroups()).toEqual([]);
  await expectNoneHeld(...followed);
});
