// What every transport offers to a session: verbatim bytes out and in, and lifecycle. Owns only the interface.
// A transport stamps `at` when the bytes cross, reports each event exactly once and in order, and never parses meaning.

import type { WireEvent } from '../../shared/wire.ts';

/** An event as a transport reports it: the connection adds `server` and `epoch`. */
export type TransportEvent = WireEvent extends infer E
  ? E extends WireEvent
    ? Omit<E, 'server' | 'epoch'>
    : never
  : never;

/** How a transport hands over what crossed. Called with all that one chunk of I/O brought, so that it is one transaction. */
export type OnEvents = (events: TransportEvent[]) => void;

export interface Transport {
  /** Resolves when messages can be sent; rejects with a sentence a person can act on, after the event that records it. */
  start(): Promise<void>;
  /**
   * Sends one message as it stands. The `out` event is reported before this returns, not only before it resolves,
   * unless the transport is not running, in which case it rejects. `id` correlates HTTP exchanges.
   */
  send(text: string, options?: SendOptions): Promise<void>;
  /** Graceful stop, then force. Resolves when the process group or all sockets are gone. Safe to call twice. */
  close(): Promise<void>;
  readonly pid: number | null;
  /** HTTP only: the revision that the handshake agreed on, sent as a header from then on. */
  setProtocolVersion?(version: string): void;
  /** Each request has a response of its own: closing it cancels the request. Left out: all share one pipe. */
  readonly closesToCancel?: boolean;
  /** Answers come on a stream beside the requests, so that the end of a request's own exchange says nothing. */
  readonly answersElsewhere?: boolean;
}

export interface SendOptions {
  /** The JSON-RPC id in the text, for HTTP. */
  id?: import('../../shared/wire.ts').MessageId;
  /** The method in the text, for HTTP. */
  method?: string;
  /** Aborting closes the HTTP response stream; stdio ignores it. */
  signal?: AbortSignal;
  /** Whether the answer has come. A stream that ends before it is resumed where the server allows that; stdio ignores it. */
  isAnswered?: () => boolean;
  /** HTTP only: called once the exchange is over, its stream and what resumed it included. Nothing more comes of it by itself. */
  onDone?: () => void;
  /** HTTP only: headers for this message alone, instead of or besides the configured ones; null leaves one out. */
  headers?: Record<string, string | null> | undefined;
  /** HTTP only: what the message says, repeated in headers as revision 2026-07-28 wants it. Names in lower case. */
  mirrored?: Record<string, string> | undefined;
}

/** What a transport gets besides its address or command. */
export interface TransportParts {
  /** HTTP: the value of the authorization header for this address, asked for before each request; null: none beside the configured ones. */
  authorise?: (url: string) => Promise<string | null>;
  /** A person wants the values of credential headers in the log. */
  keepCredentials?: boolean;
  /** The longest line or body kept whole, in bytes. */
  messageLimit?: number;
  /** HTTP since 2026-07-28: no session ids, no stream by GET, nothing resumed, no goodbye. */
  stateless?: boolean;
  /** Told about bugs of ours; left out: the process is. */
  report?: (problem: unknown) => void;
}

/** The longest line or body kept whole; what is over it is cut, said so, and passed on. */
export const messageLimit = 64 * 1024 * 1024;
