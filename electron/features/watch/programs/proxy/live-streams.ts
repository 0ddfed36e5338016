// A stream that a client has opened with GET: there a server says what no request asked for, and there the older transport answers. Owns
// that messages can be held from the middle of a stream on: between two events, so that none is cut.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EndpointRewrite } from './endpoint-rewrite.ts';
import { HeldStream, type HoldOf, WaitingMessages } from './held-stream.ts';
import type { ExchangeCopy } from './proxy-copy.ts';

/** Streams of the older transport, by the path that their `endpoint` event has named for the client's messages. */
export type LiveStreams = Map<string, LiveStream>;

interface LiveStreamParts {
  request: IncomingMessage;
  response: ServerResponse;
  exchange: ExchangeCopy;
  streams: LiveStreams;
  /** Makes the address in the first event one of the proxy's. null: there is none in a newer transport. */
  rewrite: EndpointRewrite | null;
  /** What holds messages of this session now. null: nothing does. */
  holdsOf: (session: string) => HoldOf | null;
}

export class LiveStream {
  readonly #parts: LiveStreamParts;
  #held: HeldStream | null = null;
  /** The last bytes that the client got. */
  #tail = '';
  /** What waits for the end of an event. */
  #waiting: (() => void)[] = [];

  constructor(parts: LiveStreamParts) {
    this.#parts = parts;
    parts.response.once('close', () => parts.streams.delete(parts.rewrite?.path ?? ''));
  }

  /** false: the client reads more slowly than the server writes. */
  take(chunk: Buffer): boolean {
    const { response, exchange, rewrite } = this.#parts;
    if (rewrite && !rewrite.isDone) {
      this.#write(rewrite.take(chunk));
      exchange.received(chunk);
      if (rewrite.path !== '') this.#parts.streams.set(rewrite.path, this);
    } else this.#takeNext(chunk);
    return !response.writableNeedDrain;
  }

  /** In the server's place, between two of its events. */
  inject(text: string, injected: string): void {
    const send = () => {
      this.#parts.exchange.markNext(injected);
      this.#send(Buffer.from(`event: message\ndata: ${text}\n\n`));
    };
    if (this.#isBetween) send();
    else this.#waiting.push(send);
  }

  /** What is held goes first. */
  async end(): Promise<void> {
    const { rewrite } = this.#parts;
    if (rewrite) this.#write(rewrite.end());
    await this.#held?.end();
  }

  #takeNext(chunk: Buffer): void {
    const isBusy = this.#held !== null && !this.#held.isIdle;
    const { response, exchange, holdsOf } = this.#parts;
    if (!isBusy && !(this.#isBetween && holdsOf(this.#session))) {
      this.#send(chunk);
      return;
    }
    const holdOf: HoldOf = (message) => holdsOf(this.#session)?.(message) ?? null;
    this.#held ??= new HeldStream(new WaitingMessages(holdOf, response, exchange), (bytes) => this.#send(bytes));
    this.#held.push(chunk);
  }

  #send(bytes: Buffer): void {
    if (this.#parts.response.destroyed) return;
    this.#parts.exchange.received(bytes);
    this.#write(bytes);
  }

  #write(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#parts.response.write(bytes);
    this.#tail = `${this.#tail}${bytes.subarray(-4).toString('latin1')}`.slice(-4);
    if (this.#isBetween) for (const send of this.#waiting.splice(0)) send();
  }

  /** As requests of the same client name it. */
  get #session(): string {
    return this.#parts.rewrite?.path || String(this.#parts.request.headers['mcp-session-id'] ?? '');
  }

  get #isBetween(): boolean {
    return this.#tail === '' || /(?:\r\n\r\n|\n\n|\r\r)$/.test(this.#tail);
  }
}
