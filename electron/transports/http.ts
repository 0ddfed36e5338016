// MCP over Streamable HTTP (revisions up to 2025-11-25): each message a POST, answers as JSON or as an event stream.
// Owns sessions, resuming and the order of events: `out`, then `http`, then the `in` events it brought. Misfire speaks HTTP
// itself because the SDK's client hides headers, rejects malformed messages and cannot send deliberately wrong ones.

import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { now } from './clock.ts';
import { isEventStream, readEventStream, type StreamEnd } from './event-stream.ts';
import { isJsonRpc, readBody } from './http-body.ts';
import { abortReason, HttpClient, type HttpReply } from './http-client.ts';
import type { OnEvents, SendOptions, Transport, TransportEvent } from './transport.ts';

export interface HttpTarget {
  url: string;
  headers: Record<string, string>;
}

/** A server may ask for a shorter wait between reconnects; it does not get a hot loop. */
const shortestWaitMs = 1000;
const longestWaitMs = 24 * 3600 * 1000;
/** Reconnects in a row that brought nothing. */
const maxIdleReconnects = 3;
const goodbyeMs = 2000;

export class HttpTransport implements Transport {
  readonly pid = null;
  readonly #url: URL;
  readonly #onEvents: OnEvents;
  readonly #client: HttpClient;
  readonly #running = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  #over = false;
  #sessionId: string | null = null;
  #protocolVersion: string | null = null;
  #listening = false;

