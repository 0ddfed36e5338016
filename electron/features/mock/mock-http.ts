// The recording as an HTTP server on this machine. An answer alone is JSON; with other messages before it, it is a stream.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { guardedWait } from '../../../shared/json/guarded-step.ts';
import { isObject, type Json, member, parseJson } from '../../../shared/json/json.ts';
import { isForeignRequest } from '../../../shared/server/foreign-request.ts';
import type { MockServer, Outlet } from './mock-server.ts';

const longestBody = 64 * 1024 * 1024;
/** Headers of a recorded answer that tell a client what to do. Others describe a connection that is gone. */
const keptHeaders = ['content-type', 'retry-after', 'www-authenticate'];

export interface RunningMock {
  url: string;
  close(): Promise<void>;
}

export async function serveHttp(
  server: MockServer,
  port: number,
  sendStderr: Outlet['sendStderr'],
): Promise<RunningMock> {
  const http = createServer((request, response) => {
    const { port: own } = http.address() as AddressInfo;
    // Node keeps only the first of two Host headers.
    if (request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length !== 1)
      return refuse(response, 400, 'A request must name exactly one host.');
    if (isForeignRequest(request.headers, own))
      return refuse(response, 403, 'Only programs on this machine may use it.');
    if (request.method === 'DELETE') return void response.writeHead(200).end();
    if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST, DELETE' }).end();
    void guardedWait(
      () => answer(server, request, response, sendStderr),
      (reason) => {
        // A client that went away in the middle of its request needs no answer.
        if (request.errored || response.destroyed) return;
        sendStderr(`misfire: ${reason}`);
        if (response.headersSent) response.destroy();
        else refuse(response, 500, reason, -32603);
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

async function answer(
  server: MockServer,
  request: IncomingMessage,
  response: ServerResponse,
  sendStderr: Outlet['sendStderr'],
): Promise<void> {
  const body = await readBody(request);
  const parsed = body === null ? null : parseJson(body);
  if (parsed === null) return refuse(response, 413, 'The request is too long.');
  if (!parsed.ok) return refuse(response, 400, 'The request is not JSON.', -32700);
  const message = parsed.value;
  if (Array.isArray(message)) return refuse(response, 400, 'Send one message per request.', -32600);
  if (member(message, 'method') === 'notifications/cancelled' || member(message, 'id') === undefined) {
    await server.take(message, silent);
    response.writeHead(202).end();
    return;
  }
  const outlet = new HttpOutlet(response, message, sendStderr);
  await server.take(message, outlet);
  outlet.finish();
}

const silent: Outlet = { send() {}, sendStderr() {}, end() {} };

class HttpOutlet implements Outlet {
  readonly #response: ServerResponse;
  readonly #message: Json;
  readonly sendStderr: Outlet['sendStderr'];
  #status = 200;
  #isStream = false;

  constructor(response: ServerResponse, message: Json, sendStderr: Outlet['sendStderr']) {
    this.#response = response;
    this.#message = message;
    this.sendStderr = sendStderr;
  }

  setStatus(status: number): void {
    this.#status = sendable(status);
  }

  send(text: string): void {
    const parsed = parseJson(text);
    // What is no message cannot be part of a stream.
    if (!parsed.ok || this.#response.writableEnded) return;
    const isAnswer = isObject(parsed.value) && !Object.hasOwn(parsed.value, 'method');
    if (isAnswer && !this.#isStream) {
      const session = member(this.#message, 'method') === 'initialize' ? { 'mcp-session-id': 'recording' } : {};
      this.#response.writeHead(this.#status, { 'content-type': 'application/json', ...session }).end(text);
      return;
    }
    if (!this.#isStream) this.#response.writeHead(200, { 'content-type': 'text/event-stream' });
    this.#isStream = true;
    this.#response.write(`event: message\ndata: ${text.replaceAll('\n', ' ')}\n\n`);
  }

  end(ending: Parameters<Outlet['end']>[0]): void {
    if (ending.kind === 'exit') this.#response.destroy();
    if (ending.kind !== 'http') return;
    const headers = Object.entries(ending.headers).filter(
      ([name, value]) => keptHeaders.includes(name) && !/[^\t\x20-\x7e\x80-\xff]/.test(value),
    );
    this.#response.writeHead(sendable(ending.status), Object.fromEntries(headers)).end(ending.body);
  }

  /** A stream ends with its answer. Where the recording has no answer, the client waits as it did. */
  finish(): void {
    if (this.#isStream) this.#response.end();
  }
}

/** A final status: RFC 9110, section 15. 1xx would not end the response, and Node cannot send others. */
const sendable = (status: number): number =>
  Number.isInteger(status) && status >= 200 && status <= 599 ? status : 502;

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longestBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refuse(response: ServerResponse, status: number, message: string, code = -32000): void {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
