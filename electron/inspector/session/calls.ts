// Our own requests, from sending to settling: timeouts, cancellation, and further rounds if the server needs input. Owns what is still
// open. The session owns the transport and everything else that arrives.

import { wantsInput } from '../../../shared/exchange/rounds.ts';
import { type Json, type JsonObject, member, parseJson } from '../../../shared/json/json.ts';
import type { MessageId } from '../../../shared/wire.ts';
import { now } from '../../transports/clock.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import { CallClock, defaultTotalMs, type TimeUp } from './call-clock.ts';
import { putMember } from './json-edit.ts';
import { encode, OpenRequest, OpenRequests, type Settled } from './open-requests.ts';
import { RequiredLinks } from './required-links.ts';
import type { SessionMemory } from './session-memory.ts';
import type { RequestOptions, SessionOptions, SignedSend } from './session-options.ts';
import { gatherInput, roundLimit, writeRound } from './wanted-input.ts';

interface CallParts {
  options: SessionOptions;
  memory: SessionMemory;
  isOpen: () => boolean;
  takeId: () => number;
  /** Returns the seq of the `out` event. */
  send: (text: string, options: SignedSend) => number;
  record: (event: TransportEvent) => void;
  /** Notifies the server that a request was canceled, if closing its response is not enough. */
  tellCancelled: (params: string) => void;
}

export class Calls {
  readonly open = new OpenRequests();
  readonly #parts: CallParts;
  readonly #links: RequiredLinks | null;

  constructor(parts: CallParts) {
    this.#parts = parts;
    const { desk } = parts.options;
    this.#links = desk ? new RequiredLinks(desk) : null;
  }

  send(text: string, id: MessageId, method: string, options: RequestOptions) {
    const { headers, actor, copyOf, cleared } = options;
    // The server need not be told of what it never saw.
    const uncancellable = options.uncancellable === true || cleared?.unsent !== undefined;
    const request = new OpenRequest(id, { method, text, uncancellable, headers, actor, copyOf, cleared });
    const seq = this.#transmit(request, text);
    this.open.add(request, seq);
    options.onSent?.(seq);
    request.clock = this.#clock(request, options);
    return { seq, settled: request.settled };
  }

  /** false: it is not open (any more). */
  cancel(seq: number, reason: string): boolean {
    const request = this.open.bySeq(seq);
    if (!request || !this.#parts.isOpen()) return false;
    const event = { lane: 'life', event: 'cancelled', at: now(), id: request.id, message: reason } as const;
    this.#giveUp(request, { kind: 'cancelled', reason }, reason, event);
    return true;
  }

  takeAnswer(request: OpenRequest, answer: JsonObject, answerText: string): void {
    if (wantsInput(answer)) {
      void this.#goOn(request, answer, answerText);
      return;
    }
    this.open.settle(request, { kind: 'answered', message: answer });
    const { method, text } = request.sent;
    this.#parts.memory.answered(request.seq, method, () => paramsOf(text), answer);
    this.#links?.take(answer, request.seq, () => {
      const id = this.#parts.takeId();
      if (this.#parts.isOpen()) this.send(putMember(text, 'id', String(id)), id, method, {});
    });
  }

  hear(method: string, params: Json | undefined): void {
    if (method === 'notifications/elicitation/complete') this.#links?.complete(member(params, 'elicitationId'));
    const token = method === 'notifications/progress' ? member(params, 'progressToken') : undefined;
    if (token !== undefined) for (const request of this.open.all()) request.hearProgress(token);
  }

  /** Pauses the timeouts of all open calls; the returned function resumes them. */
  holdClocks(): () => void {
    const held = this.open.all();
    for (const { clock } of held) clock?.hold();
    return () => {
      for (const { clock } of held) clock?.release();
    };
  }

  /** The connection is over. */
  finish(reason: string): void {
    for (const request of this.open.all()) if (request.isParked) request.abort.abort(reason);
    this.open.settleAll({ kind: 'closed', reason });
    this.#links?.close();
  }

  #clock(request: OpenRequest, wanted: RequestOptions): CallClock | null {
    const { callTimeoutMs, totalTimeoutMs, progressExtends = true } = this.#parts.options;
    const timeoutMs = wanted.timeoutMs ?? callTimeoutMs;
    // A listening stream has no end of its own.
    if (request.sent.method === 'subscriptions/listen' || timeoutMs === Number.POSITIVE_INFINITY) return null;
    const totalMs = wanted.totalMs ?? totalTimeoutMs ?? Math.max(defaultTotalMs, timeoutMs);
    return new CallClock({ timeoutMs, totalMs, progressExtends }, (up) => this.#timeOut(request, up));
  }

  #transmit(request: OpenRequest, text: string): number {
    const { method, headers, actor, copyOf, cleared } = request.sent;
    const isAnswered = () => !request.isOpen || request.isParked || request.isHeld;
    const { id, abort } = request;
    return this.#parts.send(text, { id, method, signal: abort.signal, isAnswered, headers, actor, copyOf, cleared });
  }

  #timeOut(request: OpenRequest, { afterMs, words }: TimeUp): void {
    if (!request.isOpen || !this.#parts.isOpen()) return;
    const message = words === '' ? {} : { message: words };
    const event = { lane: 'life', event: 'timeout', at: now(), id: request.id, afterMs, ...message } as const;
    this.#giveUp(request, { kind: 'timeout', afterMs }, `Misfire waited ${afterMs} ms for an answer.`, event);
  }

  /** Recorded in this order: our decision, the notification to the server, and over HTTP the end of the exchange. */
  #giveUp(request: OpenRequest, settled: Settled, reason: string, event: TransportEvent): void {
    this.open.settle(request, settled);
    this.#parts.record(event);
    // For the server, a call that waits for input is already answered.
    const silent = request.sent.uncancellable || request.isParked;
    const params = silent ? null : encode({ requestId: request.id, reason });
    if (params !== null) this.#parts.tellCancelled(params);
    request.abort.abort(reason);
  }

  /** The call needs input: it continues once that is there, and is canceled if it will not come. */
  async #goOn(request: OpenRequest, answer: JsonObject, answerText: string): Promise<void> {
    this.open.park(request);
    request.clock?.hold();
    const { clientSide, desk } = this.#parts.options;
    const { signal } = request.abort;
    const gathered =
      request.rounds >= roundLimit
        ? { ok: false as const, reason: `The server asked back ${roundLimit} times, and Misfire stopped there.` }
        : await gatherInput(answer, { row: request.seq, clientSide, desk, signal });
    if (!request.isOpen || !this.#parts.isOpen()) return;
    if (!gathered.ok) {
      this.cancel(request.seq, gathered.reason);
      return;
    }
    const id = this.#parts.takeId();
    this.open.unpark(request, id);
    this.#transmit(request, writeRound(request.sent.text, id, answerText, gathered.responses));
    request.clock?.release();
  }
}

function paramsOf(text: string): Json | undefined {
  const parsed = parseJson(text);
  return parsed.ok ? member(parsed.value, 'params') : undefined;
}
