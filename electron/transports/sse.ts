// MCP over HTTP+SSE, as in revision 2024-11-05: one stream by GET delivers all messages of the server, and its `endpoint` event
// names the URL to post to. Owns that stream, its reopening and where messages may go.

import { setMaxListeners } from 'node:events';
import { refusedStatus } from '../../shared/server/refused-status.ts';
import { now } from './clock.ts';
import { bugRow, type ReportBug, reportToProcess } from './connection-bugs.ts';
import { recordedUrl } from './credential-text.ts';
import { isEventStream, readEventStream } from './event-stream.ts';
import { bodyEvents, httpEvent, streamEnded } from './exchange-events.ts';
import type { HttpTarget } from './http.ts';
import { readHttpBody } from './http-body.ts';
import { HttpClient, type HttpReply } from './http-client.ts';
import { OpenWork } from './open-work.ts';
import { ownHeaders, resumeHeader, versionHeader } from './own-headers.ts';
import { maxIdleReconnects, pause, reconnectWait } from './reconnect.ts';
import { messageLimit, type OnEvents, type SendOptions, type Transport, type TransportParts } from './transport.ts';

/** How long the stream may stay open without naming an endpoint. */
const endpointWaitMs = 30_000;

export class SseTransport implements Transport {
  readonly pid = null;
  readonly answersElsewhere = true;
  readonly #url: URL;
  readonly #onEvents: OnEvents;
  readonly #client: HttpClient;
  readonly #limit: number;
  readonly #waitMs: number;
  readonly #work = new OpenWork((problem) => this.#fail(problem));
  readonly #report: ReportBug;
  readonly #ending = new AbortController();
  #endpoint: URL | null = null;
  /** Settles `start`: '' once the endpoint is known, otherwise the error. */
  #started: ((problem: string) => void) | null = null;
  #over = false;
  /** The error of the last failed request. */
  #lastError = '';
  /** Messages besides the endpoint, with which every stream starts. A stream without any is idle. */
  #messageCount = 0;
  #protocolVersion: string | null = null;

