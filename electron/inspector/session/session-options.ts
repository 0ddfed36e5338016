// What a session is made with, and what its requests are asked with and give back.

import type { Actor } from '../../../shared/actors.ts';
import type { JsonObject } from '../../../shared/json/json.ts';
import type { AskAnswer, AskKind } from '../../../shared/server/connecting.ts';
import type { ClientSide } from '../../../shared/server/server-config.ts';
import type { MessageId } from '../../../shared/wire.ts';
import type { OnEvents, SendOptions, Transport } from '../../transports/transport.ts';
import type { Recorder } from '../log/recorder.ts';
import type { Settled } from './open-requests.ts';

export type Era = 'legacy' | 'modern';

export interface SessionOptions {
  server: string;
  epoch: number;
  recorder: Recorder;
  createTransport: (onEvents: OnEvents) => Transport;
  clientInfo: { name: string; version: string };
  /** `modern`: revision 2026-07-28, without a handshake. Left out: legacy. */
  era?: Era;
  /** Left out: the newest revision of the era. */
  revision?: string | undefined;
  /** What the client offers to the server, read each time it is asked. Left out: nothing at all. */
  clientSide?: () => ClientSide;
  /** Where questions for a person go. Left out: they are refused, for nobody is there. */
  desk?: AskDesk;
  callTimeoutMs: number;
  /** Left out: ten minutes, or the time limit of the call if that is longer. */
  totalTimeoutMs?: number | undefined;
  /** Left out: it does. */
  progressExtends?: boolean | undefined;
  handshakeTimeoutMs?: number;
  /** Who wanted the connection; requests may say otherwise. Left out: a person. */
  actor?: Actor;
  /** Once, when the connection is over, whoever ended it. */
  onEnded?: (reason: string) => void;
}

/** A question for a person. */
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
  /** Infinity waits for ever. */
  timeoutMs?: number;
  /** Instead of what is configured for calls. */
  totalMs?: number;
  /** Called with `seq` as soon as the request is recorded. */
  onSent?: (seq: number) => void;
  /** The specification forbids to cancel `initialize`. */
  uncancellable?: boolean;
  /** HTTP only, see SendOptions. */
  headers?: Record<string, string | null> | undefined;
  /** Who asked, where that is not who wanted the connection. */
  actor?: Actor | undefined;
  /** The row that it is a copy of. */
  copyOf?: number | undefined;
  /** Asks the server to report progress, under the request's own id. */
  progress?: boolean | undefined;
}

/** What goes to the transport, and who asked for it. */
export type SignedSend = SendOptions & Pick<RequestOptions, 'actor' | 'copyOf'>;

export interface SentRequest {
  /** Of the `out` event. */
  seq: number;
  id: MessageId;
  /** Never rejects. A call that comes back wanting input is settled by the answer to its last round. */
  settled: Promise<Settled>;
}

/** Whoever can send a request over a session. */
export interface Requester {
  request(method: string, paramsText: string, options?: RequestOptions): SentRequest;
}

/** A session to whoever keeps requests of its own open in it. */
export interface OpenSession extends Requester {
  readonly isOpen: boolean;
  /** `seq`: of the request's `out` event. */
  cancel(seq: number, reason?: string): boolean;
}

export interface SentRaw {
  seq: number;
  /** null: the text is no request, so nothing answers it. */
  settled: Promise<Settled> | null;
}
