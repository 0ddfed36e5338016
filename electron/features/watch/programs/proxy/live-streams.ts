// A stream that a client has opened with GET: there a server says what no request asked for, and there the older transport answers. Owns
// that messages can be held from the middle of a stream on: between two events, so that none is cut.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EndpointRewrite } from './endpoint-rewrite.ts';
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
  /** What reads it while messages are held. null: nothing does. */
  reads: () => ReadStream | null;
}

export type ReadStream = (
  session: string,
  of: Pick<LiveStreamParts, 'response' | 'exchange'>,
  write: (bytes: Buffer) => void,
) => StreamReader;

/** Gets a stream from between two of its events on. */
export interface StreamReader {
  /** Nothing of it is on its way. */
  readonly isIdle: boolean;
  push(chunk: Buffer): void;
  /** Resolves when all of it has gone on. */
  end(): Promise<void>;
}

export class LiveStream {
  readonly #parts: LiveStreamParts;
  #read: ReadStream | null = null;
  #reader: StreamReader | null = null;
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
    await this.#reader?.end();
  }

  #takeNext(chunk: Buffer): void {
    const isBusy = this.#reader !== null && !this.#reader.isIdle;
    if (!isBusy) this.#change(this.#isBetween ? this.#parts.reads() : null);
    if (this.#reader) this.#reader.push(chunk);
    else this.#send(chunk);
  }

  #change(read: ReadStream | null): void {
    if (read === this.#read) return;
    this.#read = read;
    this.#reader = read?.(this.#session, this.#parts, (bytes) => this.#send(bytes)) ?? null;
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