  constructor(target: HttpTarget, onEvents: OnEvents, keepCredentials = false) {
    this.#url = new URL(target.url);
    this.#onEvents = onEvents;
    this.#client = new HttpClient(this.#url, target.headers, onEvents, keepCredentials);
    setMaxListeners(0, this.#ending.signal); // one for each open exchange, which is no leak
  }

  /** There is nothing to open before the first message. */
  async start(): Promise<void> {}

  setProtocolVersion(version: string): void {
    // The version comes from the server; one that cannot be a header would make every later request fail.
    this.#protocolVersion = /^[\x21-\x7e]{1,100}$/.test(version) ? version : null;
  }

  /** Resolves when the request is on its way; whatever becomes of it is told by events. */
  send(text: string, options: SendOptions = {}): Promise<void> {
    if (this.#over) return Promise.reject(new Error('The connection is closed.'));
    const exchange = this.#client.nextExchange();
    this.#onEvents([{ lane: 'out', at: now(), text, via: exchange }]);
    this.#run(this.#post(text, options, exchange));
    return Promise.resolve();
  }

  async close(): Promise<void> {
    if (!this.#over) {
      this.#over = true;
      this.#onEvents([{ lane: 'life', event: 'closed', at: now(), by: 'us' }]);
      this.#ending.abort('Misfire closed the connection.');
      if (this.#sessionId !== null) this.#run(this.#endSession());
    }
    await Promise.all(this.#running);
  }

  /** For a server that is gone: ends what is open without a word to it. */
  async abandon(): Promise<void> {
    this.#over = true;
    this.#ending.abort('The server process ended.');
    await Promise.all(this.#running);
  }

  #run(work: Promise<void>): void {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  #headers(more: Record<string, string>): Record<string, string> {
    return {
      ...more,
      // Compressed bodies could not be shown as they crossed.
      'accept-encoding': 'identity',
      'user-agent': 'misfire',
      ...(this.#sessionId === null ? {} : { 'mcp-session-id': this.#sessionId }),
      ...(this.#protocolVersion === null ? {} : { 'mcp-protocol-version': this.#protocolVersion }),
    };
  }

  async #post(text: string, options: SendOptions, exchange: number): Promise<void> {
    const { id, method } = options;
    const signal = options.signal ? AbortSignal.any([options.signal, this.#ending.signal]) : this.#ending.signal;
    const headers = this.#headers({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    });
    const changed = options.headers;
    const reply = await this.#client.send({ method: 'POST', headers, changed, body: text, exchange, id, signal });
    if (!reply) return;
    const status = reply.http.status ?? 0;
    const accepted = status >= 200 && status < 300;
    if (method === 'initialize' && accepted) this.#sessionId = singleHeader(reply, 'mcp-session-id') ?? this.#sessionId;
    if (isEventStream(reply)) {
      this.#onEvents([httpEvent(reply, id)]);
      await this.#follow(reply, options, signal);
    } else {
      await this.#takeBody(reply, id, signal);
    }
    if (method === 'notifications/initialized' && accepted) this.#listen();
  }

  async #takeBody(reply: HttpReply, id: SendOptions['id'], signal: AbortSignal): Promise<void> {
    const body = await readBody(reply.response, this.#url);
    const { framed, endedAt } = body;
    const error = body.error !== undefined && signal.aborted ? abortReason(signal) : body.error;
    const http = { ...reply.http, endedAt, ...(error === undefined ? {} : { error }) };
    const contentType = reply.response.headers['content-type'] ?? '';
    const event = { ...httpEvent(reply, id), at: endedAt };
    if (error === undefined && isJsonRpc(body, http.status ?? 0, contentType)) {
      this.#onEvents([
        { ...event, http },
        { lane: 'in', at: endedAt, via: http.exchange, ...framed },
      ]);
      return;
    }
    const shown = body.empty
      ? {}
      : {
          body: framed.text,
          ...(framed.bytes ? { bodyBytes: framed.bytes } : {}),
          ...(framed.cut === undefined ? {} : { bodyCut: framed.cut }),
        };
    this.#onEvents([{ ...event, http: { ...http, ...shown } }]);
  }

  /** Reads the stream of one POST. If it ends before the answer and its events had ids, it is resumed by GET. */
  async #follow(first: HttpReply, options: SendOptions, signal: AbortSignal): Promise<void> {
    const { id } = options;
    const missing = () => id !== undefined && options.isAnswered !== undefined && !options.isAnswered();
    let reply = first;
    let lastEventId = '';
    for (let idle = 0; ; ) {
      const end = await readEventStream(reply, this.#url, signal, this.#onEvents);
      lastEventId = end.lastEventId || lastEventId;
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
      this.#onEvents([{ ...streamEnded(end, via), message }]);
      const resumed = await this.#reopenStream(lastEventId, waitMs, signal);
      if (!resumed) {
        const message = 'The stream could not be resumed, so the answer will not come.';
        this.#onEvents([{ lane: 'life', event: 'stream_ended', at: now(), via, clean: false, id, message }]);
        return;
      }
      reply = resumed;
    }
  }

  /** The stream for what the server wants to say unasked. Servers without one answer 405 (or 404), which is fine. */
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
        const end = await readEventStream(reply, this.#url, signal, this.#onEvents);
        this.#onEvents([streamEnded(end, via)]);
        lastEventId = end.lastEventId || lastEventId;
        idle = end.messages > 0 ? 0 : idle + 1;
        reply = idle > maxIdleReconnects ? null : await this.#reopenStream(lastEventId, reconnectWait(end), signal);
      }
    };
    this.#run(listen());
  }

  /** null: no stream came of it. */
  async #reopenStream(lastEventId: string, waitMs: number, signal: AbortSignal): Promise<HttpReply | null> {
    for (let attempt = 1; attempt <= maxIdleReconnects; attempt += 1) {
      if (!(await pause(waitMs * attempt, signal))) return null;
      const reply = await this.#openStream(lastEventId, signal);
      if (reply === 'refused') return null;
      if (reply !== 'unreachable') return reply;
    }
    return null;
  }

  /** Where no stream is given, the exchange that says so is recorded. */
  async #openStream(lastEventId: string, signal: AbortSignal): Promise<HttpReply | 'refused' | 'unreachable'> {
    const headers = this.#headers({
      accept: 'text/event-stream',
      // Headers are bytes; an id is text. WHATWG HTML section 9.2.3 sends it as UTF-8.
      ...(lastEventId === '' ? {} : { 'last-event-id': Buffer.from(lastEventId).toString('latin1') }),
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

  /** Section "Session Management" of the transport specification: a client that leaves says so. */
  async #endSession(): Promise<void> {
    const signal = AbortSignal.timeout(goodbyeMs);
    const exchange = this.#client.nextExchange();
    const reply = await this.#client.send({ method: 'DELETE', headers: this.#headers({}), exchange, signal });
    if (reply) await this.#takeBody(reply, undefined, signal);
  }
}

function httpEvent({ http }: HttpReply, id: SendOptions['id']): TransportEvent & { lane: 'http' } {
  return { lane: 'http', at: http.headersAt ?? now(), ...(id === undefined ? {} : { id }), http };
}

function streamEnded(end: StreamEnd, via: number): TransportEvent & { lane: 'life' } {
  const message = end.problem === '' ? {} : { message: end.problem };
  return { lane: 'life', event: 'stream_ended', at: end.at, via, clean: end.clean, ...message };
}

function singleHeader({ response }: HttpReply, name: string): string | null {
  const value = response.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function reconnectWait({ retryMs }: StreamEnd): number {
  return Math.min(longestWaitMs, Math.max(shortestWaitMs, retryMs ?? 0));
}

/** false: the wait was ended before its time. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(ms, undefined, { signal, ref: false });
    return true;
  } catch {
    return false;
  }
}
