// Single HTTP requests with everything an inspector needs: headers as sent and received, times, redirects, failures. Owns sockets and the
// recording of requests that failed or were redirected. http-body.ts and sse-reader.ts read bodies.
//
// Each request has its own connection. A kept-alive socket that the server is just closing fails with ECONNRESET, which would look like the
// server's failure. RFC 9110 section 9.2.2 forbids hiding it by sending a POST again.

import { type Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { readPercent } from '../../shared/text/percent.ts';
import type { HttpExchange, MessageId } from '../../shared/wire.ts';
import { now } from './clock.ts';
import { hideCredentials } from './credential-headers.ts';
import { recordedUrl } from './credential-text.ts';
import { connectionLost, readHttpBody } from './http-body.ts';
import { explainNetworkFailure } from './network-failure.ts';
import { agentFor } from './proxy-agent.ts';
import type { OnEvents, TransportParts } from './transport.ts';

interface HttpRequest {
  method: 'POST' | 'GET' | 'DELETE';
  /** Default: the configured URL. */
  url?: URL;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Changed by hand for this request. These come last, and null removes a header. */
  changed?: Record<string, string | null> | undefined;
  body?: string;
  /** The number of the exchange; followed redirects continue the client's counter. */
  exchange: number;
  /** The JSON-RPC id in the body. */
  id?: MessageId;
  signal: AbortSignal;
  /** An internal request: canceling it before a response is not reported. */
  quiet?: true;
}

/** `http` has no `endedAt` yet: the body is still to be read. */
export interface HttpReply {
  http: HttpExchange;
  response: IncomingMessage;
}

const maxRedirects = 3;
const switchedProtocol = 'The server switched to another protocol (HTTP 101), which was not asked for.';

export class HttpClient {
  readonly #url: URL;
  readonly #configured: Record<string, string>;
  readonly #configuredNames: ReadonlySet<string>;
  readonly #onEvents: OnEvents;
  readonly #authorize: TransportParts['authorize'];
  readonly #keepCredentials: boolean;
  readonly #agent: Agent;
  #exchanges = 0;

  /** `configured` headers come last, so that a deliberately wrong `accept` is possible. */
  constructor(
    url: URL,
    configured: Record<string, string>,
    onEvents: OnEvents,
    { authorize, keepCredentials = false, env }: Pick<TransportParts, 'authorize' | 'keepCredentials' | 'env'> = {},
  ) {
    this.#keepCredentials = keepCredentials;
    this.#url = url;
    this.#authorize = authorize;
    this.#configured = Object.fromEntries(
      Object.entries(configured).map(([name, value]) => [name.toLowerCase(), value]),
    );
    this.#configuredNames = new Set(Object.keys(this.#configured));
    this.#onEvents = onEvents;
    this.#agent = agentFor(url, env);
  }

  nextExchange(): number {
    this.#exchanges += 1;
    return this.#exchanges;
  }

  /**
   * null: there was no response, and that was reported. Redirects within the origin are followed if the method stays the same.
   */
  async send(request: HttpRequest): Promise<HttpReply | null> {
    let url = request.url ?? this.#url;
    let exchange = request.exchange;
    for (let hops = 0; ; hops += 1) {
      const reply = await this.#sendOnce(request, url, exchange);
      if (!reply) return null;
      const next = hops < maxRedirects ? followable(reply, url) : null;
      if (!next) return reply;
      // A hop is recorded without the id: the call continues, and its own response is the last one.
      const body = await readHttpBody(reply.response, url);
      this.#onEvents([{ lane: 'http', at: body.endedAt, http: { ...reply.http, endedAt: body.endedAt } }]);
      url = next;
      exchange = this.nextExchange();
    }
  }

  async #sendOnce(request: HttpRequest, url: URL, exchange: number): Promise<HttpReply | null> {
    const changed = changedHeaders(request.changed ?? {});
    const token = this.#configuredNames.has('authorization') ? null : ((await this.#authorize?.(url.href)) ?? null);
    const headers: Record<string, string> = {
      ...request.headers,
      ...basicCredentials(url),
      ...(token === null ? {} : { authorization: token }),
      ...this.#configured,
      ...changed.set,
    };
    for (const name of changed.left) delete headers[name];
    if (request.body !== undefined) headers['content-length'] = String(Buffer.byteLength(request.body));
    const startedAt = now();
    const http: HttpExchange = {
      exchange,
      method: request.method,
      url: recordedUrl(url),
      status: null,
      requestHeaders: hideCredentials(
        Object.entries(headers),
        new Set([...this.#configuredNames, ...Object.keys(changed.set).filter((name) => !plainHeaders.has(name))]),
        this.#keepCredentials,
      ),
      headers: {},
      startedAt,
    };
    return new Promise((resolve) => {
      const fail = (error: unknown) => {
        if (request.quiet && request.signal.aborted) return resolve(null);
        const endedAt = now();
        const why = request.signal.aborted ? abortReason(request.signal) : explainNetworkFailure(error, url);
        const id = request.id === undefined ? {} : { id: request.id };
        this.#onEvents([{ lane: 'http', at: endedAt, ...id, http: { ...http, endedAt, error: why } }]);
        resolve(null);
      };
      try {
        const start = url.protocol === 'https:' ? requestHttps : requestHttp;
        const options = { method: request.method, headers, agent: this.#agent, signal: request.signal };
        const sending = start(withoutCredentials(url), options);
        let isSettled = false;
        sending.once('response', (response) => {
          isSettled = true;
          resolve({
            response,
            http: {
              ...http,
              status: response.statusCode ?? 0,
              statusText: response.statusMessage ?? '',
              headers: hideCredentials(pairUp(response.rawHeaders), undefined, this.#keepCredentials),
              headersAt: now(),
            },
          });
        });
        // Once there is a response, it reports its own failures.
        const failOnce = (error: unknown) => {
          if (!isSettled) fail(error);
          isSettled = true;
        };
        sending.on('error', failOnce);
        sending.once('upgrade', (_response, socket) => {
          socket.destroy();
          failOnce(Object.assign(new Error(switchedProtocol), { code: 'BAD_STATUS' }));
        });
        // Every request must end, even if a connection breaks with neither a response nor an error.
        sending.once('close', () => failOnce(connectionLost()));
        sending.end(request.body);
      } catch (error) {
        fail(error);
      }
    });
  }
}

/** Defined by the protocol, so they have no secrets: shown even if the user changed them. */
const plainHeaders = new Set([
  'accept',
  'accept-language',
  'content-type',
  'origin',
  'user-agent',
  'mcp-session-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'last-event-id',
]);

function changedHeaders(changed: Record<string, string | null>): { set: Record<string, string>; left: string[] } {
  const pairs = Object.entries(changed).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    set: Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== null)),
    left: pairs.filter(([, value]) => value === null).map(([name]) => name),
  };
}

export function abortReason(signal: AbortSignal): string {
  return `ABORTED: ${typeof signal.reason === 'string' ? signal.reason : 'Misfire stopped waiting for this answer.'}`;
}

/** RFC 9110 section 15.4: 307 and 308 keep method and body. Credentials must never leave the origin. */
function followable({ response }: HttpReply, from: URL): URL | null {
  const { location } = response.headers;
  if ((response.statusCode !== 307 && response.statusCode !== 308) || location === undefined) return null;
  if (!URL.canParse(location, from.href)) return null;
  const target = new URL(location, from);
  return target.origin === from.origin ? target : null;
}

/** User name and password of a URL are sent as a header, as in every client. */
function basicCredentials(url: URL): Record<string, string> {
  if (url.username === '' && url.password === '') return {};
  const pair = `${readPercent(url.username)}:${readPercent(url.password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}

function pairUp(raw: string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) pairs.push([raw[index]!, raw[index + 1]!]);
  return pairs;
}
