// Events as HAR 1.2 entries, one per HTTP exchange; stdio calls become one entry each and say so.
// First all events are sorted into entries by their numbers, then each entry is written from its events.

import { idKey } from '../exchange/canonical.ts';
import { memberText } from '../exchange/span.ts';
import { type Json, parseJson } from '../json/json.ts';
import { toBase64 } from '../text/base64.ts';
import type { HttpEvent, MessageEvent, StoredEvent, WireEvent } from '../wire.ts';

interface Draft {
  server: string;
  epoch: number;
  at: number;
  end: number;
  sent: MessageEvent[];
  received: MessageEvent[];
  http: HttpEvent | null;
}

/**
 * Which events belong to which entry. Keeps numbers only, so that a recording of any size can be planned: the events are read
 * again when their entry is written.
 */
export class HarPlan {
  /** By event: its number, and its entry. */
  readonly #seqs: number[] = [];
  readonly #entries: number[] = [];
  /** By entry: when it began. */
  readonly #began: number[] = [];
  /** By connection: the entry of each exchange over HTTP. */
  readonly #exchanges = new Map<string, Map<number, number>>();
  /** Calls over stdio that wait for their response. */
  readonly #calls = new Map<string, number>();

  /** How many events are in it. */
  get size(): number {
    return this.#seqs.length;
  }

  take(event: StoredEvent): void {
    if (event.lane !== 'http' && event.lane !== 'in' && event.lane !== 'out') return;
    const exchange = event.lane === 'http' ? event.http.exchange : event.via;
    this.#seqs.push(event.seq);
    this.#entries.push(
      exchange === undefined ? this.#planCall(event as MessageEvent) : this.#planExchange(event, exchange),
    );
  }

  /** The events of each entry, in the order in which the entries began. */
  *entries(): Generator<number[]> {
    const order = [...this.#began.keys()].sort(
      (a, b) => (this.#began[a] as number) - (this.#began[b] as number) || a - b,
    );
    const rank: number[] = new Array(order.length);
    for (const [place, entry] of order.entries()) rank[entry] = place;
    const events = [...this.#seqs.keys()].sort((a, b) => this.#rankOf(rank, a) - this.#rankOf(rank, b) || a - b);
    for (let from = 0; from < events.length; ) {
      const entry = this.#entries[events[from] as number];
      let to = from;
      while (to < events.length && this.#entries[events[to] as number] === entry) to += 1;
      yield events.slice(from, to).map((at) => this.#seqs[at] as number);
      from = to;
    }
  }

  #rankOf(rank: readonly number[], event: number): number {
    return rank[this.#entries[event] as number] as number;
  }

  #begin(event: WireEvent): number {
    return this.#began.push(event.at) - 1;
  }

  #planExchange(event: WireEvent, exchange: number): number {
    const key = `${event.epoch}\n${event.server}`;
    const known = this.#exchanges.get(key) ?? new Map<number, number>();
    this.#exchanges.set(key, known);
    const entry = known.get(exchange) ?? this.#begin(event);
    known.set(exchange, entry);
    return entry;
  }

  #planCall(event: MessageEvent): number {
    const id = parseJson(memberText(event.text, 'id') ?? '');
    const asks = memberText(event.text, 'method') !== null;
    const key = `${event.epoch}\n${id.ok ? idKey(id.value) : ''}\n${event.server}`;
    const waiting = id.ok && !asks ? this.#calls.get(key) : undefined;
    if (waiting !== undefined) {
      this.#calls.delete(key);
      return waiting;
    }
    const entry = this.#begin(event);
    if (asks && id.ok && !this.#calls.has(key)) this.#calls.set(key, entry);
    return entry;
  }
}

/** The entry of these events, as the plan put them together. */
export function harEntry(events: readonly WireEvent[]): Record<string, unknown> {
  const [first] = events;
  if (first === undefined) throw new Error('An entry has at least one event.');
  const draft = newDraft(first);
  for (const event of events) {
    if (event.lane === 'http') draft.http = event;
    else if (event.lane === 'out') draft.sent.push(event);
    else if (event.lane === 'in') draft.received.push(event);
    draft.end = Math.max(draft.end, event.lane === 'http' ? (event.http.endedAt ?? event.at) : event.at);
  }
  return entryOf(draft);
}

function newDraft({ server, epoch, at }: WireEvent): Draft {
  return { server, epoch, at, end: at, sent: [], received: [], http: null };
}

const pairs = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => ({ name, value }));

function entryOf(draft: Draft): Record<string, unknown> {
  const { http: event, sent, received, server, epoch } = draft;
  const http = event?.http;
  const isStdio = http === undefined && [...sent, ...received].every(({ via }) => via === undefined);
  const startedAt = http?.startedAt ?? draft.at;
  const time = Math.max(0, draft.end - startedAt);
  const wait = Math.max(0, (http?.headersAt ?? draft.end) - startedAt);
  const sentText = sent.map(({ text }) => text).join('\n') || (http?.requestBody ?? '');
  const url = http?.url ?? `http://stdio.invalid/${encodeURIComponent(server)}`;
  const content = contentOf(draft);
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time,
    request: {
      method: http?.method ?? 'POST',
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(http?.requestHeaders ?? {}),
      queryString: queryOf(url),
      ...(sentText === ''
        ? {}
        : { postData: { mimeType: http?.requestHeaders['content-type'] ?? 'application/json', text: sentText } }),
      headersSize: -1,
      bodySize: sentText.length,
    },
    response: {
      status: http?.status ?? 0,
      statusText: http?.statusText ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(http?.headers ?? {}),
      content,
      redirectURL: '',
      headersSize: -1,
      bodySize: content.size,
      ...(http?.error === undefined ? {} : { _error: http.error }),
    },
    cache: {},
    timings: { send: 0, wait, receive: Math.max(0, time - wait) },
    ...(isStdio ? { comment: 'Over stdio: no HTTP was involved.', _transport: 'stdio' } : {}),
    _server: server,
    _epoch: epoch,
  };
}

function contentOf({ http: event, received }: Draft): {
  size: number;
  mimeType: string;
  text: string;
  encoding?: string;
} {
  const http = event?.http;
  const mimeType = http?.headers['content-type'] ?? 'application/json';
  if (received.length === 0) {
    if (http?.bodyBytes)
      return { size: http.bodyBytes.length, mimeType, text: toBase64(http.bodyBytes), encoding: 'base64' };
    const body = http?.body ?? '';
    return { size: body.length, mimeType, text: body };
  }
  const isStream = /event-stream/i.test(mimeType);
  const text = isStream ? received.map(streamed).join('') : received.map((event) => event.text).join('\n');
  return { size: text.length, mimeType, text };
}

function streamed({ text, sse }: MessageEvent): string {
  const lines = [
    ...(sse?.event === undefined ? [] : [`event: ${sse.event}`]),
    ...(sse?.id === undefined ? [] : [`id: ${sse.id}`]),
    ...(sse?.retry === undefined ? [] : [`retry: ${sse.retry}`]),
    ...text.split('\n').map((line) => `data: ${line}`),
  ];
  return `${lines.join('\n')}\n\n`;
}

function queryOf(url: string): { name: string; value: string }[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return query === ''
    ? []
    : query.split('&').map((part) => {
        const [name = '', ...value] = part.split('=');
        return { name, value: value.join('=') };
      });
}

export function harHead(version: string, name: string): Json {
  return { version: '1.2', creator: { name: 'Misfire', version }, comment: name };
}
