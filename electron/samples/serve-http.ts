// Puts a sample server on Streamable HTTP, loopback only: sessions, the Host and Origin check, the address on stdout.
// Says nothing about tools. `refuse` lets a server turn a request away before MCP sees it, as a gateway would.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { type JsonObject, parseJson } from '../../shared/json.ts';
import { endWithParent } from './lifetime.ts';

export interface HttpRefusal {
  status: number;
  headers?: Record<string, string>;
  body: JsonObject;
}

export interface HttpSample {
  build(): Server;
  /** `message` is the parsed body of a POST. */
  refuse?(request: IncomingMessage, message: unknown): HttpRefusal | null;
  /** Each POST stands alone and is answered as plain JSON: no session ids, no streams. */
  stateless?: true;
}

const bodyLimit = 4 * 1024 * 1024;

/** Listens, then prints `{"url":"…"}` as the only line on stdout. */
export function listen(handle: RequestListener): void {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (isForeign(request, port)) return sendJson(response, { status: 403, body: rpcError(-32000, 'Forbidden host') });
    handle(request, response);
  });
  server.listen(Number(values.port), '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/mcp` })}\n`);
  });
  server.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  endWithParent();
}

export function serveHttp(sample: HttpSample): void {
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  async function open(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport(
      sample.stateless
        ? { enableJsonResponse: true }
        : {
            sessionIdGenerator: randomUUID,
            onsessioninitialized: (id) => void sessions.set(id, transport),
            onsessionclosed: (id) => void sessions.delete(id),
          },
    );
    await sample.build().connect(transport);
    return transport;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (new URL(request.url ?? '/', 'http://local').pathname !== '/mcp') {
      return sendJson(response, { status: 404, body: { error: 'Not found. The MCP endpoint is /mcp.' } });
    }
    const body = request.method === 'POST' ? await readBody(request) : undefined;
    const message = body === undefined ? undefined : parseJson(body);
    const refusal = sample.refuse?.(request, message?.ok ? message.value : undefined);
    if (refusal) return sendJson(response, refusal);
    if (message && !message.ok) return sendJson(response, { status: 400, body: rpcError(-32700, 'Parse error') });
    const session = request.headers['mcp-session-id'];
    const known = typeof session === 'string' ? sessions.get(session) : undefined;
    if (session && !known && !sample.stateless) {
      return sendJson(response, { status: 404, body: rpcError(-32001, 'Session not found') });
    }
    const transport = known ?? (await open());
    await transport.handleRequest(request, response, message?.value);
    if (sample.stateless) response.on('close', () => void transport.close());
  }

  listen((request, response) => {
    handle(request, response).catch((error) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      if (!response.headersSent) sendJson(response, { status: 500, body: rpcError(-32603, 'Internal error') });
    });
  });
}

export function rpcError(code: number, message: string, id: string | number | null = null): JsonObject {
  return { jsonrpc: '2.0', error: { code, message }, id };
}

export function sendJson(response: ServerResponse, { status, headers, body }: HttpRefusal): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) throw new Error('The request body is over 4 MB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A page on another site that resolves its name to 127.0.0.1 shows in Host and Origin (DNS rebinding). */
function isForeign(request: IncomingMessage, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host, origin } = request.headers;
  if (!host || !hosts.includes(host)) return true;
  return origin !== undefined && !hosts.some((name) => origin === `http://${name}`);
}
