// Events as columns and back, byte for byte. Text that is valid UTF-8 is stored as TEXT, everything else as a BLOB.
// Owns the `body` and `meta` columns. Bodies never pass through JSON; deep ids in `meta` are written without recursion.

import type { Actor } from '../../../../shared/actors.ts';
import type { Json, JsonObject } from '../../../../shared/json/json.ts';
import { jsonText } from '../../../../shared/json/json-text.ts';
import type { HttpExchange, LifeEvent, MessageEvent, StoredEvent, WireEvent } from '../../../../shared/wire.ts';

export interface EventColumns {
  lane: string;
  body: string | Uint8Array | null;
  meta: string | null;
}

/** `lossy`: the text read from bytes, if encoding it again gives other bytes. `utf16`: how the BLOB holds text. */
interface Encoding {
  utf16?: true;
  lossy?: string;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function toColumns(event: WireEvent): EventColumns {
  if (event.lane === 'life') {
    const { at, server, epoch, lane, ...rest } = event;
    return { lane, body: null, meta: write(rest) };
  }
  if (event.lane === 'http') {
    const { body, bodyBytes, ...http } = event.http;
    const encoded = encode(body, bodyBytes);
    const meta: Record<string, unknown> = event.id === undefined ? { http } : { id: event.id, http };
    Object.assign(meta, encoded.encoding, event.extra && { extra: event.extra });
    writeActor(event, meta);
    return { lane: event.lane, body: encoded.body, meta: write(meta) };
  }
  // True for nearly all events.
  if (event.bytes === undefined && hasNoMeta(event) && event.text.isWellFormed())
    return {
      lane: event.lane,
      body: event.text,
      meta: event.actor === undefined ? null : `{"actor":"${event.actor}"}`,
    };
  const encoded = encode(event.text, event.bytes);
  const meta: Record<string, unknown> = { ...encoded.encoding };
  if (event.extra !== undefined) meta.extra = event.extra;
  writeActor(event, meta);
  if (event.partial) meta.partial = true;
  if (event.cut !== undefined) meta.cut = event.cut;
  if (event.lane === 'in' || event.lane === 'out') {
    if (event.via !== undefined) meta.via = event.via;
    if (event.sse !== undefined) meta.sse = event.sse;
    if (event.opaque !== undefined) meta.opaque = event.opaque;
    if (event.madeBy !== undefined) meta.madeBy = event.madeBy;
  }
  return { lane: event.lane, body: encoded.body, meta: Object.keys(meta).length > 0 ? write(meta) : null };
}

/** Whether the actor is the only metadata. */
function hasNoMeta(event: Exclude<WireEvent, { lane: 'life' | 'http' }>): boolean {
  if (event.partial || event.cut !== undefined || event.extra !== undefined) return false;
  if (event.client !== undefined || event.copyOf !== undefined || event.rehearsed) return false;
  if (event.lane !== 'in' && event.lane !== 'out') return true;
  return [event.via, event.sse, event.opaque, event.madeBy].every((value) => value === undefined);
}

function writeActor(event: WireEvent, meta: Record<string, unknown>): void {
  if (event.actor !== undefined) meta.actor = event.actor;
  if (event.client !== undefined) meta.client = event.client;
  if (event.copyOf !== undefined) meta.copyOf = event.copyOf;
  if (event.rehearsed) meta.rehearsed = true;
  if (event.injected !== undefined) meta.injected = event.injected;
  if (event.original !== undefined) meta.original = event.original;
}

export function fromColumns(
  columns: EventColumns & { seq: number; at: number; server: string; epoch: number },
): StoredEvent {
  const { seq, at, server, epoch, lane } = columns;
  const base = { seq, at, server, epoch };
  const { utf16, lossy, ...meta } = JSON.parse(columns.meta ?? '{}') as Encoding & Record<string, unknown>;
  if (lane === 'life') return { ...base, lane, ...closedBy(meta as unknown as Pick<LifeEvent, 'event'>) };
  const read = decode(columns.body, utf16, lossy);
  if (lane === 'http') {
    const http = { ...(meta.http as HttpExchange) };
    if (read.text !== undefined) http.body = read.text;
    if (read.bytes) http.bodyBytes = read.bytes;
    const exchange: StoredEvent = { ...base, lane, http };
    if (meta.id !== undefined) exchange.id = meta.id as Json;
    if (meta.extra !== undefined) exchange.extra = meta.extra as JsonObject;
    if (meta.actor !== undefined) exchange.actor = meta.actor as Actor;
    if (meta.client !== undefined) exchange.client = meta.client as string;
    if (meta.rehearsed === true) exchange.rehearsed = true;
    if (typeof meta.injected === 'string') exchange.injected = meta.injected;
    return exchange;
  }
  const message = { ...base, lane, text: read.text ?? '', ...meta } as MessageEvent & { seq: number };
  if (read.bytes) message.bytes = read.bytes;
  return message;
}

/** Logs of version 0.1 call it `by`. */
function closedBy(life: Pick<LifeEvent, 'event'> & { by?: 'us' | 'server' }): Pick<LifeEvent, 'event' | 'closedBy'> {
  const { by, ...rest } = life;
  return by === undefined ? rest : { closedBy: by, ...rest };
}

function encode(
  text: string | undefined,
  bytes: Uint8Array | undefined,
): { body: EventColumns['body']; encoding: Encoding } {
  if (bytes) {
    return { body: bytes, encoding: text === undefined || decoder.decode(bytes) === text ? {} : { lossy: text } };
  }
  if (text === undefined) return { body: null, encoding: {} };
  // SQLite would turn half a surrogate pair into U+FFFD, so such text is stored as UTF-16 units.
  if (!text.isWellFormed()) return { body: Buffer.from(text, 'utf16le'), encoding: { utf16: true } };
  return { body: text, encoding: {} };
}

function decode(
  body: EventColumns['body'],
  utf16: true | undefined,
  lossy: string | undefined,
): { text?: string; bytes?: Uint8Array } {
  if (body === null) return {};
  if (typeof body === 'string') return { text: body };
  if (utf16) return { text: Buffer.from(body).toString('utf16le') };
  return { text: lossy ?? decoder.decode(body), bytes: new Uint8Array(body) };
}

function write(meta: object): string {
  try {
    return JSON.stringify(meta);
  } catch {
    return jsonText(meta as Json); // An id nested too deeply for JSON.stringify.
  }
}
