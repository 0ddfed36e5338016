// `misfire proxy`: a reverse proxy on this machine between a client and an HTTP server. Headers and bodies pass untouched in both
// directions, chunk by chunk, and a side that closes closes the other; only the address in the `endpoint` event of the older
// transport is made one of the proxy's. No bytes of either side end it: what cannot be passed on becomes a 502 that says why.
// Who may ask is proxy-guard.ts's, what is kept of it proxy-copy.ts's.

import { randomBytes } from 'node:crypto';
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { explainNetworkFailure } from '../../../../transports/network-failure.ts';
import { EndpointRewrite } from './endpoint-rewrite.ts';
import { LiveStream } from './live-streams.ts';
import { ExchangeCopy, isNewer, type ProxyCopy } from './proxy-copy.ts';
import { admit, upstreamHeaders } from './proxy-guard.ts';
import { type LaterRehearsal, ProxyRehearsals } from './proxy-rehearsals.ts';
import type { HttpIntervention, Spoiling } from './rehearse-exchange.ts';
import { headWithoutLength } from './spoiled-answer.ts';

interface ProxyOptions {
  /** The server's own address. */
  url: URL;
  port: number;
  copy: ProxyCopy;
  /** Failures that are injected from the start on. */
  rehearsal?: HttpIntervention;
  /** Lets it join a rehearsal that is started while it runs. */
  later?: LaterRehearsal;
  /** Called when the server asks for a sign-in, which a proxy cannot do for the client. */
  onChallenge: () => void;
}

export interface RunningProxy {
  /** What a client is to be given instead of the server's address. */
  url: string;
  close(): Promise<void>;
}

/** Node's limit of 16 kB is narrower than that of many clients and servers: they would fail only when watched. */
const maxHeaderSize = 1024 * 1024;

export async function openProxy(options: ProxyOptions): Promise<RunningProxy> {
  const secret = randomBytes(24).toString('base64url');
  const { url } = options;
  const agents = new ClientAgents(url);
  const parts = {
    options,
    secret,
    agents,
    rehearsals: new ProxyRehearsals(options.copy, options.rehearsal, options.later),
  };
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    guarded(response, () => pass(request, response, parts));
  const server = createServer({ maxHeaderSize }, handle);
  // What a client expects is the server's to say.
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  server.on('connect', refuseTunnel);
  // Headers beyond Node's count would be dropped without a word.
  server.maxHeadersCount = 0;
  // No timers of ours: a fault of timing would move from where it is to here.
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  server.keepAliveTimeout = 0;
  server.timeout = 0;
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/${secret}${url.pathname}${url.search}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function guarded(response: ServerResponse, act: () => void): void {
  try {
    act();
  } catch (problem) {
    // Node takes in some headers and paths that it does not send.
    explain(response, `NOT_SENT: The request cannot be sent on: ${(problem as Error).message}`);
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      // A connection that could not be accepted, say: the others go on.
      server.on('error', () => {});
      resolve();
    });
  });
}

/** A client's connections to the server are its own: what a server says out of turn reaches no other client. */
class ClientAgents {
  readonly #isSecure: boolean;
  readonly #agents = new WeakMap<Socket, Agent>();

  constructor(url: URL) {
    this.#isSecure = url.protocol === 'https:';
  }

  of(client: Socket): Agent {
    const known = this.#agents.get(client);
    if (known) return known;
    const agent = this.#isSecure ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
    this.#agents.set(client, agent);
    client.once('close', () => agent.destroy());
    return agent;
  }
}

function refuseTunnel(_request: IncomingMessage, socket: Socket): void {
  socket.on('error', () => {});
  socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}

interface Parts {
  options: ProxyOptions;
  secret: string;
  agents: ClientAgents;
  rehearsals: ProxyRehearsals;
}

function pass(request: IncomingMessage, response: ServerResponse, parts: Parts): void {
  const { options, secret } = parts;
  response.sendDate = false;
  const admission = admit(request, secret);
  if (!admission.ok) {
    response.writeHead(admission.status, { 'content-type': 'text/plain' });
    response.end(`${admission.reason}\n`);
    return;
  }
  const { path } = admission;
  const go = (rehearsal: HttpIntervention | null) => {
    const exchange = new ExchangeCopy(options.copy, request, options.url.origin + path);
    const send = (read: Spoiling | null) => forward({ request, response, exchange, path, read }, parts);
    if (rehearsal) rehearsal.take(request, response, exchange, send, parts.rehearsals.streams);
    else send(null);
  };
  const rehearsal = parts.rehearsals.next();
  if (rehearsal instanceof Promise) void rehearsal.then((joined) => guarded(response, () => go(joined)));
  else go(rehearsal);
}

