// What crossed a wire, as recorded: the vocabulary of transports, store, captures and pairing.
// Everything else in Misfire is derived from these events and can be derived again.

import type { Actor } from './actors.ts';
import type { Json, JsonObject } from './json/json.ts';

/** JSON-RPC allows string, number and null; misbehaving peers send anything, and that must be kept too. */
export type MessageId = Json;

export const lanes = ['out', 'in', 'err', 'http', 'life', 'seen', 'log'] as const;
export type Lane = (typeof lanes)[number];

interface EventBase {
  /** Milliseconds since 1970 with fractions, taken at the pipe or socket. */
  at: number;
  /** The server's id in Misfire. */
  server: string;
  /** Counts the connections to that server; ids of messages are only unique within one. */
  epoch: number;
  /** Who asked. Of events of old files and logs it is not known. */
  actor?: Actor;
  /** actor client: the watched client's name ("Claude Code"). */
  client?: string;
  /** lane out, actor replay: the row that it is a copy of. Out of a capture: which event of the file, from 1, until it is recorded. */
  copyOf?: number;
  /** Spoiled on purpose, to see what the client does. */
  rehearsed?: true;
  /** Of what is rehearsed: a stable word for what was done, `answer:rate_limited`, `spoil:delay`, `end:process`. */
  injected?: string;
  /** Members of an imported line that Misfire does not know: kept, and written back. */
  extra?: JsonObject;
}

/** A line of stdio or one JSON-RPC message over HTTP, verbatim: JSON or not. */
export interface MessageEvent extends EventBase {
  lane: 'out' | 'in';
  text: string;
  /** Present only when the bytes are not valid UTF-8; `text` is then their lossy reading. */
  bytes?: Uint8Array;
  /** The stream ended before the line did. */
  partial?: true;
  /** The line was longer than the limit: `text` holds its beginning, this its true length in bytes. */
  cut?: number;
  /** Over HTTP: which exchange (HttpExchange.exchange) carried it. */
  via?: number;
  /** lane in: the server did not send this. Misfire's bridge answered in its place, because no valid response came. */
  madeBy?: 'bridge';
  /** Over SSE: the event's own fields. */
  sse?: { event?: string; id?: string; retry?: number };
  /** A chunk of traffic that is not made of lines: `bytes` holds it, and `text` says nothing. */
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

/** What a request of signing in (OAuth 2.1) is for. */
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

/** Numbers count the tokens and the users that passed; times in ms since 1970. */
export interface CredentialMark {
  token: number;
  firstSeenAt: number;
  /** Of a token that says so (JWT): whose it is, and its times. */
  subject?: number;
  issuedAt?: number;
  expiresAt?: number;
}

export interface HttpExchange {
  /** Counts within a connection epoch; links `in` and `out` events to their exchange. */
  exchange: number;
  method: string;
  url: string;
  /** null: no answer came, `error` says why. */
  status: number | null;
  statusText?: string;
  /** Names in lower case; values of credential headers are replaced before they get here. */
  requestHeaders: Record<string, string>;
  headers: Record<string, string>;
  /** Only where the body was not JSON-RPC: a problem document, HTML, plain text. */
  body?: string;
  bodyBytes?: Uint8Array;
  /** The body was longer than the limit; this is its true length in bytes. */
  bodyCut?: number;
  /** A failure of the network, as a code and a sentence ("ECONNREFUSED: …"). */
  error?: string;
  /** Of a request that carried no JSON-RPC: what was sent, secrets replaced before it gets here. */
  requestBody?: string;
  /** A step of signing in. `authorization` is the browser's request to Misfire, all others are Misfire's own. */
  step?: SignInStep;
  /** Why a step failed though HTTP did not: what is wrong with what came, in one sentence. */
  problem?: string;
  /** Which token the request carried, told apart without its value. Only of watched clients. */
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

/** `error` of an exchange whose watched client closed the connection before the answer. */
export const clientLeft = 'ABORTED: The client closed the connection.';

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
  /** Some of what passed a watched connection could not be kept; `message` says how much. */
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
  /** exited: the existing file with nearly the name of the script that was to be run and is not there. */
  nearest?: string;
  message?: string;
  /** timeout, cancelled: the request concerned. stream_ended: the request that stays without an answer because of it. */
  id?: MessageId;
  /** timeout: how long Misfire waited. */
  afterMs?: number;
  /** spawned: process id. */
  pid?: number;
  /** stream_opened, stream_ended, sse_comment: the HTTP exchange concerned. */
  via?: number;
  /** stream_ended: false when the connection broke rather than ended. */
  clean?: boolean;
  /** stream_ended: the rest is asked for from where it stopped, so the answer may still come. */
  resumes?: true;
  /** rehearsing: the plan, as `misfire rehearse` reads it. */
  plan?: Json;
  /** connect_failed: nothing was tried, for something that is to be filled in has no value. */
  unready?: true;
  /**
   * closed: who ended it. `client`: a watched client that waits for nothing any more; how its server ended is its own doing.
   * stream_ended: `client` when the watched client closed the stream before the answer.
   */
  closedBy?: 'us' | 'server' | 'client';
}

/**
 * seen: a call as a client's transcript has it, as JSON (transcripts/parts/seen-call.ts). It did not cross a wire that was watched here.
 * log: a line that a client wrote to its log about the server.
 */
export interface SeenEvent extends Omit<StderrEvent, 'lane'> {
  lane: 'seen' | 'log';
}

export type WireEvent = MessageEvent | StderrEvent | HttpEvent | LifeEvent | SeenEvent;

/** An event that is in the store. `seq` is its place in the log, over all servers. */
export type StoredEvent = WireEvent & { seq: number };
