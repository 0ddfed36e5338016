// `misfire proxy`: a reverse proxy on this machine between a client and an HTTP server. Headers and bodies pass untouched in both
// directions, chunk by chunk, and a side that closes closes the other; only the address in the `endpoint` event of the older
// transport is made one of the proxy's. Whoever listens is protected: loopback only, Host and Origin checked, a path nobody
// can guess. What is kept of it is proxy-copy.ts's.

import { randomBytes } from 'node:crypto';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest, Agent as TlsAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { ExchangeCopy, type ProxyCopy } from './proxy-copy.ts';

export interface ProxyOptions {
  /** The server's own address. */
  url: URL;
  port: number;
  copy: ProxyCopy;
  /** Said once, when the server asks for a sign-in that a proxy cannot stand in for. */
  onChallenge: () => void;
}

export interface RunningProxy {
  /** What a client is to be given instead of the server's address. */
  url: string;
  close(): Promise<void>;
}

/** An event longer than this is no `endpoint` event. */
const longestEndpoint = 64 * 1024;

export async function openProxy(options: ProxyOptions): Promise<RunningProxy> {
  const secret = randomBytes(24).toString('base64url');
  const { url } = options;
  const agent = url.protocol === 'https:' ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const server = createServer((request, response) => pass(request, response, options, secret, agent));
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
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { url, copy, onChallenge }: ProxyOptions,
  secret: string,
  agent: Agent,
): void {
  response.sendDate = false;
  const refusal = refuse(request, secret);
  if (refusal) {
    response.writeHead(refusal.status, { 'content-type': 'text/plain' });
    response.end(`${refusal.words}\n`);
    return;
  }
  const asked = (request.url ?? '').slice(secret.length + 1);
  const path = asked.startsWith('/') ? asked : `/${asked}`;
  const exchange = new ExchangeCopy(copy, request, url.origin + path);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const upstream = send({
    // An address of IPv6 stands in brackets only where a port follows it.
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port,
    path,
    // Whoever says so wants this connection for this request alone; servers refuse a second one on it.
    agent: /\bclose\b/i.test(request.headers.connection ?? '') ? false : agent,
    method: request.method ?? 'GET',
    headers: ownHeaders(request, url) as never,
    setHost: false,
  });
  request.on('data', (chunk: Buffer) => {
    if (!upstream.write(chunk)) {
      request.pause();
      upstream.once('drain', () => request.resume());
    }
    afterwards(() => exchange.sent(chunk));
  });
  request.on('end', () => {
    upstream.end();
    afterwards(() => exchange.sentAll());
  });
  // A client that leaves has cancelled: the server must hear of it at once.
  response.on('close', () => {
    if (response.writableFinished) return;
    upstream.destroy();
    afterwards(() => exchange.broke('The client closed the connection.'));
  });
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    afterwards(() => exchange.failed(`${error.code ?? 'ERROR'}: ${error.message}`));
    if (response.headersSent) response.destroy();
    else {
      response.writeHead(502, { 'content-type': 'text/plain' });
      response.end(`The server could not be reached through Misfire: ${error.message}\n`);
    }
  });
  upstream.on('response', (answer) => {
    if (
      answer.statusCode === 401 &&
      /bearer/i.test(answer.headers['www-authenticate'] ?? '') &&
      !request.headers.authorization
    )
      onChallenge();
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', answer.rawHeaders);
    // With the beginning of the body where that is here already, which is one packet less.
    setImmediate(() => response.flushHeaders());
    afterwards(() => exchange.answered(answer));
    const rewrite = isOldStream(request, answer) ? new EndpointRewrite(url, secret) : null;
    answer.on('data', (chunk: Buffer) => {
      const passed = rewrite ? rewrite.take(chunk) : chunk;
      if (passed.length > 0 && !response.write(passed)) {
        answer.pause();
        response.once('drain', () => answer.resume());
      }
      afterwards(() => exchange.received(chunk));
    });
    answer.on('end', () => {
      const rest = rewrite?.end();
      if (rest && rest.length > 0) response.write(rest);
      if (answer.rawTrailers.length > 0) response.addTrailers(answer.trailers as Record<string, string>);
      response.end();
      afterwards(() => exchange.receivedAll());
    });
    // Cut off in the middle: so is what the client reads.
    answer.on('close', () => {
      if (answer.complete) return;
      afterwards(() => exchange.broke('The server closed the connection in the middle of its answer.'));
      response.destroy();
    });
  });
}

