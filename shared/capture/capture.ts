// Reads capture files: JSON Lines, one event per line, the same format for export, import, spooling and tests. Reads line by line, so
// that files of any size stream; write-capture.ts writes them. Verbatim: a JSON-RPC body on an `http` line stays there; pairing reads it
// as the response.

import { isActor } from '../actors.ts';
import { guardedStep } from '../json/guarded-step.ts';
import { isObject, type Json, type JsonObject, type ParsedJson, parseJson } from '../json/json.ts';
import { fromBase64 } from '../text/base64.ts';
import {
  type CredentialMark,
  type HttpExchange,
  type Lane,
  type LifeEvent,
  type LifeName,
  lifeNames,
  type MessageEvent,
  opaqueKinds,
  type SeenEvent,
  type StderrEvent,
  signInSteps,
  type WireEvent,
} from '../wire.ts';
import { unsoundness } from './sound-event.ts';

export interface CaptureEntry {
  /** Line in the file, from 1. */
  line: number;
  event: WireEvent;
  /** Unknown fields of the line: kept and written back. */
  extra: JsonObject;
}

export interface CaptureProblem {
  line: number;
  message: string;
}

export interface Capture {
  /** When it started, ms since 1970; 0 if the file does not say. */
  started: number;
  /** Further fields of the header. */
  header: JsonObject;
  entries: CaptureEntry[];
  problems: CaptureProblem[];
}

export function readCapture(text: string): Capture {
  const reader = new CaptureReader();
  const entries: CaptureEntry[] = [];
  let start = 0;
  while (start <= text.length) {
    const end = text.indexOf('\n', start);
    for (const entry of reader.read(end < 0 ? text.slice(start) : text.slice(start, end))) entries.push(entry);
    if (end < 0) break;
    start = end + 1;
  }
  return { started: reader.started, header: reader.header, entries, problems: reader.problems };
}

/** Reads a capture line by line. */
export class CaptureReader {
  started = 0;
  header: JsonObject = {};
  readonly problems: CaptureProblem[] = [];
  #line = 0;
  /** Lines without an event: the header, empty ones and broken ones. */
  readonly #others: number[] = [];
  readonly #connections = new Map<string, { epoch: number; ended: boolean; exchange: number }>();

  /** `parsed`: a line that is not blank, if it is parsed. */
  read(line: string, parsed?: ParsedJson): CaptureEntry[] {
    this.#line++;
    const entries = guardedStep(
      () => this.#readLine(line, parsed),
      [],
      (reason) => this.#broken(reason),
    );
    if (entries.length === 0) this.#others.push(this.#line);
    return entries;
  }

