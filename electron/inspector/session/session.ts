// One JSON-RPC conversation over one transport: handshake, ids, answers, timeouts, cancelling, and replies to the server.
// Owns what is still open. Every event is recorded before it is acted upon; what rows it makes is the log's business, and
// latencies are differences of the events' own stamps, never of when a promise here was settled.

import { isObject, type Json, type JsonObject, member, parseJson } from '../../../shared/json.ts';
import type { HttpExchange, LifeEvent, MessageId } from '../../../shared/wire.ts';
import { now } from '../../transports/clock.ts';
import type { OnEvents, SendOptions, Transport, TransportEvent } from '../../transports/transport.ts';
import type { Recorded, Recording } from '../contract.ts';
import { endReason } from './end-reason.ts';
import { performHandshake } from './handshake.ts';
import { encode, isOver, OpenRequest, OpenRequests, type Settled } from './open-requests.ts';
import { answerServer } from './server-requests.ts';

export interface SessionOptions {
  server: string;
  epoch: number;
  recording: Recording;
  createTransport: (onEvents: OnEvents) => Transport;
  clientInfo: { name: string; version: string };
  callTimeoutMs: number;
  handshakeTimeoutMs?: number;
  /** Once, when the connection is over, whoever ended it. */
  onEnded?: (reason: string) => void;
}

export interface RequestOptions {
  timeoutMs?: number;
  /** Called with `seq` as soon as the request is recorded. */
  onSent?: (seq: number) => void;
  /** The specification forbids to cancel `initialize`. */
  uncancellable?: boolean;
  /** HTTP only, see SendOptions. */
  headers?: Record<string, string | null> | undefined;
}

export interface SentRequest {
  /** Of the `out` event. */
  seq: number;
  id: MessageId;
  /** Never rejects. */
  settled: Promise<Settled>;
}

export interface SentRaw {
  seq: number;
  /** null: the text is no request, so nothing answers it. */
  settled: Promise<Settled> | null;
}

/** setTimeout takes longer waits for none at all. */
const longestTimeoutMs = 2 ** 31 - 1;

export class Session {
  readonly #options: SessionOptions;
  readonly #handshakeTimeoutMs: number;
  readonly #transport: Transport;
  readonly #open = new OpenRequests();
  readonly #exchangeWaits = new Map<number, () => void>();
  #nextId = 1;
  #lastOut: { seq: number; via: number | undefined } | null = null;
  #state: 'new' | 'open' | 'over' = 'new';
  #failureTold = false;
  #closing = false;

