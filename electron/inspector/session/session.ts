// One JSON-RPC session over one transport: its start and end, ids, and dispatch of incoming messages. calls.ts owns our requests,
// server-asks.ts the server's. Every event is recorded before it is acted upon; the log makes rows from it. Latencies are differences
// between event timestamps, never between promises settled here.

import type { Actor } from '../../../shared/actors.ts';
import { type Json, type JsonObject, member, parseJson } from '../../../shared/json/json.ts';
import { modernRevision } from '../../../shared/protocol/revision.ts';
import { endReason } from '../../../shared/server/end-reason.ts';
import type { LifeEvent, MessageId } from '../../../shared/wire.ts';
import { now } from '../../transports/clock.ts';
import { mirrorMessage } from '../../transports/mirrored-headers.ts';
import type { Transport, TransportEvent } from '../../transports/transport.ts';
import type { Recorded } from '../log/recorder.ts';
import { type Agreement, OtherOpening } from './agreement.ts';
import { Calls } from './calls.ts';
import type { ClearedRequest } from './cleared-request.ts';
import { capabilitiesOf } from './client-side.ts';
import { discoverServer } from './discovery.ts';
import { addEnvelope, addProgressToken, type Envelope, envelopMessage } from './envelope.ts';
import { performHandshake, requestedVersion } from './handshake.ts';
import { Inbox } from './inbox.ts';
import { Listening } from './listening.ts';
import { ServerAsks } from './server-asks.ts';
import { SessionMemory } from './session-memory.ts';
import type { Era, RequestOptions, SentRaw, SentRequest, SessionOptions, SignedSend } from './session-options.ts';
import { type Gathered, gatherInput } from './wanted-input.ts';