  #readLine(line: string, known?: ParsedJson): CaptureEntry[] {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text.trim() === '') return [];
    const parsed = known ?? parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    if (!parsed.ok) return this.#broken(`It is not JSON (${parsed.problem}).`);
    const value = parsed.value;
    if (isObject(value) && Object.hasOwn(value, 'misfire') && !Object.hasOwn(value, 'lane'))
      return this.#takeHeader(value);
    if (isObject(value) && typeof value.lane === 'string') return this.#takeEvent(value);
    if (isMessage(value)) return this.#entry({ at: this.started, server: '?', epoch: 1, lane: 'in', text }, {});
    return this.#broken('It is neither an event (it has no "lane") nor a JSON-RPC message.');
  }

  #broken(message: string): CaptureEntry[] {
    this.problems.push({ line: this.#line, message });
    return [];
  }

  #takeHeader(value: JsonObject): CaptureEntry[] {
    const { started, ...rest } = value;
    const at = typeof started === 'string' ? Date.parse(started) : typeof started === 'number' ? started : Number.NaN;
    // No clock can show later times.
    if (Math.abs(at) <= 8.64e15) this.started = at;
    this.header = rest;
    return [];
  }

  #entry(event: WireEvent, members: JsonObject): CaptureEntry[] {
    const problem = unsoundness(event);
    if (problem !== '') return this.#broken(problem);
    const extra = takeActor(event, members);
    if ((event.lane === 'out' || event.lane === 'life') && typeof extra.copyOf === 'number')
      this.#takeOriginal(event, extra);
    if (Object.keys(extra).length > 0) event.extra = extra;
    return [{ line: this.#line, event, extra }];
  }

  /** A line names its original by line number; everything else counts events. */
  #takeOriginal(event: WireEvent, extra: JsonObject): void {
    const line = extra.copyOf as number;
    if (!Number.isInteger(line) || line < 1 || line >= this.#line || this.#others.includes(line)) return;
    event.copyOf = line - this.#others.filter((other) => other < line).length;
    delete extra.copyOf;
  }

  #takeEvent(value: JsonObject): CaptureEntry[] {
    const t = value.t === undefined ? 0 : value.t;
    if (typeof t !== 'number' || !Number.isFinite(t)) return this.#broken('"t" must be a number of milliseconds.');
    if (value.epoch !== undefined && !(Number.isSafeInteger(value.epoch) && (value.epoch as number) >= 0))
      return this.#broken('"epoch" must be a whole number, 0 or more.');
    const server = value.server === undefined ? '?' : value.server;
    if (typeof server !== 'string') return this.#broken('"server" must be a text.');
    const at = this.started + t;
    switch (value.lane) {
      case 'in':
      case 'out':
      case 'err':
      case 'seen':
      case 'log':
        return this.#takeText(value, value.lane, at, server);
      case 'http':
        return this.#takeHttp(value, at, server);
      case 'life':
        return this.#takeLife(value, at, server);
      default:
        return this.#broken(
          `The lane ${JSON.stringify(value.lane)} is unknown; known are out, in, err, http, life, seen and log.`,
        );
    }
  }

  /** The connection of an event: as the line says, else a new one at each start of the server. */
  #epoch(server: string, said: Json | undefined, starts: boolean): number {
    const known = this.#connections.get(server);
    const connection = known ?? { epoch: 1, ended: false, exchange: 0 };
    if (known === undefined) this.#connections.set(server, connection);
    if (typeof said === 'number' && Number.isSafeInteger(said) && said >= 0) {
      if (said !== connection.epoch) connection.exchange = 0;
      connection.epoch = said;
      connection.ended = false;
    } else if (starts && connection.ended) {
      connection.epoch++;
      connection.ended = false;
      connection.exchange = 0;
    }
    return connection.epoch;
  }

  #takeText(value: JsonObject, lane: Exclude<Lane, 'http' | 'life'>, at: number, server: string): CaptureEntry[] {
    const { t: _t, server: _server, lane: _lane, text, epoch, partial, cut, via, ...others } = value;
    const { sse, opaque, bytes, madeBy, ...extra } = others;
    if (typeof text !== 'string') return this.#broken(`An "${lane}" line needs "text".`);
    const starts = lane === 'out' && text.length < 100_000 && text.includes('"initialize"');
    // Events of a transcript belong to no connection of the file.
    const isBeside = lane === 'seen' || lane === 'log';
    const number = isBeside ? (typeof epoch === 'number' ? epoch : 0) : this.#epoch(server, epoch, starts);
    const event: MessageEvent | SeenEvent | StderrEvent = { at, server, epoch: number, lane, text };
    if (partial === true) event.partial = true;
    if (typeof cut === 'number') event.cut = cut;
    if (typeof bytes === 'string') {
      const read = fromBase64(bytes);
      if (read !== null) event.bytes = read;
    }
    const kind = opaqueKinds.find((known) => known === opaque);
    if (opaque !== undefined && (kind === undefined || !isMessageLane(event))) extra.opaque = opaque;
    if (isMessageLane(event)) {
      if (kind !== undefined) event.opaque = kind;
      if (typeof via === 'number') event.via = via;
      if (isObject(sse)) event.sse = sse as NonNullable<MessageEvent['sse']>;
      if (madeBy === 'bridge') event.madeBy = madeBy;
    }
    if (madeBy !== undefined && !('madeBy' in event)) extra.madeBy = madeBy;
    return this.#entry(event, extra);
  }

  #takeHttp(value: JsonObject, at: number, server: string): CaptureEntry[] {
    const { t: _t, server: _server, lane: _lane, id, http, epoch: said, ...extra } = value;
    if (!isObject(http)) return this.#broken('An "http" line needs an object "http".');
    const epoch = this.#epoch(server, said, false);
    const connection = this.#connections.get(server);
    const given = http.exchange;
    const exchange = typeof given === 'number' ? given : (connection?.exchange ?? 0) + 1;
    if (connection !== undefined && Number.isSafeInteger(exchange))
      connection.exchange = Math.max(connection.exchange, exchange);
    const read = readExchange(http, exchange, at, this.started);
    const event: WireEvent = { at, server, epoch, lane: 'http', ...(id === undefined ? {} : { id }), http: read };
    const more = Object.entries(http).filter(([name]) => !exchangeMembers.has(name));
    return this.#entry(event, more.length === 0 ? extra : { ...extra, http: Object.fromEntries(more) });
  }

  #takeLife(value: JsonObject, at: number, server: string): CaptureEntry[] {
    const {
      t: _t,
      server: _server,
      lane: _lane,
      event: name,
      epoch: said,
      code,
      signal,
      nearest,
      message,
      id,
      afterMs,
      pid,
      via,
      clean,
      resumes,
      closedBy,
      unready,
      plan,
      ...extra
    } = value;
    if (typeof name !== 'string' || !lifeNames.includes(name as LifeName))
      return this.#broken(`The life event ${JSON.stringify(name)} is unknown.`);
    const epoch = this.#epoch(server, said, name === 'spawned' || name === 'connected');
    const connection = this.#connections.get(server);
    if (connection !== undefined && (name === 'exited' || name === 'closed')) connection.ended = true;
    const event: LifeEvent = { at, server, epoch, lane: 'life', event: name as LifeName };
    if (typeof code === 'number' || code === null) event.code = code;
    if (typeof signal === 'string' || signal === null) event.signal = signal;
    if (typeof nearest === 'string') event.nearest = nearest;
    if (typeof message === 'string') event.message = message;
    if (id !== undefined) event.id = id;
    if (typeof afterMs === 'number') event.afterMs = afterMs;
    if (typeof pid === 'number') event.pid = pid;
    if (typeof via === 'number') event.via = via;
    if (typeof clean === 'boolean') event.clean = clean;
    if (resumes === true) event.resumes = true;
    if (closedBy === 'us' || closedBy === 'server' || closedBy === 'client') event.closedBy = closedBy;
    if (unready === true) event.unready = true;
    if (plan !== undefined) event.plan = plan;
    return this.#entry(event, extra);
  }
}

