// Recorded wire traffic: the vocabulary of transports, store, captures and pairing. Everything else in Misfire is derived from these
// events and can be derived again.

import type { Actor } from './actors.ts';
import type { Json, JsonObject } from './json/json.ts';

/** JSON-RPC allows string, number and null; misbehaving peers send anything, which must be kept too. */
export type MessageId = Json;

export const lanes = ['out', 'in', 'err', 'http', 'life', 'seen', 'log'] as const;
export type Lane = (typeof lanes)[number];

interface EventBase {
  /** Milliseconds since 1970 with fractions, measured at the pipe or socket. */
  at: number;
  /** The server's id in Misfire. */
  server: string;
  /** Counts the connections to that server; message ids are only unique within one. */
  epoch: number;
  /** The actor. Unknown for events of old files and logs. */
  actor?: Actor;
  /** actor client: the watched client's name ("Claude Code"). */
  client?: string;
  /** Of a replay or a step of a fix, lane out or a failed start: the row it copies. In a capture: the number of the event in the file, from 1, until it is recorded. */
  copyOf?: number;
  /** Deliberately damaged, to test the client. */
  rehearsed?: true;
  /** For rehearsals: a stable word for what was done, `answer:rate_limited`, `spoil:delay`, `end:process`. */
  injected?: string;
  /** The message before a person changed it while it was held; `injected` says how. */
  original?: string;
  /** Unknown fields of an imported line: kept and written back. */
  extra?: JsonObject;
}

/** A line of stdio or one JSON-RPC message over HTTP, verbatim: JSON or not. */
export interface MessageEvent extends EventBase {
  lane: 'out' | 'in';
  text: string;
  /** Present only if the bytes are not valid UTF-8; `text` is then their lossy decoding. */
  bytes?: Uint8Array;
  /** The stream ended before the line did. */
  partial?: true;
  /** The line exceeded the limit: `text` has its start, this its full length in bytes. */
  cut?: number;
  /** Over HTTP: the exchange (HttpExchange.exchange) that carried it. */
  via?: number;
  /** lane in: the server did not send this. Misfire's bridge answered instead, because no valid response came. */
  madeBy?: 'bridge';
  /** Over SSE: the event's own fields. */
  sse?: { event?: string; id?: string; retry?: number };
  /** A chunk of traffic that is not made of lines: `bytes` has it, and `text` is empty. */
  opaque?: Opaque;
}

export const opaqueKinds = ['http2', 'binary'] as const;
export type Opaque = (typeof opaqueKinds)[number];

/** A line of stderr, verbatim. */
export interface StderrEvent extends EventBase {
  lane: 'err';
  text: string;
  bytes?: Uint8Array;
  partial?: true;
  cut?: number;
}

/** The purpose of a sign-in request (OAuth 2.1). */
export const signInSteps = [
  'resource_metadata',
  'server_metadata',
  'registration',
  'authorization',
  'token',
  'refresh',
  'revocation',
] as const;
export type SignInStep = (typeof signInSteps)[number];

/** Sequence numbers of tokens and users; times in ms since 1970. */
export interface CredentialMark {
  token: number;
  firstSeenAt: number;
  /** From a token that says so (JWT): its owner and its times. */
  subject?: number;
  issuedAt?: number;
  expiresAt?: number;
}

export interface HttpExchange {
  /** Counts within a connection epoch; links `in` and `out` events to their exchange. */
  exchange: number;
  method: string;
  url: string;
  /** null: no response came, `error` gives the reason. */
  status: number | null;
  statusText?: string;
  /** Names in lowercase; values of credential headers are replaced before they get here. */
  requestHeaders: Record<string, string>;
  headers: Record<string, string>;
  /** Only if the body was not JSON-RPC: a problem document, HTML, plain text. */
  body?: string;
  bodyBytes?: Uint8Array;
  /** The body exceeded the limit; this is its full length in bytes. */
  bodyCut?: number;
  /** A network failure, as a code and a sentence ("ECONNREFUSED: …"). */
  error?: string;
  /** For a request without JSON-RPC: its body, with secrets replaced before it gets here. */
  requestBody?: string;
  /** A sign-in step. `authorization` is the browser's request to Misfire, all others are Misfire's own. */
  step?: SignInStep;
  /** Why a step failed although HTTP succeeded: what is wrong with the response, in one sentence. */
  problem?: string;
  /** Which token the request carried, identified without its value. Only for watched clients. */
  credential?: CredentialMark;
  startedAt: number;
  headersAt?: number;
  endedAt?: number;
}

/** Status and headers of one HTTP exchange. Recorded after its `out` and before its `in` events. */
export interface HttpEvent extends EventBase {
  lane: 'http';
  /** The JSON-RPC id that the request carried, if it carried one. */
  id?: MessageId;
  http: HttpExchange;
}

/** `error` of an exchange whose watched client closed the connection before the response. */
export const clientLeft = 'ABORTED: The client closed the connection.';

/** Recorders of HTTP clients have the error that the client threw: it aborted, or its own timer fired. */
export function hasClientLeft(error: string | undefined): boolean {
  return error !== undefined && (error === clientLeft || ofClient.test(error));
}

const ofClient =
  /\bAbort(?:ed)?Error\b|operation was aborted|request aborted|Client\.Timeout|context deadline exceeded|\bReadTimeout\b|(?:Headers|Body) ?Timeout ?Error/i;

export const lifeNames = [
  'spawned',
  'connected',
  'closed',
  'exited',
  'timeout',
  'cancelled',
  'spawn_failed',
  'connect_failed',
  'stream_opened',
  'stream_ended',
  'sse_comment',
  /** Part of a watched connection's traffic could not be recorded; `message` says how much. */
  'missing',
  /** A plan injects failures from here on; `message` has its name and `plan` the plan. */
  'rehearsing',
] as const;
export type LifeName = (typeof lifeNames)[number];

export interface LifeEvent extends EventBase {
  lane: 'life';
  event: LifeName;
  /** exited: exit code. */
  code?: number | null;
  /** exited: signal name. */
  signal?: string | null;
  /** exited: an existing file with nearly the name of the missing script. */
  nearest?: string;
  message?: string;
  /** timeout, cancelled: the request. stream_ended: the request that gets no response because of it. */
  id?: MessageId;
  /** timeout: how long Misfire waited. */
  afterMs?: number;
  /** spawned: process id. */
  pid?: number;
  /** stream_opened, stream_ended, sse_comment: the HTTP exchange. */
  via?: number;
  /** stream_ended: false if the connection broke. */
  clean?: boolean;
  /** stream_ended: the rest will be requested from where it stopped, so the response may still come. */
  resumes?: true;
  /** rehearsing: the plan, as `misfire rehearse` reads it. */
  plan?: Json;
  /** connect_failed: not attempted, because a variable in the configuration has no value. */
  unready?: true;
  /**
   * closed: which side ended it. `client`: a watched client without open calls; its server's exit is then separate. stream_ended:
   * `client` if the watched client closed the stream before the response.
   */
  closedBy?: 'us' | 'server' | 'client';
}

/**
 * seen: a call from a client's transcript, as JSON (transcripts/parts/seen-call.ts). It did not cross a watched wire. log: a line about
 * the server in a client's log.
 */
export interface SeenEvent extends Omit<StderrEvent, 'lane'> {
  lane: 'seen' | 'log';
}

export type WireEvent = MessageEvent | StderrEvent | HttpEvent | LifeEvent | SeenEvent;

/** An event in the store. `seq` is its index in the log, over all servers. */
export type StoredEvent = WireEvent & { seq: number };
