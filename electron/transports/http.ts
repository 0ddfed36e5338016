// MCP over Streamable HTTP, with sessions (up to 2025-11-25) and without (2026-07-28): each message is a POST, responses are JSON
// or an event stream. Owns sessions, resuming and the order of events: `out`, then `http`, then its `in` events. Misfire speaks
// HTTP itself because the SDK's client hides headers, rejects malformed messages and cannot send invalid ones on purpose.

import { setMaxListeners } from 'node:events';
import { now } from './clock.ts';
import { bugRow, type ReportBug, reportToProcess } from './connection-bugs.ts';
import { isEventStream, readEventStream } from './event-stream.ts';
import { bodyEvents, httpEvent, streamEnded } from './exchange-events.ts';
import { type Body, readHttpBody } from './http-body.ts';
import { HttpClient, type HttpReply } from './http-client.ts';
import { OpenWork } from './open-work.ts';
import { ownHeaders, resumeHeader, versionHeader } from './own-headers.ts';
import { maxIdleReconnects, pause, reconnectWait } from './reconnect.ts';
import { forgotSession, forgottenWords } from './session-gone.ts';
import { messageLimit, type OnEvents, type SendOptions, type Transport, type TransportParts } from './transport.ts';

export interface HttpTarget {
  url: string;
  headers: Record<string, string>;
}

const goodbyeMs = 2000;

export class HttpTransport implements Transport {
  readonly pid = null;
  readonly closesToCancel = true;
  readonly #url: URL;
  readonly #onEvents: OnEvents;
  readonly #client: HttpClient;
  readonly #stateless: boolean;
  readonly #limit: number;
  readonly #work = new OpenWork((problem) => this.#fail(problem));
  readonly #report: ReportBug;
  readonly #ending = new AbortController();
  #over = false;
  #sessionId: string | null = null;
  #protocolVersion: string | null = null;
  #listening = false;