const isMessageLane = (event: WireEvent): event is MessageEvent => event.lane === 'in' || event.lane === 'out';

/** Reads the actor from the remaining fields and returns the rest. */
function takeActor(event: WireEvent, members: JsonObject): JsonObject {
  const { by, client, rehearsed, injected, original, ...extra } = members;
  if (isActor(by)) event.actor = by;
  // Up to version 0.1 `by` named the side that closed a connection.
  else if (event.lane === 'life' && (by === 'us' || by === 'server')) event.closedBy ??= by;
  else if (by !== undefined) extra.by = by;
  if (typeof client === 'string') event.client = client;
  else if (client !== undefined) extra.client = client;
  if (rehearsed === true) event.rehearsed = true;
  else if (rehearsed !== undefined) extra.rehearsed = rehearsed;
  if (event.rehearsed && typeof injected === 'string') event.injected = injected;
  else if (injected !== undefined) extra.injected = injected;
  if (event.rehearsed && typeof original === 'string') event.original = original;
  else if (original !== undefined) extra.original = original;
  return extra;
}

function isMessage(value: Json): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => isObject(item) && isMessage(item));
  return (
    isObject(value) &&
    (value.jsonrpc === '2.0' ||
      typeof value.method === 'string' ||
      (Object.hasOwn(value, 'id') && (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error'))))
  );
}

function readExchange(http: JsonObject, exchange: number, at: number, started: number): HttpExchange {
  const read: HttpExchange = {
    exchange,
    method: typeof http.method === 'string' ? http.method : 'POST',
    url: typeof http.url === 'string' ? http.url : '',
    status: typeof http.status === 'number' ? http.status : null,
    requestHeaders: readHeaders(http.requestHeaders),
    headers: readHeaders(http.headers),
    startedAt: typeof http.startedAt === 'number' ? started + http.startedAt : at,
  };
  if (typeof http.statusText === 'string') read.statusText = http.statusText;
  if (typeof http.body === 'string' && http.body !== '') read.body = http.body;
  if (typeof http.bodyBytes === 'string') {
    const bytes = fromBase64(http.bodyBytes);
    if (bytes !== null) read.bodyBytes = bytes;
  }
  if (typeof http.bodyCut === 'number') read.bodyCut = http.bodyCut;
  if (typeof http.error === 'string') read.error = http.error;
  if (typeof http.requestBody === 'string') read.requestBody = http.requestBody;
  if (typeof http.problem === 'string') read.problem = http.problem;
  const credential = readCredential(http.credential);
  if (credential !== undefined) read.credential = credential;
  const step = signInSteps.find((known) => known === http.step);
  if (step !== undefined) read.step = step;
  if (typeof http.headersAt === 'number') read.headersAt = started + http.headersAt;
  if (typeof http.endedAt === 'number') read.endedAt = started + http.endedAt;
  return read;
}

function readCredential(value: Json | undefined): CredentialMark | undefined {
  if (!isObject(value)) return undefined;
  const { token, firstSeenAt, subject, issuedAt, expiresAt } = value;
  if (!isTime(token) || !isTime(firstSeenAt)) return undefined;
  return {
    token,
    firstSeenAt,
    ...(isTime(subject) ? { subject } : {}),
    ...(isTime(issuedAt) ? { issuedAt } : {}),
    ...(isTime(expiresAt) ? { expiresAt } : {}),
  };
}

/** Within the range of dates. */
function isTime(value: Json | undefined): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15;
}

function readHeaders(value: Json | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  if (!isObject(value)) return headers;
  for (const [name, text] of Object.entries(value)) {
    if (name === '__proto__') continue;
    if (typeof text === 'string' || typeof text === 'number') headers[name.toLowerCase()] = String(text);
    else if (Array.isArray(text))
      headers[name.toLowerCase()] = text.filter((part) => typeof part === 'string').join(', ');
  }
  return headers;
}

/** Fields of an `http` object that are read. */
const exchangeMembers = new Set([
  'exchange',
  'method',
  'url',
  'status',
  'statusText',
  'requestHeaders',
  'headers',
  'body',
  'bodyBytes',
  'bodyCut',
  'error',
  'step',
  'requestBody',
  'problem',
  'credential',
  'startedAt',
  'headersAt',
  'endedAt',
]);
