// The options of a session, and the options and results of its requests.

import type { Actor } from '../../../shared/actors.ts';
import type { JsonObject } from '../../../shared/json/json.ts';
import type { AskAnswer, AskKind } from '../../../shared/server/connecting.ts';
import type { ClientSide } from '../../../shared/server/server-config.ts';
import type { MessageId } from '../../../shared/wire.ts';
import type { OnEvents, SendOptions, Transport } from '../../transports/transport.ts';
import type { Recorder } from '../log/recorder.ts';
import type { ClearedRequest } from './cleared-request.ts';
import type { Settled } from './open-requests.ts';

export type Era = 'legacy' | 'modern';

export interface SessionOptions {
  server: string;
  epoch: number;
  recorder: Recorder;
  createTransport: (onEvents: OnEvents) => Transport;
  clientInfo: { name: string; version: string };
  /** `modern`: revision 2026-07-28, without a handshake. Omitted: legacy. */
  era?: Era;
  /** Omitted: the newest revision of the era. */
  revision?: string | undefined;
  /** What the client offers to the server, read for each request. Omitted: nothing at all. */
  clientSide?: () => ClientSide;
  /** Where questions for the user go. Omitted: they are refused, because there is no user. */
  desk?: AskDesk;
  callTimeoutMs: number;
  /** Omitted: ten minutes, or the timeout of the call if that is longer. */
  totalTimeoutMs?: number | undefined;
  /** Omitted: it does. */
  progressExtends?: boolean | undefined;
  handshakeTimeoutMs?: number;
  /** Holds a request of a person before it is sent. null: it goes at once. */
  hold?: (text: string, withdrawn: AbortSignal) => Promise<ClearedRequest> | null;
  /** The caller that opened the connection; requests may name another. Omitted: a person. */
  actor?: Actor;
  /** The row of the failed start that this one repeats. */
  startOf?: number | undefined;
  /** Called once when the connection is over, whichever side ended it. */
  onEnded?: (reason: string) => void;
}

/** A question for the user. */
export interface NewAsk {
  /** The row that shows it. */
  row: number;
  kind: AskKind;
  method: string;
  params: JsonObject;
}

export interface OpenAsk {
  /** null: it was withdrawn. */
  answer: Promise<AskAnswer | null>;
  withdraw(): void;
}

export interface AskDesk {
  put(ask: NewAsk): OpenAsk;
}

export interface RequestOptions {
  /** Infinity waits forever. */
  timeoutMs?: number;
  /** Overrides the configured timeout for calls. */
  totalMs?: number;
  /** Called with `seq` as soon as the request is recorded. */
  onSent?: (seq: number) => void;
  /** The specification forbids canceling `initialize`. */
  uncancellable?: boolean;
  /** HTTP only, see SendOptions. */
  headers?: Record<string, string | null> | undefined;
  /** The caller of this request, if it differs from the caller of the connection. */
  actor?: Actor | undefined;
  /** The row that it is a copy of. */
  copyOf?: number | undefined;
  /** Asks the server to report progress, with the request's own id as token. */
  progress?: boolean | undefined;
  /** It was held before. */
  cleared?: ClearedRequest | undefined;
  /** While it is held: it is not to be sent any more. */
  withdrawn?: AbortSignal | undefined;
}

/** What goes to the transport, and its caller. */
export type SignedSend = SendOptions & Pick<RequestOptions, 'actor' | 'copyOf' | 'cleared'>;

export interface SentRequest {
  /** Of the `out` event. */
  seq: number;
  id: MessageId;
  /** Never rejects. A call that needs input is settled by the response to its last round. */
  settled: Promise<Settled>;
}

/** An object that can send requests over a session. */
export interface Requester {
  request(method: string, paramsText: string, options?: RequestOptions): SentRequest;
}

/** A session for modules that keep their own open requests in it. */
export interface OpenSession extends Requester {
  readonly isOpen: boolean;
  /** `seq`: of the request's `out` event. */
  cancel(seq: number, reason?: string): boolean;
}

export interface SentRaw {
  seq: number;
  /** null: the text is not a request, so nothing answers it. */
  settled: Promise<Settled> | null;
}