interface Passing {
  request: IncomingMessage;
  response: ServerResponse;
  exchange: ExchangeCopy;
  path: string;
  /** A rehearsal has read the request, and may spoil the answer. */
  read: Spoiling | null;
}

function forward(
  { request, response, exchange, path, read }: Passing,
  { options: { url, onChallenge }, secret, agents, rehearsals }: Parts,
): void {
  const upstream = openUpstream(request, url, path, agents, read?.isChanged ? read.body.length : null);
  let isOver = false;
  /** The server gave nothing that can be passed on. Once only: a connection that breaks reports several errors. */
  const fail = (reason: string, packet?: Buffer) => {
    if (isOver) return;
    isOver = true;
    upstream.destroy();
    request.resume();
    exchange.failed(reason, packet);
    if (response.headersSent) response.destroy();
    else explain(response, reason);
  };
  if (read) {
    upstream.end(read.body);
    exchange.sent(read.body);
    exchange.sentAll();
  } else {
    request.on('data', (chunk: Buffer) => {
      const isFull = !isOver && !upstream.destroyed && !upstream.write(chunk);
      exchange.sent(chunk);
      if (!isFull) return;
      request.pause();
      upstream.once('drain', () => request.resume());
    });
    request.on('end', () => {
      upstream.end();
      exchange.sentAll();
    });
  }
  const isLast = /\bclose\b/i.test(request.headers.connection ?? '');
  // RFC 9112 section 9.6: who asked for the end of the connection gets it, also when the server's header says otherwise.
  if (isLast) response.once('finish', () => request.socket.end());
  // A client that leaves has canceled: the server must notice at once.
  response.on('close', () => {
    if (response.writableFinished) return;
    isOver = true;
    upstream.destroy();
    exchange.left();
  });
  upstream.on('error', (error: Error & { rawPacket?: Buffer }) => {
    const reason = explainNetworkFailure(error, url);
    // Headers and the beginning of the body may have come in the packet that broke: they pass first.
    if (response.headersSent) setImmediate(() => fail(reason));
    else fail(reason, error.rawPacket);
  });
  // No connection may end without a word: not one that breaks with neither a response nor an error.
  upstream.on('close', () => {
    request.resume();
    if (!response.headersSent) fail(`ECONNRESET: ${url.host} closed the connection before the answer was complete.`);
  });
  upstream.on('continue', () => passContinue(request, response));
  upstream.on('information', (information) => passInformation(information, request, response));
  upstream.on('upgrade', (answer, socket, head) => {
    socket.destroy();
    exchange.answered(answer);
    fail('BAD_STATUS: The server switched to another protocol (HTTP 101), which cannot be passed on.', head);
  });
  upstream.on('response', (answer) => {
    if (isOver) return;
    if (read?.spoil) {
      // What the client gets is sent and recorded there.
      isOver = true;
      read.spoil(answer, response, exchange);
      return;
    }
    read?.listen(answer);
    exchange.answered(answer);
    const problem = startAnswer(answer, response);
    if (problem !== null) {
      isOver = true;
      explain(response, problem);
      keepBeginning(answer, exchange, () => {
        upstream.destroy();
        exchange.failed(problem);
      });
      return;
    }
    if (
      answer.statusCode === 401 &&
      /bearer/i.test(answer.headers['www-authenticate'] ?? '') &&
      !request.headers.authorization
    )
      onChallenge();
    // With the beginning of the body where that is here already, which is one packet less.
    setImmediate(() => response.flushHeaders());
    const live = isLiveStream(request, answer)
      ? new LiveStream({
          request,
          response,
          exchange,
          streams: rehearsals.streams,
          rewrite: isNewer(request) ? null : new EndpointRewrite(url, secret),
          reads: () => rehearsals.readStream,
        })
      : null;
    answer.on('data', (chunk: Buffer) => {
      const goesOn = live ? live.take(chunk) : response.write(chunk);
      if (!goesOn) {
        answer.pause();
        response.once('drain', () => answer.resume());
      }
      if (!live) exchange.received(chunk);
    });
    answer.on('end', () => {
      if (isOver) return;
      isOver = true;
      after(live?.end(), () => {
        passTrailers(answer, response);
        response.end();
        exchange.receivedAll();
      });
    });
    // Cut off in the middle: so is what the client reads.
    answer.on('close', () => {
      if (answer.complete) return;
      const reason = `ECONNRESET: ${url.host} closed the connection in the middle of its answer.`;
      after(live?.end(), () => fail(reason));
    });
  });
}

