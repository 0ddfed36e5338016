// The interface of every transport: verbatim bytes out and in, and lifecycle. A transport sets `at` when it sends or receives the bytes. It
// reports each event exactly once and in order, and never interprets messages.

import type { WireEvent } from '../../shared/wire.ts';

/** An event as a transport reports it: the connection adds `server` and `epoch`. */
export type TransportEvent = WireEvent extends infer E
  ? E extends WireEvent
    ? Omit<E, 'server' | 'epoch'>
    : never
  : never;

/** Receives the events of one chunk of I/O together, so that they are one transaction. */
export type OnEvents = (events: TransportEvent[]) => void;

export interface Transport {
  /** Resolves when messages can be sent; rejects with a sentence for the user, after the event that records it. */
  start(): Promise<void>;
  /**
   * Sends one message unchanged. The `out` event is reported before this returns, not only before it resolves. If the transport
   * is not running, it rejects. `id` correlates HTTP exchanges.
   */
  send(text: string, options?: SendOptions): Promise<void>;
  /** Graceful stop, then force. Resolves when the process group or all sockets are gone. Safe to call twice. */
  close(): Promise<void>;
  readonly pid: number | null;
  /** HTTP only: the negotiated revision, sent as a header from then on. */
  setProtocolVersion?(version: string): void;
  /** Each request has its own response: closing it cancels the request. Absent: all share one pipe. */
  readonly closesToCancel?: boolean;
  /** Responses come on a separate stream, so the end of a request's own exchange means nothing. */
  readonly answersElsewhere?: boolean;
}

export interface SendOptions {
  /** The JSON-RPC id in the text, for HTTP. */
  id?: import('../../shared/wire.ts').MessageId;
  /** The method in the text, for HTTP. */
  method?: string;
  /** Aborting closes the HTTP response stream; stdio ignores it. */
  signal?: AbortSignal;
  /** Whether the response has arrived. A stream that ends before it is resumed if the server allows it; stdio ignores this. */
  isAnswered?: () => boolean;
  /** HTTP only: called when the exchange has ended, including its stream and resumed ones. No further events of it follow. */
  onDone?: () => void;
  /** HTTP only: headers for this message, instead of or in addition to the configured ones; null removes one. */
  headers?: Record<string, string | null> | undefined;
  /** HTTP only: parts of the message repeated in headers as revision 2026-07-28 requires. Names in lower case. */
  mirrored?: Record<string, string> | undefined;
}

/** Options of a transport besides its URL or command. */
export interface TransportParts {
  /** HTTP: the authorization header for this URL, requested before each request; null: none besides the configured ones. */
  authorize?: (url: string) => Promise<string | null>;
  /** The user wants the values of credential headers in the log. */
  keepCredentials?: boolean;
  /** The longest line or body that is stored completely, in bytes. */
  messageLimit?: number;
  /** HTTP since 2026-07-28: no session ids, no stream by GET, no resuming, no DELETE at the end. */
  stateless?: boolean;
  /** Inherited by a server's process, without what npm and Misfire added. Default: the environment of this process. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Where a server's process starts if its command names no folder. Default: the folder of this process. */
  folder?: string | undefined;
  /** Called for bugs in Misfire. Default: the process's handler. */
  report?: (problem: unknown) => void;
}

/** The longest line or body that is stored completely; a longer one is truncated, marked, and passed on. */
export const messageLimit = 64 * 1024 * 1024;
