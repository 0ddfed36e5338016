// The requests that wait for a response, found by id or by position in the log. Owns matching. Ids may have any JSON type, and "1" does not
// match 1. Two open requests with the same id, which a raw message can cause, are matched in order.

import type { Actor } from '../../../shared/actors.ts';
import { type Json, type JsonObject, member, parseJson } from '../../../shared/json/json.ts';
import type { HttpExchange, MessageId } from '../../../shared/wire.ts';
import type { CallClock } from './call-clock.ts';
import type { ClearedRequest } from './cleared-request.ts';

/** How waiting for a response ended. The decoder decides whether the response is a failure. */
export type Settled =
  | { kind: 'answered'; message: JsonObject }
  | { kind: 'timeout'; afterMs: number }
  | { kind: 'cancelled'; reason: string }
  | { kind: 'closed'; reason: string }
  /** The HTTP exchange ended without a response to this request; `message` is what it returned instead, if it was JSON-RPC. */
  | { kind: 'http'; http: HttpExchange; message: JsonObject | null }
  /** The event stream that should have delivered the response ended. */
  | { kind: 'stream_ended'; message: string };

/** The id and method of a sent request. */
interface SentAs {
  method: string;
  /** The complete message. */
  text: string;
  uncancellable: boolean;
  headers: Record<string, string | null> | undefined;
  actor: Actor | undefined;
  copyOf: number | undefined;
  cleared: ClearedRequest | undefined;
}

export class OpenRequest {
  /** Of its last round. */
  id: MessageId;
  readonly sent: SentAs;
  clock: CallClock | null = null;
  /** How often it was sent again with input that the server needed. */
  rounds = 0;
  /** It waits for input, so no response can match it now. */
  isParked = false;
  /** Its answer is held. */
  isHeld = false;
  /** Closes the HTTP exchange, if there is one. */
  readonly abort = new AbortController();
  readonly settled: Promise<Settled>;
  /** Of the `out` event; -1 until that is recorded. */
  seq = -1;
  isOpen = true;
  #token: { value: Json | undefined } | null = null;
  #resolve: (settled: Settled) => void = () => {};

  constructor(id: MessageId, sent: SentAs) {
    this.id = id;
    this.sent = sent;
    this.settled = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Progress with this token resets the timeout, if the token belongs to this request. */
  hearProgress(token: Json): void {
    this.#token ??= { value: readToken(this.sent.text) };
    if (this.#token.value === token) this.clock?.progress();
  }

  settle(settled: Settled): void {
    this.isOpen = false;
    this.clock?.stop();
    this.#resolve(settled);
  }
}

export class OpenRequests {
  readonly #byId = new Map<string, OpenRequest[]>();
  readonly #bySeq = new Map<number, OpenRequest>();

  get size(): number {
    return this.#bySeq.size;
  }

  /** Only recorded requests are waited for. */
  add(request: OpenRequest, seq: number): void {
    request.seq = seq;
    this.#bySeq.set(seq, request);
    this.#putId(request);
  }

  /** Its response came and was not the final one. */
  park(request: OpenRequest): void {
    this.#dropId(request);
    request.isParked = true;
  }

  /** Its next round was sent. */
  unpark(request: OpenRequest, id: MessageId): void {
    request.isParked = false;
    request.rounds += 1;
    request.id = id;
    this.#putId(request);
  }

  all(): OpenRequest[] {
    return [...this.#bySeq.values()];
  }

  bySeq(seq: number): OpenRequest | undefined {
    return this.#bySeq.get(seq);
  }

  byId(id: MessageId): OpenRequest | undefined {
    const text = canonicalId(id);
    return text === null ? undefined : this.#byId.get(text)?.[0];
  }

  settle(request: OpenRequest, settled: Settled): void {
    this.#bySeq.delete(request.seq);
    this.#dropId(request);
    request.settle(settled);
  }

  settleAll(settled: Settled): void {
    for (const request of this.all()) this.settle(request, settled);
  }

  #putId(request: OpenRequest): void {
    const id = canonicalId(request.id);
    if (id === null) return;
    const sameId = this.#byId.get(id);
    if (sameId) sameId.push(request);
    else this.#byId.set(id, [request]);
  }

  #dropId(request: OpenRequest): void {
    const id = canonicalId(request.id);
    if (id === null) return;
    const left = (this.#byId.get(id) ?? []).filter((other) => other !== request);
    if (left.length > 0) this.#byId.set(id, left);
    else this.#byId.delete(id);
  }
}

function readToken(text: string): Json | undefined {
  if (!text.includes('progressToken')) return undefined;
  const parsed = parseJson(text);
  return parsed.ok ? member(member(member(parsed.value, 'params'), '_meta'), 'progressToken') : undefined;
}

/** null: nested too deeply to compare, so nothing matches it. */
const canonicalId = (id: MessageId): string | null => encode(id);

/** null for a value that is nested too deeply to serialize. */
export function encode(value: Json): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

/** The exchange is over. After 202 the response may still arrive on another stream, although the specification forbids it. */
export function isOver(http: HttpExchange): boolean {
  return http.endedAt !== undefined && http.status !== 202;
}
