// The requests of a sign-in, one at a time: limited, kept away from forbidden addresses, and each recorded as an HTTP exchange
// without its secrets. Owns how a step is recorded; sign-in-flow.ts decides what to request.

import type { IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { HttpExchange, SignInStep } from '../../../shared/wire.ts';
import { type AddressGuard, isLoopbackHost } from '../address-guard.ts';
import { now } from '../clock.ts';
import { hideCredentials } from '../credential-headers.ts';
import { explainNetworkFailure } from '../network-failure.ts';
import { agentFor, exceptForProxies } from '../proxy-agent.ts';
import type { OnEvents } from '../transport.ts';
import { maskAddress, maskOAuthText } from './mask-secrets.ts';
import { SignInFailure, stepFailed } from './step-failure.ts';

export interface OAuthWireOptions {
  /** The MCP server of this sign-in. */
  server: URL;
  guard: AddressGuard;
  onEvents: OnEvents;
  signal: AbortSignal;
  timeoutMs?: number;
}

/** As the SDK calls it. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

const requestTimeoutMs = 15_000;
const bodyLimit = 1_000_000;
/** Statuses whose Response may have no body (WHATWG Fetch, "null body status"). */
const bodiless = new Set([204, 205, 304]);

export class OAuthWire {
  readonly #options: OAuthWireOptions;
  readonly #known = new Set<string>();
  #exchanges = 0;
  #step: SignInStep = 'resource_metadata';
  /** The newest exchange of the current step. It is recorded once the step has accepted or rejected its answer. */
  #held: HttpExchange | null = null;

  constructor(options: OAuthWireOptions) {
    this.#options = options;
  }

  /** A value that is never recorded, anywhere. */
  hide(secret: string | undefined): void {
    if (secret !== undefined && secret !== '') this.#known.add(secret);
  }

  /** Runs one step. An error is recorded on its last exchange and thrown as a SignInFailure. */
  async step<T>(step: SignInStep, run: (fetch: Fetch) => Promise<T>): Promise<T> {
    this.#step = step;
    try {
      const result = await run((url, init) => this.#fetch(url, init));
      this.#flush();
      return result;
    } catch (error) {
      const failure = error instanceof SignInFailure ? error : stepFailed(step, error, this.#held);
      const words = maskOAuthText(failure.message, this.#known);
      this.#flush(words);
      throw new SignInFailure(step, words);
    }
  }

  /** An exchange of another program: the browser's request to our callback. */
  tell(http: Omit<HttpExchange, 'exchange'>): void {
    this.#exchanges += 1;
    const url = new URL(http.url);
    const requestHeaders = this.#maskHeaders(http.requestHeaders, url);
    this.#record({ ...http, url: maskAddress(url, this.#known), requestHeaders, exchange: this.#exchanges });
  }

  #flush(problem?: string): void {
    const held = this.#held;
    this.#held = null;
    if (held === null) return;
    // A rejection and a broken connection explain themselves.
    const isSelfExplanatory = held.error !== undefined || (held.status !== null && held.status >= 400);
    this.#record(problem === undefined || isSelfExplanatory ? held : { ...held, problem });
  }

  #record(http: HttpExchange): void {
    this.#options.onEvents([{ lane: 'http', at: http.endedAt ?? now(), http }]);
  }

  async #fetch(target: string | URL, init: RequestInit = {}): Promise<Response> {
    this.#flush();
    const url = new URL(target);
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = init.body === undefined || init.body === null ? undefined : String(init.body);
    headers['accept-encoding'] = 'identity';
    headers['user-agent'] = 'misfire';
    if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
    this.#exchanges += 1;
    const http: HttpExchange = {
      exchange: this.#exchanges,
      step: this.#step,
      method: init.method ?? 'GET',
      url: maskAddress(url, this.#known),
      status: null,
      requestHeaders: hideCredentials(Object.entries(headers)),
      headers: {},
      ...(body === undefined ? {} : { requestBody: maskOAuthText(body, this.#known) }),
      startedAt: now(),
    };
    this.#held = http;
    try {
      return await this.#exchange(url, http, headers, body);
    } catch (error) {
      const { signal } = this.#options;
      http.endedAt = now();
      http.error = signal.aborted ? 'ABORTED: Sign-in canceled.' : explainNetworkFailure(error, url);
      throw error;
    }
  }

  async #exchange(
    url: URL,
    http: HttpExchange,
    headers: Record<string, string>,
    body: string | undefined,
  ): Promise<Response> {
    const problem = this.#problemWith(url);
    if (problem) throw problem;
    const limit = AbortSignal.timeout(this.#options.timeoutMs ?? requestTimeoutMs);
    const signal = AbortSignal.any([this.#options.signal, limit]);
    try {
      const answer = await send(
        url,
        { method: http.method, headers, signal, lookup: this.#options.guard.lookup },
        body,
      );
      http.status = answer.statusCode ?? 0;
      http.statusText = answer.statusMessage ?? '';
      http.headers = this.#maskHeaders(hideCredentials(headerPairs(answer)), url);
      http.headersAt = now();
      const text = await readText(answer, url);
      http.endedAt = now();
      if (text !== '') http.body = maskOAuthText(text, this.#known);
      const given = new Headers();
      for (const [name, value] of headerPairs(answer)) given.append(name, value);
      return new Response(bodiless.has(http.status) ? null : text, { status: http.status, headers: given });
    } catch (error) {
      if (!limit.aborted || this.#options.signal.aborted) throw error;
      throw Object.assign(new Error(`${url.host} did not answer in time.`), { code: 'ETIMEDOUT' });
    }
  }

  /** A URL in a header may contain what a form has in its body. */
  #maskHeaders(headers: Record<string, string>, url: URL): Record<string, string> {
    const mask = (name: string, value: string): string => {
      const isAddress = (name === 'location' || name === 'referer') && URL.canParse(value, url.href);
      return isAddress ? maskAddress(new URL(value, url), this.#known) : maskOAuthText(value, this.#known);
    };
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask(name, value)]));
  }

  #problemWith(url: URL): Error | null {
    const { server, guard } = this.#options;
    const refuse = (message: string) => Object.assign(new Error(message), { code: 'BLOCKED' });
    if (url.protocol !== 'https:' && url.protocol !== 'http:') {
      return refuse(`The address ${url.href.slice(0, 200)} is not a web address.`);
    }
    const away = guard.problemWith(url);
    if (away) return away;
    // OAuth 2.1 section 1.5: everything over TLS, except on this machine. The server itself is already in use.
    if (url.protocol === 'http:' && !isLoopbackHost(url) && url.origin !== server.origin) {
      return refuse(`${url.origin} is not encrypted (http). Secrets of signing in are not sent there.`);
    }
    return null;
  }
}

interface SendOptions {
  method: string;
  headers: Record<string, string>;
  signal: AbortSignal;
  lookup: AddressGuard['lookup'];
}

function send(url: URL, options: SendOptions, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sending = start(url, { ...options, agent: agentFor(url), lookup: exceptForProxies(options.lookup) });
    sending.once('response', resolve);
    sending.on('error', reject);
    sending.end(body);
  });
}

function readText(answer: IncomingMessage, url: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    answer.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= bodyLimit) return;
      answer.destroy();
      reject(Object.assign(new Error(`The answer of ${url.host} is longer than 1 MB.`), { code: 'TOO_LARGE' }));
    });
    answer.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    answer.on('error', reject);
    answer.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  });
}

function headerPairs({ rawHeaders }: IncomingMessage): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.push([rawHeaders[at]!, rawHeaders[at + 1]!]);
  return pairs;
}