  protocolVersion: string | null = null;
  serverInfo: { name: string; version: string } | null = null;
  capabilities: JsonObject = {};
  instructions = '';
  /** Why the connection ended, in one sentence; '' while it has not. */
  endReason = '';

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#handshakeTimeoutMs = options.handshakeTimeoutMs ?? 30_000;
    this.#transport = options.createTransport((events) => this.#receive(events));
  }

  get pid(): number | null {
    return this.#transport.pid;
  }

  get epoch(): number {
    return this.#options.epoch;
  }

  get pendingCount(): number {
    return this.#open.size;
  }

  /** Whether requests can be sent; outside of this `request` and `sendRaw` throw. */
  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** Connects and shakes hands, if not told otherwise. Rejects with a sentence for a person, after that was recorded. */
  async start({ handshake = true } = {}): Promise<void> {
    if (this.#state !== 'new') throw new Error('A session is started once.');
    try {
      this.#state = 'open';
      await this.#transport.start();
      if (!this.isOpen) throw new Error(this.endReason);
      if (!handshake) return;
      const agreed = await performHandshake(this, this.#options.clientInfo, this.#handshakeTimeoutMs);
      ({ serverInfo: this.serverInfo, capabilities: this.capabilities, instructions: this.instructions } = agreed);
      this.protocolVersion = agreed.protocolVersion;
      this.#transport.setProtocolVersion?.(agreed.protocolVersion);
      await this.#sendInitialized();
      if (!this.isOpen) throw new Error(this.endReason);
      this.#record([{ lane: 'life', event: 'connected', at: now(), message: agreed.protocolVersion }]);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // A failure that the transport told, or an end that we asked for, is not told twice.
      const told = this.#failureTold || this.#closing;
      if (!told) this.#record([{ lane: 'life', event: 'connect_failed', at: now(), message }]);
      throw new Error(message);
    }
  }

  /** `paramsText` is JSON text and goes into the message as it stands; '' sends no params. */
  request(method: string, paramsText: string, options: RequestOptions = {}): SentRequest {
    const id = this.takeId();
    const params = paramsText === '' ? '' : `,"params":${paramsText}`;
    const text = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${params}}`;
    return { id, ...this.#sendRequest(text, id, method, options) };
  }

  /** An id that no request of this session has had, for a text that is sent raw. */
  takeId(): number {
    const id = this.#nextId;
    this.#nextId += 1;
    return id;
  }

  notify(method: string, paramsText: string): number {
    const params = paramsText === '' ? '' : `,"params":${paramsText}`;
    return this.#send(`{"jsonrpc":"2.0","method":${JSON.stringify(method)}${params}}`, { method });
  }

  /** Any text at all, JSON or not. If it is a request, its answer is awaited like that of any other. */
  sendRaw(text: string, options: RequestOptions = {}): SentRaw {
    const parsed = parseJson(text);
    const method = parsed.ok ? member(parsed.value, 'method') : undefined;
    const id = parsed.ok ? member(parsed.value, 'id') : undefined;
    const { headers } = options;
    if (typeof method !== 'string') return { seq: this.#send(text, { headers }), settled: null };
    if (id === undefined) return { seq: this.#send(text, { method, headers }), settled: null };
    return this.#sendRequest(text, id, method, options);
  }

  /** Gives up on the request whose `out` event is `seq`. false: it is not open (any more). */
  cancel(seq: number, reason = 'Cancelled in Misfire.'): boolean {
    const request = this.#open.bySeq(seq);
    if (!request || !this.isOpen) return false;
    const event = { lane: 'life', event: 'cancelled', at: now(), id: request.id, message: reason } as const;
    this.#giveUp(request, { kind: 'cancelled', reason }, reason, event);
    return true;
  }

  /** Ends the connection and waits until nothing of it is left. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#transport.close();
    this.#finish('Misfire closed the connection.');
  }

  #sendRequest(text: string, id: MessageId, method: string, options: RequestOptions) {
    const timeoutMs = Math.min(longestTimeoutMs, Math.max(1, options.timeoutMs ?? this.#options.callTimeoutMs));
    const request = new OpenRequest(id, options.uncancellable ?? false);
    const { settled, abort } = request;
    const isAnswered = () => !request.isOpen;
    const seq = this.#send(text, { id, method, signal: abort.signal, isAnswered, headers: options.headers });
    this.#open.add(request, seq);
    options.onSent?.(seq);
    const timer = setTimeout(() => {
      // Timers run before sockets are read: an answer that already arrived must not be called late because Misfire was busy.
      setImmediate(() => this.#timeOut(request, timeoutMs));
    }, timeoutMs);
    void settled.then(() => clearTimeout(timer));
    return { seq, settled };
  }

  /** Returns the seq of the `out` event. Throws if the connection is over, which callers see by `isOpen`. */
  #send(text: string, options: SendOptions): number {
    if (!this.isOpen) throw new Error(this.endReason || 'The connection is not open.');
    this.#lastOut = null;
    // A refused write is followed by an event that says why the connection ended.
    this.#transport.send(text, options).catch(() => {});
    const sent = this.#lastOut as { seq: number } | null;
    if (sent === null) throw new Error('The message could not be sent: the connection has ended.');
    return sent.seq;
  }

  /** Over HTTP a call could overtake this notification, so its exchange is waited for. */
  async #sendInitialized(): Promise<void> {
    this.notify('notifications/initialized', '');
    const via = (this.#lastOut as { via: number | undefined } | null)?.via;
    if (via === undefined) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#handshakeTimeoutMs);
      this.#exchangeWaits.set(via, () => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.#exchangeWaits.delete(via);
  }

  #timeOut(request: OpenRequest, afterMs: number): void {
    if (!request.isOpen || !this.isOpen) return;
    const event = { lane: 'life', event: 'timeout', at: now(), id: request.id, afterMs } as const;
    this.#giveUp(request, { kind: 'timeout', afterMs }, `Misfire waited ${afterMs} ms for an answer.`, event);
  }

  /** Told in this order: what we decided, the word to the server, and over HTTP the end of the exchange. */
  #giveUp(request: OpenRequest, settled: Settled, reason: string, event: TransportEvent): void {
    this.#open.settle(request, settled);
    this.#record([event]);
    const params = request.uncancellable ? null : encode({ requestId: request.id, reason });
    if (params !== null) this.notify('notifications/cancelled', params);
    request.abort.abort(reason);
  }

  #record(events: readonly TransportEvent[]): Recorded[] {
    return this.#options.recording.record(this.#options.server, this.#options.epoch, events);
  }

  #receive(events: TransportEvent[]): void {
    const recorded = this.#record(events);
    const finished: { id: MessageId; http: HttpExchange }[] = [];
    const brought = new Map<number, JsonObject>();
    for (const { event, message } of recorded) {
      switch (event.lane) {
        case 'out':
          this.#lastOut = { seq: event.seq, via: event.via };
          break;
        case 'in':
          // A line the stream cut short is shown but not believed, as other clients do.
          if (!message?.ok || event.partial) break;
          if (event.via !== undefined && isObject(message.value)) brought.set(event.via, message.value);
          this.#take(message.value);
          break;
        case 'http':
          this.#exchangeWaits.get(event.http.exchange)?.();
          if (event.id !== undefined && isOver(event.http)) finished.push({ id: event.id, http: event.http });
          break;
        case 'life':
          this.#live(event);
          break;
        case 'err':
          break;
        default:
          event satisfies never;
      }
    }
    // Only now: the answer, if there was one, came after its exchange in the same batch.
    for (const { id, http } of finished) {
      const request = this.#open.byId(id);
      if (request) this.#open.settle(request, { kind: 'http', http, message: brought.get(http.exchange) ?? null });
    }
  }

  #take(message: Json): void {
    // Batches were part of 2025-03-26 and still turn up.
    for (const part of Array.isArray(message) ? message : [message]) {
      if (!isObject(part)) continue;
      const id = member(part, 'id');
      const reply = answerServer(part);
      if (reply !== null) {
        if (this.isOpen) this.#send(reply, {});
      } else if (id !== undefined && member(part, 'method') === undefined) {
        const request = this.#open.byId(id);
        if (request) this.#open.settle(request, { kind: 'answered', message: part });
      }
    }
  }

  #live(event: Omit<LifeEvent, 'server' | 'epoch'>): void {
    if (event.event === 'stream_ended' && event.id !== undefined) {
      const request = this.#open.byId(event.id);
      if (request) this.#open.settle(request, { kind: 'stream_ended', message: event.message ?? '' });
    }
    if (event.event === 'spawn_failed' || event.event === 'connect_failed') this.#failureTold = true;
    const reason = endReason(event);
    if (reason === null) return;
    const byUs = event.event === 'closed' && event.by === 'us';
    this.#finish(reason);
    // Whoever ended it, nothing of it may stay: no child of the process, no socket.
    if (!byUs) void this.#transport.close();
  }

  #finish(reason: string): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.endReason = reason;
    this.#open.settleAll({ kind: 'closed', reason });
    for (const resolve of this.#exchangeWaits.values()) resolve();
    this.#options.onEnded?.(reason);
  }
}