  constructor(target: HttpTarget, onEvents: OnEvents, parts: TransportParts = {}) {
    this.#url = new URL(target.url);
    this.#onEvents = onEvents;
    this.#report = parts.report ?? reportToProcess;
    this.#client = new HttpClient(this.#url, target.headers, onEvents, parts);
    this.#stateless = parts.stateless ?? false;
    this.#limit = parts.messageLimit ?? messageLimit;
    setMaxListeners(0, this.#ending.signal); // one for each open exchange, so it is not a leak
  }

  /** Nothing is opened before the first message. */
  async start(): Promise<void> {}

  setProtocolVersion(version: string): void {
    this.#protocolVersion = versionHeader(version);
  }

  /** Resolves when the request is on its way; events report what follows. */
  send(text: string, options: SendOptions = {}): Promise<void> {
    if (this.#over) return Promise.reject(new Error('The connection is closed.'));
    const exchange = this.#client.nextExchange();
    this.#onEvents([{ lane: 'out', at: now(), text, via: exchange }]);
    this.#work.begin(this.#post(text, options, exchange).finally(() => options.onDone?.()));
    return Promise.resolve();
  }

  /** A bug in Misfire while an exchange was read. */
  #fail(problem: unknown): void {
    this.#report(problem);
    if (this.#over) return;
    this.#over = true;
    this.#onEvents([bugRow(problem)]);
    this.#ending.abort('Misfire has a bug: this request failed.');
  }

  async close(): Promise<void> {
    if (!this.#over) {
      this.#over = true;
      this.#onEvents([{ lane: 'life', event: 'closed', at: now(), closedBy: 'us' }]);
      this.#ending.abort('Misfire closed the connection.');
      if (this.#sessionId !== null) this.#work.begin(this.#endSession());
    }
    await this.#work.finish();
  }

  /** For a server that is gone: ends everything without contacting it. */
  async abandon(): Promise<void> {
    this.#over = true;
    this.#ending.abort('The server process ended.');
    await this.#work.finish();
  }

  #headers(more: Record<string, string>): Record<string, string> {
    const session = this.#sessionId;
    return ownHeaders(session === null ? more : { ...more, 'mcp-session-id': session }, this.#protocolVersion);
  }

  async #post(text: string, options: SendOptions, exchange: number): Promise<void> {
    const { id, method } = options;
    const signal = options.signal ? AbortSignal.any([options.signal, this.#ending.signal]) : this.#ending.signal;
    const headers = this.#headers({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...options.mirrored,
    });
    // A session id that was changed by hand does not affect our own.
    const session = changesSession(options.headers) ? null : this.#sessionId;
    const changed = options.headers;
    const reply = await this.#client.send({ method: 'POST', headers, changed, body: text, exchange, id, signal });
    if (!reply) return;
    const status = reply.http.status ?? 0;
    const accepted = status >= 200 && status < 300;
    if (method === 'initialize' && accepted && !this.#stateless) {
      this.#sessionId = singleHeader(reply, 'mcp-session-id') ?? this.#sessionId;
    }
    if (isEventStream(reply)) {
      this.#onEvents([httpEvent(reply, id)]);
      await this.#follow(reply, options, signal);
    } else {
      const body = await this.#takeBody(reply, id, signal);
      if (session !== null && session === this.#sessionId && forgotSession(status, body.framed.text, id)) {
        this.#loseSession();
      }
    }
    if (method === 'notifications/initialized' && accepted && !this.#stateless) this.#listen();
  }

  /** The specification of sessions: after a 404 only a new `initialize`, without the old id, helps. */
  #loseSession(): void {
    if (this.#over) return;
    this.#over = true;
    this.#sessionId = null;
    this.#onEvents([{ lane: 'life', event: 'closed', at: now(), closedBy: 'server', message: forgottenWords }]);
    this.#ending.abort(forgottenWords);
  }

  async #takeBody(reply: HttpReply, id: SendOptions['id'], signal: AbortSignal): Promise<Body> {
    const body = await readHttpBody(reply.response, this.#url, this.#limit);
    this.#onEvents(bodyEvents(reply, body, id, signal));
    return body;
  }

  /** Reads the stream of one POST. If it ends before the answer and its events had ids, it is resumed by GET. */
  async #follow(first: HttpReply, options: SendOptions, signal: AbortSignal): Promise<void> {
    const { id } = options;
    const missing = () => id !== undefined && options.isAnswered !== undefined && !options.isAnswered();
    let reply = first;
    let lastEventId = '';
    for (let idle = 0; ; ) {
      const end = await readEventStream(reply, this.#url, signal, this.#onEvents, this.#limit);
      lastEventId = this.#stateless ? '' : end.lastEventId || lastEventId;
      idle = end.messages > 0 ? 0 : idle + 1;
      const via = reply.http.exchange;
      if (!missing()) {
        this.#onEvents([streamEnded(end, via)]);
        return;
      }
      if (lastEventId === '' || idle > maxIdleReconnects || signal.aborted) {
        const message = end.problem || 'The stream ended without the answer.';
        this.#onEvents([{ ...streamEnded(end, via), id, message }]);
        return;
      }
      const waitMs = reconnectWait(end);
      const why = end.problem || 'The stream ended before the answer.';
      const message = `${why} Resuming in ${waitMs} ms after event “${lastEventId}”.`;
      this.#onEvents([{ ...streamEnded(end, via), resumes: true, message }]);
      const resumed = await this.#reopenStream(lastEventId, waitMs, signal);
      if (!resumed) {
        const message = 'The stream could not be resumed, so the answer will not come.';
        this.#onEvents([{ lane: 'life', event: 'stream_ended', at: now(), via, clean: false, id, message }]);
        return;
      }
      reply = resumed;
    }
  }

  /** The stream for messages that the server sends on its own. Servers without one answer 405 (or 404), which is fine. */
  #listen(): void {
    if (this.#listening || this.#over) return;
    this.#listening = true;
    const { signal } = this.#ending;
    const listen = async () => {
      let lastEventId = '';
      let reply = await this.#reopenStream(lastEventId, 0, signal);
      for (let idle = 0; reply !== null; ) {
        const via: number = reply.http.exchange;
        this.#onEvents([{ lane: 'life', event: 'stream_opened', at: now(), via }]);
        const end = await readEventStream(reply, this.#url, signal, this.#onEvents, this.#limit);
        this.#onEvents([streamEnded(end, via)]);
        lastEventId = end.lastEventId || lastEventId;
        idle = end.messages > 0 ? 0 : idle + 1;
        reply = idle > maxIdleReconnects ? null : await this.#reopenStream(lastEventId, reconnectWait(end), signal);
      }
    };
    this.#work.begin(listen());
  }

  /** null: there is no stream. */
  async #reopenStream(lastEventId: string, waitMs: number, signal: AbortSignal): Promise<HttpReply | null> {
    for (let attempt = 1; attempt <= maxIdleReconnects; attempt += 1) {
      if (!(await pause(waitMs * attempt, signal))) return null;
      const reply = await this.#openStream(lastEventId, signal);
      if (reply === 'refused') return null;
      if (reply !== 'unreachable') return reply;
    }
    return null;
  }

  /** If the server gives no stream, the exchange that says so is recorded. */
  async #openStream(lastEventId: string, signal: AbortSignal): Promise<HttpReply | 'refused' | 'unreachable'> {
    const headers = this.#headers({
      accept: 'text/event-stream',
      ...resumeHeader(lastEventId),
    });
    const exchange = this.#client.nextExchange();
    const reply = await this.#client.send({ method: 'GET', headers, exchange, signal, quiet: true });
    if (!reply) return 'unreachable';
    if (!isEventStream(reply)) {
      await this.#takeBody(reply, undefined, signal);
      return 'refused';
    }
    this.#onEvents([httpEvent(reply, undefined)]);
    return reply;
  }

  /** Section "Session Management" of the transport specification: a client that leaves deletes its session. */
  async #endSession(): Promise<void> {
    const signal = AbortSignal.timeout(goodbyeMs);
    const exchange = this.#client.nextExchange();
    const reply = await this.#client.send({ method: 'DELETE', headers: this.#headers({}), exchange, signal });
    if (reply) await this.#takeBody(reply, undefined, signal);
  }
}

function changesSession(headers: SendOptions['headers']): boolean {
  return Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'mcp-session-id');
}

function singleHeader({ response }: HttpReply, name: string): string | null {
  const value = response.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