/** In this turn still, but once what was passed on has left: Node holds what is written back until then. */
const afterwards = (copy: () => void): void => process.nextTick(copy);

/** The server's own Host, and no Origin that names the proxy; all else as it came. */
function ownHeaders(request: IncomingMessage, url: URL): string[] {
  const headers: string[] = [];
  const raw = request.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]];
    const lower = name.toLowerCase();
    if (lower === 'host') headers.push(name, url.host);
    else if (lower === 'origin' && isLoopback(value)) continue;
    else headers.push(name, value);
  }
  return headers;
}

function refuse(request: IncomingMessage, secret: string): { status: number; words: string } | null {
  const { host = '', origin } = request.headers;
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host))
    return { status: 403, words: 'Misfire answers only to addresses of this machine.' };
  if (origin !== undefined && /^(https?:|null$)/i.test(origin) && !isLoopback(origin))
    return { status: 403, words: 'Misfire does not answer to pages of other origins.' };
  if (
    request.url !== `/${secret}` &&
    !request.url?.startsWith(`/${secret}/`) &&
    !request.url?.startsWith(`/${secret}?`)
  )
    return { status: 404, words: 'There is nothing here.' };
  return null;
}

const isLoopback = (origin: string): boolean =>
  /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(origin.trim());

const isOldStream = (request: IncomingMessage, answer: IncomingMessage): boolean =>
  request.method === 'GET' &&
  (answer.headers['content-type'] ?? '').startsWith('text/event-stream') &&
  answer.headers['content-encoding'] === undefined;

/** Holds the first event of a stream until it is whole; an `endpoint` event gets an address of the proxy, others stay. */
class EndpointRewrite {
  readonly #url: URL;
  readonly #secret: string;
  #held: Buffer | null = Buffer.alloc(0);

  constructor(url: URL, secret: string) {
    this.#url = url;
    this.#secret = secret;
  }

  take(chunk: Buffer): Buffer {
    if (!this.#held) return chunk;
    const held = Buffer.concat([this.#held, chunk]);
    const text = held.toString('latin1');
    const event = /^[\s\S]*?(?:\r\n\r\n|\n\n|\r\r)/.exec(text)?.[0];
    // Anything else than an endpoint goes on at once, as it came.
    if (event === undefined && held.length < longestEndpoint && couldBeEndpoint(text)) {
      this.#held = held;
      return Buffer.alloc(0);
    }
    this.#held = null;
    if (event === undefined || !/^event: ?endpoint\s*$/m.test(event)) return held;
    const changed = event.replace(
      /^(data: ?)(.*?)(\r?)$/m,
      (_, head, address, end) => `${head}${this.#own(address)}${end}`,
    );
    return Buffer.concat([Buffer.from(changed, 'latin1'), held.subarray(event.length)]);
  }

  end(): Buffer {
    const held = this.#held ?? Buffer.alloc(0);
    this.#held = null;
    return held;
  }

  #own(address: string): string {
    try {
      const resolved = new URL(address, this.#url);
      if (resolved.origin !== this.#url.origin) return address;
      return `/${this.#secret}${resolved.pathname}${resolved.search}`;
    } catch {
      return address;
    }
  }
}

/** An `endpoint` event begins with one of its two fields, or with a comment. */
const couldBeEndpoint = (text: string): boolean => {
  const begin = text.slice(0, 200);
  return /^(:|event: ?endpoint|data:)/.test(begin) || 'event: endpoint'.startsWith(begin) || begin === '';
};