export class Session {
  readonly #options: SessionOptions;
  readonly #handshakeTimeoutMs: number;
  readonly #transport: Transport;
  readonly #calls: Calls;
  readonly #inbox: Inbox;
  readonly #exchangeWaits = new Map<number, () => void>();
  readonly #asks: ServerAsks;
  readonly #listening = new Listening(this);
  #nextId = 1;
  #lastOut: { seq: number; via: number | undefined } | null = null;
  readonly #actor: Actor;
  /** The caller of what is being sent, if it differs from the session's. */
  #asker: Actor | undefined;
  #copyOf: number | undefined;
  /** Of what is recorded now: a person has held it. */
  #marks: ClearedRequest['marks'] | undefined;
  #state: 'new' | 'open' | 'over' = 'new';
  #isFailureReported = false;
  #closing = false;
  readonly #ending = new AbortController();
  readonly memory = new SessionMemory();
  protocolVersion: string | null = null;
  serverInfo: { name: string; version: string } | null = null;
  capabilities: JsonObject = {};
  instructions = '';
  /** 2026-07-28: sent with each request; '' requests no log. */
  logLevel = '';
  /** Why the connection ended, in one sentence; '' while it is open. */
  endReason = '';
  /** How its process exited on its own; null if it did not, or if there is none. */
  exit: { code: number | null; signal: string | null } | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#actor = options.actor ?? 'you';
    this.#handshakeTimeoutMs = options.handshakeTimeoutMs ?? 30_000;
    this.#calls = new Calls({
      options,
      memory: this.memory,
      isOpen: () => this.isOpen,
      takeId: () => this.takeId(),
      send: (text, parts) => this.#send(text, parts),
      record: (event) => this.#record([event]),
      // Since 2026-07-28 closing the response cancels a call, if there is one.
      tellCancelled: (params) => !this.isStateless && this.notify('notifications/cancelled', params),
    });
    this.#inbox = new Inbox({
      open: this.#calls.open,
      answersElsewhere: () => this.#transport.answersElsewhere ?? false,
      onSent: (seq, via) => {
        this.#lastOut = { seq, via };
      },
      onAnswer: (request, answer, text) => this.#calls.takeAnswer(request, answer, text),
      // Since 2026-07-28 servers may not send requests and clients may not answer them.
      onAsk: (message, row, text) => this.era === 'legacy' && this.#asks.take(message, row, text),
      onNotification: (method, params, text) => this.#onNotification(method, params, text),
      onExchange: (exchange) => this.#exchangeWaits.get(exchange)?.(),
      onLife: (event) => this.#live(event),
    });
    this.#transport = options.createTransport((events) => this.#take(events));
    this.#asks = new ServerAsks({
      clientSide: options.clientSide,
      desk: options.desk,
      reply: (text) => this.isOpen && this.#send(text, {}),
      holdClocks: () => this.#calls.holdClocks(),
    });
  }

  get pid(): number | null {
    return this.#transport.pid;
  }

  get epoch(): number {
    return this.#options.epoch;
  }

  get era(): Era {
    return this.#options.era ?? 'legacy';
  }

  get pendingCount(): number {
    return this.#calls.open.size;
  }

  /** Whether requests can be sent; otherwise `request` and `sendRaw` throw. */
  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** URIs of resources whose changes the server was asked to report. */
  get subscribed(): string[] {
    return this.era === 'modern' ? this.#listening.uris : this.memory.subscribed;
  }

  /** 2026-07-28: opens a stream for these changes. Its row is `seq`, and canceling it ends it. */
  get listening(): Listening {
    return this.#listening;
  }

  /** Connects and runs the handshake or discovery, unless disabled. Rejects with a sentence for the user, after that was recorded. */
  async start({ handshake = true } = {}): Promise<void> {
    if (this.#state !== 'new') throw new Error('A session is started once.');
    try {
      this.#state = 'open';
      await this.#transport.start();
      if (!this.isOpen) throw new Error(this.endReason);
      if (!handshake) return;
      const agreed = await this.#agree();
      ({ serverInfo: this.serverInfo, capabilities: this.capabilities, instructions: this.instructions } = agreed);
      this.protocolVersion = agreed.protocolVersion;
      if (this.era === 'legacy') {
        this.#transport.setProtocolVersion?.(agreed.protocolVersion);
        await this.#sendInitialized();
      }
      if (!this.isOpen) throw new Error(this.endReason);
      const after = agreed.refused === undefined ? '' : `, after it refused ${agreed.refused}`;
      this.#record([{ lane: 'life', event: 'connected', at: now(), message: `${agreed.protocolVersion}${after}` }]);
      if (this.era === 'modern') this.#listening.open(agreed.capabilities);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // A failure that the transport reported, or an end that we requested, is not reported twice.
      const isReported = this.#isFailureReported || this.#closing;
      if (!isReported) this.#record([{ lane: 'life', event: 'connect_failed', at: now(), message }]);
      // Callers get only the message, except for an OtherOpening, which says what the server may speak.
      throw error instanceof OtherOpening ? error : new Error(message);
    }
  }

  /** For a handshake that was sent raw: HTTP names the version in each message from then on. */
  agreeOn(version: string): void {
    this.protocolVersion = version;
    this.#transport.setProtocolVersion?.(version);
  }

  /** `paramsText` is JSON text and goes into the message verbatim, except for `_meta`; '' sends no params. */
  request(method: string, paramsText: string, options: RequestOptions = {}): SentRequest {
    const { id, text } = this.#write(method, paramsText, options);
    return { id, ...this.#calls.send(text, id, method, options) };
  }

  /** The same for a call of a person, who may hold it before it is sent. */
  requestOrHold(method: string, paramsText: string, options: RequestOptions = {}): SentRaw | Promise<SentRaw> {
    return this.sendOrHold(this.#write(method, paramsText, options).text, options);
  }

  #write(method: string, paramsText: string, { progress }: RequestOptions): { id: number; text: string } {
    const id = this.takeId();
    const withEnvelope = this.era === 'modern' ? addEnvelope(paramsText, this.#envelope()) : paramsText;
    const written = progress ? addProgressToken(withEnvelope, id) : withEnvelope;
    const params = written === '' ? '' : `,"params":${written}`;
    return { id, text: `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${params}}` };
  }

  /** An id that no request of this session has had, for a text that is sent raw. */
  takeId(): number {
    const id = this.#nextId;
    this.#nextId += 1;
    return id;
  }

  /** A recorded message with everything that this connection's era requires. */
  complete(text: string): string {
    return this.era === 'modern' ? envelopMessage(text, this.#envelope()) : text;
  }

  notify(method: string, paramsText: string, actor?: Actor): number {
    const params = paramsText === '' ? '' : `,"params":${paramsText}`;
    return this.#send(`{"jsonrpc":"2.0","method":${JSON.stringify(method)}${params}}`, { method, actor });
  }

  /** Any text at all, JSON or not. If it is a request, its response is awaited like any other. */
  sendRaw(text: string, options: RequestOptions = {}): SentRaw {
    const parsed = parseJson(text);
    const method = parsed.ok ? member(parsed.value, 'method') : undefined;
    const id = parsed.ok ? member(parsed.value, 'id') : undefined;
    const { headers, actor, copyOf, cleared } = options;
    const parts = { headers, actor, copyOf, cleared };
    if (typeof method !== 'string') return { seq: this.#send(text, parts), settled: null };
    if (id === undefined) return { seq: this.#send(text, { method, ...parts }), settled: null };
    return this.#calls.send(text, id, method, options);
  }

  /** As `sendRaw`, for what a person may hold before it is sent. Rejects if the connection ends meanwhile, or it is withdrawn. */
  sendOrHold(text: string, options: RequestOptions = {}): SentRaw | Promise<SentRaw> {
    const { withdrawn } = options;
    const signal = withdrawn ? AbortSignal.any([withdrawn, this.#ending.signal]) : this.#ending.signal;
    const held = this.#options.hold?.(text, signal) ?? null;
    if (held === null) return this.sendRaw(text, options);
    return held.then((cleared) => {
      if (withdrawn?.aborted) throw new Error('Nothing was sent.');
      const sent = this.sendRaw(cleared.text, { ...options, cleared });
      const { answer, interrupted } = cleared.unsent ?? {};
      if (answer !== undefined) this.#take([{ lane: 'in', at: now(), text: answer, ...cleared.marks }]);
      if (interrupted !== undefined) this.cancel(sent.seq, interrupted);
      return sent;
    });
  }

  /** Cancels the request whose row is `seq`. false: it is not open (any more). */
  cancel(seq: number, reason = 'Canceled in Misfire.'): boolean {
    return this.#calls.cancel(seq, reason);
  }

  /** The answer to this call has come, and is held: it is not to be asked for again. */
  noteHeld(id: MessageId): void {
    const request = this.#calls.open.byId(id);
    if (request) request.isHeld = true;
  }

  /** The call with this id ends although its answer is held. */
  interrupt(id: MessageId, reason: string, marks: ClearedRequest['marks']): void {
    const request = this.#calls.open.byId(id);
    this.#marks = marks;
    if (request) this.cancel(request.seq, reason);
    this.#marks = undefined;
  }

  /** The input that a server's response needs from its client, requested as configured. */
  gatherInput(row: number, answer: JsonObject): Promise<Gathered> {
    const { clientSide, desk } = this.#options;
    return gatherInput(answer, { row, clientSide, desk, signal: this.#ending.signal });
  }

  /** Ends the connection and waits until nothing of it is left. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#transport.close();
    this.#finish('Misfire closed the connection.');
  }

  #agree(): Promise<Agreement> {
    const { clientInfo, revision } = this.#options;
    const timeoutMs = this.#handshakeTimeoutMs;
    if (this.era === 'modern') return discoverServer(this, revision ?? modernRevision, timeoutMs);
    const asked = revision ?? requestedVersion;
    const capabilities = capabilitiesOf(this.#options.clientSide?.(), 'legacy', asked);
    return performHandshake(this, { revision: asked, capabilities, clientInfo, timeoutMs });
  }

  #envelope(): Envelope {
    const { revision: protocolVersion = modernRevision, clientInfo, clientSide } = this.#options;
    const clientCapabilities = capabilitiesOf(clientSide?.(), 'modern', protocolVersion);
    const logLevel = this.logLevel === '' ? {} : { logLevel: this.logLevel };
    return { protocolVersion, clientCapabilities, clientInfo, ...logLevel };
  }

  /** Returns the seq of the `out` event. Throws if the connection is over, which callers see by `isOpen`. */
  #send(text: string, { actor, copyOf, cleared, ...options }: SignedSend): number {
    if (!this.isOpen) throw new Error(this.endReason || 'The connection is not open.');
    this.#lastOut = null;
    this.#asker = actor;
    this.#copyOf = copyOf;
    this.#marks = cleared?.marks;
    const version = this.#options.revision ?? modernRevision;
    const mirrored = this.isStateless ? { mirrored: mirrorMessage(text, version, this.memory.headerArguments) } : {};
    // An event after a refused write says why the connection ended.
    if (cleared?.unsent) this.#take([{ lane: 'out', at: now(), text }]);
    else this.#transport.send(text, { ...options, ...mirrored }).catch(() => {});
    this.#asker = undefined;
    this.#copyOf = undefined;
    this.#marks = undefined;
    const sent = this.#lastOut as { seq: number } | null;
    if (sent === null) throw new Error('The message could not be sent: the connection has ended.');
    return sent.seq;
  }

  /** Over HTTP a call could overtake this notification, so its exchange is awaited. */
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

  /** HTTP since 2026-07-28: each request is independent. */
  get isStateless(): boolean {
    return this.era === 'modern' && this.#transport.closesToCancel === true;
  }

  #take(events: readonly TransportEvent[]): void {
    this.#inbox.take(this.#record(events));
  }

  #record(events: readonly TransportEvent[]): Recorded[] {
    const { recorder, server, epoch } = this.#options;
    const isPlain = this.#actor === 'you' && !this.#asker && !this.#marks && this.#options.startOf === undefined;
    return recorder.record(server, epoch, isPlain ? events : events.map((it) => this.#sign(it)));
  }

  /** Adds the caller. Events without one are a person's, as in files older than this field. */
  #sign(event: TransportEvent): TransportEvent {
    const actor = event.lane === 'out' ? (this.#asker ?? this.#actor) : this.#actor;
    const isFailedStart = event.lane === 'life' && event.event === 'spawn_failed';
    const copyOf = event.lane === 'out' ? this.#copyOf : isFailedStart ? this.#options.startOf : undefined;
    const copy = copyOf === undefined ? {} : { copyOf };
    return { ...event, ...(actor === 'you' ? {} : { actor }), ...copy, ...this.#marks };
  }

  #onNotification(method: string, params: Json | undefined, text: () => string): void {
    this.memory.notified(method, params);
    this.#calls.hear(method, params);
    if (method === 'notifications/cancelled') this.#asks.withdraw(params, text);
  }

  #live(event: Omit<LifeEvent, 'server' | 'epoch'>): void {
    if (event.event === 'spawn_failed' || event.event === 'connect_failed') this.#isFailureReported = true;
    const reason = endReason(event);
    if (reason === null) return;
    if (event.event === 'exited' && this.isOpen) this.exit = { code: event.code ?? null, signal: event.signal ?? null };
    const byUs = event.event === 'closed' && event.closedBy === 'us';
    this.#finish(reason);
    // Whichever side ended it, nothing of it may remain: no child process, no socket.
    if (!byUs) void this.#transport.close();
  }

  #finish(reason: string): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.endReason = reason;
    this.#ending.abort(reason);
    this.#calls.finish(reason);
    this.#asks.close();
    for (const resolve of this.#exchangeWaits.values()) resolve();
    this.#options.onEnded?.(reason);
  }
}