function openUpstream(
  request: IncomingMessage,
  url: URL,
  path: string,
  agents: ClientAgents,
  changedLength: number | null,
): ClientRequest {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const upstream = send({
    // An IPv6 address has brackets only where a port follows it.
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port,
    path,
    // The client wants this connection for this request alone; servers refuse a second one on it.
    agent: /\bclose\b/i.test(request.headers.connection ?? '') ? false : agents.of(request.socket),
    method: request.method ?? 'GET',
    headers: withLength(upstreamHeaders(request, url), changedLength) as never,
    setHost: false,
    maxHeaderSize,
  });
  upstream.maxHeadersCount = 0;
  return upstream;
}

/** A person has changed the body. `rawHeaders`: names and values in turn. */
function withLength(rawHeaders: string[], length: number | null): string[] {
  if (length === null) return rawHeaders;
  return [...headWithoutLength(rawHeaders), 'content-length', String(length)];
}

function explain(response: ServerResponse, reason: string): void {
  // The status text is named because a refused one of the server's would be used otherwise.
  response.writeHead(502, 'Bad Gateway', { 'content-type': 'text/plain; charset=utf-8' });
  response.end(
    `Misfire’s proxy made this answer. The server could not be reached or sent no valid answer. ${reason}\n`,
  );
}

/** Why status and headers cannot be passed on; null: they were. */
function startAnswer(answer: IncomingMessage, response: ServerResponse): string | null {
  const { statusCode = 0, statusMessage = '', rawHeaders } = answer;
  if (statusCode < 200)
    return `BAD_STATUS: The server answered with status ${String(statusCode).padStart(3, '0')}, which is not a final HTTP status.`;
  try {
    response.writeHead(statusCode, statusMessage, rawHeaders);
    return null;
  } catch (problem) {
    return `BAD_HEADERS: The server’s status line or headers cannot be passed on: ${(problem as Error).message}`;
  }
}

/** How much of a refused body is kept, and how long it is waited for: the client has its 502 by then. */
const keptBytes = 64 * 1024;
const keptMs = 500;

function keepBeginning(answer: IncomingMessage, exchange: ExchangeCopy, done: () => void): void {
  let length = 0;
  const timer = setTimeout(() => answer.destroy(), keptMs);
  answer.on('data', (chunk: Buffer) => {
    exchange.received(chunk);
    length += chunk.length;
    if (length >= keptBytes) answer.destroy();
  });
  answer.once('close', () => {
    clearTimeout(timer);
    done();
  });
}

function passContinue(request: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent && request.headers.expect !== undefined) response.writeContinue();
}

/** RFC 9110 section 15.2: a proxy forwards informational answers, but not to clients of HTTP/1.0. Node has no call for most of them. */
function passInformation(
  { statusCode, statusMessage, rawHeaders }: { statusCode: number; statusMessage: string; rawHeaders: string[] },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { socket } = response;
  if (statusCode === 100 || response.headersSent || !socket || request.httpVersion === '1.0') return;
  // A server can send these without end, and the client need not read them.
  if (socket.writableNeedDrain) return;
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

function passTrailers({ rawTrailers }: IncomingMessage, response: ServerResponse): void {
  const pairs: [string, string][] = [];
  for (let index = 0; index < rawTrailers.length; index += 2)
    pairs.push([rawTrailers[index] ?? '', rawTrailers[index + 1] ?? '']);
  try {
    if (pairs.length > 0) response.addTrailers(pairs);
  } catch {
    // A trailer that Node does not send: the answer itself is whole.
  }
}

/** At once where nothing has to be waited for. */
function after(first: Promise<void> | null | undefined, then: () => void): void {
  if (first) void first.then(then);
  else then();
}

const isLiveStream = (request: IncomingMessage, answer: IncomingMessage): boolean =>
  request.method === 'GET' &&
  (answer.headers['content-type'] ?? '').startsWith('text/event-stream') &&
  answer.headers['content-encoding'] === undefined;
