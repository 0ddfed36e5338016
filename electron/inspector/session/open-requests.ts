// The requests that wait for an answer, found by id or by place in the log. Owns matching: ids of any JSON type, each told
// apart by type ("1" does not answer 1), and two open requests with one id, which a raw message can bring about, in order.

import type { Json, JsonObject } from '../../../shared/json.ts';
import type { HttpExchange, MessageId } from '../../../shared/wire.ts';

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

export class OpenRequest {
  readonly id: MessageId;
  readonly uncancellable: boolean;
  /** Closes the HTTP exchange, where there is one. */
  readonly abort = new AbortController();
  readonly settled: Promise<Settled>;
  /** Of the `out` event; -1 until that is recorded. */
  seq = -1;
  isOpen = true;
  #resolve: (settled: Settled) => void = () => {};

  constructor(id: MessageId, uncancellable: boolean) {
    this.id = id;
    this.uncancellable = uncancellable;
    this.settled = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  settle(settled: Settled): void {
    this.isOpen = false;
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
    const id = canonicalId(request.id);
    if (id === null) return;
    const sameId = this.#byId.get(id);
    if (sameId) sameId.push(request);
    else this.#byId.set(id, [request]);
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
    const id = canonicalId(request.id);
    if (id !== null) {
      const left = (this.#byId.get(id) ?? []).filter((other) => other !== request);
      if (left.length > 0) this.#byId.set(id, left);
      else this.#byId.delete(id);
    }
    request.settle(settled);
  }

  settleAll(settled: Settled): void {
    for (const request of [...this.#bySeq.values()]) this.settle(request, settled);
  }
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
