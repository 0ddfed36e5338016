// An HTTP server for the soak, in the same process: answers, refuses, stalls, and cuts sockets at any byte of a response. Remembers when
// calls had their complete response at the other end: each must be an answered row, unless it had ended before.

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface CuttingServer {
  url: string;
  /** Numbers of calls whose complete response was readable, and since when by `performance.now()`. */
  answered: Map<number, number>;
  faults: Map<string, number>;
  close(): Promise<void>;
}

const kinds = [
  'answer',
  'answer',
  'answer',
  'stream',
  'stream',
  'cut answer',
  'cut stream',
  'cut head',
  'stall',
  'status 500',
  'status 429',
  'not JSON',
];

export async function startCuttingServer(random: () => number): Promise<CuttingServer> {
  const answered = new Map<number, number>();
  const faults = new Map<string, number>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    if (request.method !== 'POST') return void response.writeHead(request.method === 'GET' ? 405 : 200).end();
    const { id, method, params } = JSON.parse(body);
    if (id === undefined) return void response.writeHead(202).end();
    const n = params?.arguments?.n as number | undefined;
    const kind = method === 'tools/call' ? (kinds[Math.floor(random() * kinds.length)] as string) : 'answer';
    const result =
      method === 'initialize'
        ? {
            protocolVersion: params.protocolVersion,
            capabilities: { tools: {} },
            serverInfo: { name: 's', version: '1' },
          }
        : { content: [{ type: 'text', text: `said ${n}` }], padding: 'x'.repeat(Math.floor(random() ** 4 * 100_000)) };
    const text = JSON.stringify({ jsonrpc: '2.0', id, result });
    if (kind !== 'answer' && kind !== 'stream') faults.set(kind, (faults.get(kind) ?? 0) + 1);
    else if (n !== undefined) response.once('finish', async () => answered.set(n, await readByNow()));
    respond(kind, text, response, random);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    answered,
    faults,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * `finish` only says that the system has the bytes. The reader is on this same event loop, which reads its sockets once per turn. After
 * this many turns it could read them, even on a slow machine.
 */
async function readByNow(): Promise<number> {
  for (let turn = 0; turn < 20; turn += 1) await pause(2);
  return performance.now();
}

function respond(kind: string, text: string, response: ServerResponse, random: () => number): void {
  const json = { 'content-type': 'application/json' };
  const stream = { 'content-type': 'text/event-stream' };
  const cut = (whole: string) => whole.slice(0, Math.floor(random() * whole.length));
  const event = `id: 1\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n\ndata: ${text}\n\n`;
  const drop = () => response.socket?.destroy();
  switch (kind) {
    case 'stream':
      response.writeHead(200, stream).end(event.replace('id: 1\n', ''));
      break;
    case 'cut answer':
      response.writeHead(200, { ...json, 'content-length': String(Buffer.byteLength(text)) }).write(cut(text), drop);
      break;
    case 'cut stream':
      response.writeHead(200, stream).write(cut(event.replace('id: 1\n', '')), drop);
      break;
    case 'cut head':
      drop();
      break;
    case 'stall':
      break;
    case 'status 500':
      response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Internal Server Error</h1>');
      break;
    case 'status 429':
      response.writeHead(429, { ...json, 'retry-after': '1' }).end('{"title":"Too many requests","status":429}');
      break;
    case 'not JSON':
      response.writeHead(200, json).end(`${text.slice(0, 20)}…`);
      break;
    default:
      response.writeHead(200, json).end(text);
  }
}
