// A stdio server behind an address on this machine, for clients that only take a URL: Streamable HTTP towards the client, one process
// of the server a session. Records nothing; a proxy in front of it does.

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isForeignRequest } from '../../../../shared/server/foreign-request.ts';
import { ServerProcess } from '../../../transports/server-process.ts';
import type { SpawnedCommand } from '../../../transports/spawn-failure.ts';
import { oneLine, oneMessage, type ReadMessage, readLine } from '../../watch/programs/lines/message-lines.ts';

const longestBody = 16 * 1024 * 1024;

export interface RunningServer {
  url: string;
  close(): Promise<void>;
}

export async function openGateway(command: SpawnedCommand, onErrors: (line: string) => void): Promise<RunningServer> {
  const sessions = new Map<string, GatewaySession>();
  const open = async (id: string): Promise<GatewaySession> => {
    const session = new GatewaySession(command, onErrors, () => sessions.delete(id));
    await session.start();
    sessions.set(id, session);
    return session;
  };
  const http = createServer((request, response) => {
    const { port } = http.address() as AddressInfo;
    if (isForeignRequest(request.headers, port)) refuse(response, 403, 'Only programs on this machine may use it.');
    else
      void handle(request, response, sessions, open).catch((problem: Error) => refuse(response, 502, problem.message));
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    async close() {
      await Promise.all([...sessions.values()].map((session) => session.stop()));
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** Clients of 2026-07-28 have no session: they share one process. */
const shared = 'shared';

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: ReadonlyMap<string, GatewaySession>,
  open: (id: string) => Promise<GatewaySession>,
): Promise<void> {
  const named = request.headers['mcp-session-id'];
  const known = typeof named === 'string' ? sessions.get(named) : undefined;
  if (typeof named === 'string' && !known) return refuse(response, 404, 'Session not found.');
  if (request.method === 'DELETE') {
    await known?.stop();
    response.writeHead(200).end();
    return;
  }
  if (request.method === 'GET' && known) return known.listen(response);
  if (request.method !== 'POST') return refuse(response, 405, 'Send messages by POST.');
  const body = await readBody(request);
  const message = body === null ? null : oneMessage(body);
  if (!message) return refuse(response, 400, 'Send one JSON-RPC message of at most 16 MB.');
  const isHello = message.method === 'initialize';
  const id = isHello ? randomBytes(12).toString('hex') : shared;
  const session = known ?? (isHello ? await open(id) : (sessions.get(shared) ?? (await open(shared))));
  await session.take(message, response, isHello ? { 'mcp-session-id': id } : {});
}

class GatewaySession {
  readonly #process: ServerProcess;
  readonly #command: SpawnedCommand;
  /** Requests without an answer, by id. */
  readonly #waiting = new Map<string, { response: ServerResponse; headers: Record<string, string> }>();
  #listener: ServerResponse | null = null;

  constructor(command: SpawnedCommand, onErrors: (line: string) => void, onEnded: () => void) {
    this.#command = command;
    this.#process = new ServerProcess({
      onOutput: (lines) => {
        for (const { text } of lines) this.#takeLine(text);
      },
      onErrors: (lines) => {
        for (const { text } of lines) onErrors(text);
      },
      onEnded: () => {
        for (const { response } of this.#waiting.values()) response.destroy();
        this.#listener?.end();
        onEnded();
      },
      onInputClosed: () => {},
    });
  }

  async start(): Promise<void> {
    const started = await this.#process.start(this.#command);
    if (!started.ok) throw new Error(started.reason);
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  listen(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    this.#listener = response;
  }

  async take(message: ReadMessage, response: ServerResponse, headers: Record<string, string>): Promise<void> {
    if (message.kind === 'request') this.#waiting.set(message.key, { response, headers });
    await this.#process.write(`${oneLine(message.text)}\n`);
    if (message.kind !== 'request') response.writeHead(202).end();
  }

  #takeLine(text: string): void {
    const read = readLine(text);
    const [message] = read.ok ? read.messages : [];
    if (!message) return;
    const waiting = this.#waiting.get(message.key);
    if (message.kind !== 'response') this.#tell(text);
    else if (waiting) {
      this.#waiting.delete(message.key);
      const { response, headers } = waiting;
      if (response.headersSent) response.end(eventOf(text));
      else response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text);
    }
  }

  /** What the server says by itself: on the client's own stream, else on that of the newest request. */
  #tell(text: string): void {
    const newest = [...this.#waiting.values()].at(-1);
    if (this.#listener && !this.#listener.destroyed) this.#listener.write(eventOf(text));
    else if (newest) {
      const { response, headers } = newest;
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
      response.write(eventOf(text));
    }
  }
}

const eventOf = (text: string): string => `event: message\ndata: ${oneLine(text)}\n\n`;

async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longestBody) return null;
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message } });
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