  constructor(target: HttpTarget, onEvents: OnEvents, parts: TransportParts & { endpointWaitMs?: number } = {}) {
    this.#url = new URL(target.url);
    this.#onEvents = onEvents;
    this.#report = parts.report ?? reportToProcess;
    const listen: OnEvents = (events) => {
      for (const event of events) if (event.lane === 'http') this.#lastError = event.http.error ?? '';
      onEvents(events);
    };
    this.#client = new HttpClient(this.#url, target.headers, listen, parts);
    this.#limit = parts.messageLimit ?? messageLimit;
    this.#waitMs = parts.endpointWaitMs ?? endpointWaitMs;
    setMaxListeners(0, this.#ending.signal); // one for each open exchange, so it is not a leak
  }

  setProtocolVersion(version: string): void {
    this.#protocolVersion = versionHeader(version);
  }

  /** Opens the stream and waits for the endpoint. */
  async start(): Promise<void> {
    if (this.#started || this.#endpoint || this.#over) throw new Error('This transport was started or closed before.');
    const problem = await new Promise<string>((resolve) => {
      const words = `The stream did not name the endpoint for messages within ${this.#waitMs / 1000} s.`;
      const timer = setTimeout(() => this.#started?.(words), this.#waitMs);
      this.#started = (outcome) => {
        clearTimeout(timer);
        this.#started = null;
        resolve(outcome);
      };
      this.#work.begin(this.#listen());
    });
    if (problem === '') return;
    if (!this.#over) {
      this.#over = true;
      this.#onEvents([{ lane: 'life', event: 'connect_failed', at: now(), message: problem }]);
      this.#ending.abort(problem);
    }
    await this.#work.finish();
    throw new Error(problem);
  }

  /** Resolves when the request is on its way; events report what follows. */
  send(text: string, options: SendOptions = {}): Promise<void> {
    if (this.#over || !this.#endpoint) return Promise.reject(new Error('The connection is closed.'));
    const exchange = this.#client.nextExchange();
    this.#onEvents([{ lane: 'out', at: now(), text, via: exchange }]);
    this.#work.begin(this.#post(this.#endpoint, text, options, exchange).finally(() => options.onDone?.()));
    return Promise.resolve();
  }

  /** A bug in Misfire while an exchange was read. */
  #fail(problem: unknown): void {
    this.#report(problem);
    if (this.#over) return;
    if (this.#started) {
      this.#started('Misfire has a bug: this request failed.');
      return;
    }
    this.#over = true;
    this.#onEvents([bugRow(problem)]);
    this.#ending.abort('Misfire has a bug: this request failed.');
  }

  async close(): Promise<void> {
    if (!this.#over) {
      this.#over = true;
      this.#onEvents([{ lane: 'life', event: 'closed', at: now(), closedBy: 'us' }]);
      this.#ending.abort('Misfire closed the connection.');
      this.#started?.('Misfire closed the connection.');
    }
    await this.#work.finish();
  }

  async #post(url: URL, text: string, options: SendOptions, exchange: number): Promise<void> {
    const { id } = options;
    const signal = options.signal ? AbortSignal.any([options.signal, this.#ending.signal]) : this.#ending.signal;
    const headers = ownHeaders({ 'content-type': 'application/json' }, this.#protocolVersion);
    const changed = options.headers;
    const reply = await this.#client.send({ method: 'POST', url, headers, changed, body: text, exchange, id, signal });
    if (!reply) return;
    const body = await readHttpBody(reply.response, url, this.#limit);
    this.#onEvents(bodyEvents(reply, body, id, signal));
  }

  /** Keeps the stream open. A stream that returns with another endpoint is another session: ours has ended. */
  async #listen(): Promise<void> {
    const { signal } = this.#ending;
    let lastEventId = '';
    for (let idle = 0, waitMs = 0; ; ) {
      if (!(await pause(waitMs, signal))) return;
      const reply = await this.#openStream(lastEventId);
      if (signal.aborted) return;
      if (typeof reply === 'string') {
        if (this.#started) return this.#started(reply);
        idle += 1;
        waitMs = reconnectWait({ retryMs: null }) * idle;
        if (idle >= maxIdleReconnects) return this.#end(`The event stream could not be opened again. ${reply}`);
        continue;
      }
      const via = reply.http.exchange;
      const before = this.#messageCount;
      const end = await readEventStream(reply, this.#url, signal, (events) => this.#take(events), this.#limit);
      this.#onEvents([streamEnded(end, via)]);
      if (signal.aborted) return;
      if (this.#started) {
        return this.#started(end.problem || 'The stream ended before it named the endpoint for messages.');
      }
      idle = this.#messageCount > before ? 0 : idle + 1;
      if (idle > maxIdleReconnects) return this.#end('The event stream ends again and again.');
      lastEventId = end.lastEventId || lastEventId;
      waitMs = reconnectWait(end);
    }
  }

  /** A text instead of a stream gives the reason. */
  async #openStream(lastEventId: string): Promise<HttpReply | string> {
    const { signal } = this.#ending;
    const wanted = { accept: 'text/event-stream', 'cache-control': 'no-store', ...resumeHeader(lastEventId) };
    const headers = ownHeaders(wanted, this.#protocolVersion);
    const exchange = this.#client.nextExchange();
    const reply = await this.#client.send({ method: 'GET', headers, exchange, signal, quiet: true });
    if (!reply) return this.#lastError || 'No answer came.';
    if (isEventStream(reply)) {
      this.#onEvents([
        httpEvent(reply, undefined),
        { lane: 'life', event: 'stream_opened', at: now(), via: reply.http.exchange },
      ]);
      return reply;
    }
    this.#onEvents(bodyEvents(reply, await readHttpBody(reply.response, this.#url, this.#limit), undefined, signal));
    const { status, statusText } = reply.http;
    const gave = `The server gave no event stream: it answered HTTP ${status}${statusText ? ` ${statusText}` : ''}.`;
    return refusedStatus(status) ?? gave;
  }

  #take(events: Parameters<OnEvents>[0]): void {
    this.#onEvents(events);
    for (const event of events) {
      if (event.lane !== 'in') continue;
      if (event.sse?.event !== 'endpoint') this.#messageCount += 1;
      else if (!event.partial) this.#takeEndpoint(event.text);
    }
  }

  #takeEndpoint(text: string): void {
    if (this.#over) return;
    const problem = problemWith(text, this.#url);
    if (problem !== '') {
      if (this.#started) this.#started(problem);
      else this.#end(problem);
      return;
    }
    const endpoint = new URL(text.trim(), this.#url);
    if (this.#endpoint === null) {
      this.#endpoint = endpoint;
      this.#started?.('');
    } else if (endpoint.href !== this.#endpoint.href) {
      this.#end('The event stream broke, and the server began a new session that knows nothing of this one.');
    }
  }

  #end(message: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#onEvents([{ lane: 'life', event: 'closed', at: now(), closedBy: 'server', message }]);
    this.#ending.abort(message);
  }
}

/** Messages have credentials, so they go only to the configured origin; '' if the endpoint is fine. */
function problemWith(text: string, base: URL): string {
  const given = text.trim().slice(0, 200);
  if (given === '' || !URL.canParse(text.trim(), base.href)) {
    return `The server named an endpoint that is not an address: “${given}”.`;
  }
  const endpoint = new URL(text.trim(), base);
  // URLs such as file: and data: have no origin; they are all written "null".
  if (endpoint.protocol !== 'http:' && endpoint.protocol !== 'https:') {
    return `The server named an endpoint that is not a web address: “${given}”.`;
  }
  if (endpoint.origin === base.origin) return '';
  return `The server wants messages sent to another place, ${recordedUrl(new URL(endpoint.origin))}, and that is refused: they could carry credentials of ${base.host}.`;
}
