// The requests that wait for an answer, found by id or by place in the log. Owns matching: ids of any JSON type, each told
// apart by type ("1" does not answer 1), and two open requests with one id, which a raw message can bring about, in order.

import type { Actor } from '../../../shared/actors.ts';
import { type Json, type JsonObject, member, parseJson } from '../../../shared/json/json.ts';
import type { HttpExchange, MessageId } from '../../../shared/wire.ts';
import type { CallClock } from './call-clock.ts';

/** How waiting for an answer ended. Whether the answer is good news is the decoder's business. */
export type Settled =
  | { kind: 'answered'; message: JsonObject }
  | { kind: 'timeout'; afterMs: number }
  | { kind: 'cancelled'; reason: string }
  | { kind: 'closed'; reason: string }
  /** The HTTP exchange ended without an answer to this request; `message` is what it brought instead, if it was JSON-RPC. */
  | { kind: 'http'; http: HttpExchange; message: JsonObject | null }
  /** The event stream that should have brought the answer ended. */
  | { kind: 'stream_ended'; message: string };

/** What a request was sent as. */
export interface SentAs {
  method: string;
  /** The whole message. */
  text: string;
  uncancellable: boolean;
  headers: Record<string, string | null> | undefined;
  actor: Actor | undefined;
  copyOf: number | undefined;
}

export class OpenRequest {
  /** Of its last round. */
  id: MessageId;
  readonly sent: SentAs;
  clock: CallClock | null = null;
  /** How often it went out again with input that the server wanted. */
  rounds = 0;
  /** It came back and waits for input, so that nothing can answer it now. */
  isParked = false;
  /** Closes the HTTP exchange, where there is one. */
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

  /** Progress under this token starts the clock anew, if the token is this request's. */
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

  /** Only requests that are in the log are waited for. */
  add(request: OpenRequest, seq: number): void {
    request.seq = seq;
    this.#bySeq.set(seq, request);
    this.#putId(request);
  }

  /** Its answer came and was not the last word. */
  park(request: OpenRequest): void {
    this.#dropId(request);
    request.isParked = true;
  }

  /** Its next round is on its way. */
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

/** null: nested too deeply to be compared, so nothing answers it. */
const canonicalId = (id: MessageId): string | null => encode(id);

/** null for a value that is nested too deeply to be written again. */
export function encode(value: Json): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

/** Nothing more comes of it. After 202 the answer may still arrive on another stream, whatever the specification says. */
export function isOver(http: HttpExchange): boolean {
  return http.endedAt !== undefined && http.status !== 202;
}
