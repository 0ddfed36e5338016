// HAR 1.2 files from browsers and proxies: MCP over Streamable HTTP in them becomes events. Everything else is skipped and counted.

import { isObject, type Json, type JsonObject, member, parseJson } from '../json/json.ts';
import { fromBase64 } from '../text/base64.ts';
import type { HttpExchange, WireEvent } from '../wire.ts';

export function isHar(value: Json): boolean {
  return Array.isArray(member(member(value, 'log'), 'entries'));
}

/** Takes the entries one by one. */
export class HarReader {
  /** May be emptied between two entries. */
  readonly events: WireEvent[] = [];
  #skipped = 0;
  readonly #connections = new Map<string, { epoch: number; exchange: number }>();

  get problems(): string[] {
    return this.#skipped === 0 ? [] : [`${this.#skipped} of the requests in the file had nothing of MCP in them.`];
  }

  take(entry: Json): void {
    if (!this.#read(entry)) this.#skipped += 1;
  }

  /** Whether it contained MCP. */
  #read(entry: Json): boolean {
    const request = member(entry, 'request');
    const response = member(entry, 'response');
    const url = text(member(request, 'url'));
    const headers = readHeaders(member(request, 'headers'));
    const answered = readHeaders(member(response, 'headers'));
    const sent = text(member(member(request, 'postData'), 'text'));
    const { body, bytes } = contentOf(response);
    const asked = messagesIn(sent);
    const type = answered['content-type'] ?? text(member(member(response, 'content'), 'mimeType'));
    const stream = /event-stream/i.test(type) ? readStream(body) : null;
    const streamed = stream ? stream.filter(({ data }) => messagesIn(data).length > 0) : [];
    const plain = stream ? [] : messagesIn(body);
    const hasSession = 'mcp-session-id' in headers || 'mcp-protocol-version' in headers;
    if (asked.length + streamed.length + plain.length === 0 && !hasSession) return false;

    const startedAt = Date.parse(text(member(entry, 'startedDateTime'))) || 0;
    const time = number(member(entry, 'time')) ?? 0;
    const stdio = text(member(entry, '_transport')) === 'stdio';
    const server = text(member(entry, '_server')) || hostOf(url);
    const connection = this.#connections.get(server) ?? { epoch: 1, exchange: 0 };
    this.#connections.set(server, connection);
    const epoch = number(member(entry, '_epoch'));
    if (epoch !== null) connection.epoch = epoch;
    else if (connection.exchange > 0 && asked.some((message) => member(message, 'method') === 'initialize')) {
      connection.epoch += 1;
      connection.exchange = 0;
    }
    connection.exchange += 1;
    const via = connection.exchange;
    const base = { server, epoch: connection.epoch };
    const link = stdio ? {} : { via };
    if (sent !== '') this.events.push({ ...base, at: startedAt, lane: 'out', text: sent, ...link });
    const endedAt = startedAt + time;
    if (!stdio) {
      const status = number(member(response, 'status')) ?? 0;
      const http: HttpExchange = {
        exchange: via,
        method: text(member(request, 'method')) || 'POST',
        url,
        status: status > 0 ? status : null,
        requestHeaders: headers,
        headers: answered,
        startedAt,
        headersAt: startedAt + waited(entry, time),
        endedAt,
      };
      const statusText = text(member(response, 'statusText'));
      if (statusText !== '') http.statusText = statusText;
      if (status <= 0) http.error = text(member(response, '_error')) || 'No answer was recorded.';
      if (streamed.length + plain.length === 0 && body !== '') http.body = body;
      if (streamed.length + plain.length === 0 && bytes) http.bodyBytes = bytes;
      const [id] = asked.map((message) => member(message, 'id')).filter((it) => it !== undefined);
      this.events.push({
        ...base,
        at: http.headersAt ?? endedAt,
        lane: 'http',
        ...(id === undefined ? {} : { id }),
        http,
      });
    }
    for (const { data, sse } of streamed) {
      this.events.push({ ...base, at: endedAt, lane: 'in', text: data, ...link, ...(sse ? { sse } : {}) });
    }
    if (plain.length > 0) this.events.push({ ...base, at: endedAt, lane: 'in', text: body, ...link });
    return true;
  }
}

/** The JSON-RPC messages of a body: one, or those of a batch. */
function messagesIn(body: string): JsonObject[] {
  if (!/^\s*[[{]/.test(body)) return [];
  const parsed = parseJson(body);
  if (!parsed.ok) return [];
  const list = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  return list.filter((item): item is JsonObject => isObject(item) && member(item, 'jsonrpc') === '2.0');
}

function contentOf(response: Json | undefined): { body: string; bytes: Uint8Array | null } {
  const content = member(response, 'content');
  const body = text(member(content, 'text'));
  if (text(member(content, 'encoding')) !== 'base64') return { body, bytes: null };
  const bytes = fromBase64(body);
  if (!bytes) return { body, bytes: null };
  const decoded = decodeUtf8(bytes);
  return { body: decoded, bytes: decoded.includes('\ufffd') ? bytes : null };
}

/** UTF-8 (RFC 3629) by hand: `shared/` is independent of the platform. */
function decodeUtf8(bytes: Uint8Array): string {
  let escaped = '';
  for (const byte of bytes)
    escaped += byte === 37 || byte > 126 ? `%${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte);
  try {
    return decodeURIComponent(escaped);
  } catch {
    return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : '\ufffd')).join('');
  }
}

interface StreamEvent {
  data: string;
  sse: { event?: string; id?: string; retry?: number } | null;
}

/** WHATWG HTML section 9.2.6. */
function readStream(body: string): StreamEvent[] {
  return body.split(/\r\n\r\n|\n\n|\r\r/).flatMap((block) => {
    const data: string[] = [];
    const sse: NonNullable<StreamEvent['sse']> = {};
    for (const line of block.split(/\r\n|\n|\r/)) {
      const [, name = '', value = ''] = /^([^:]+):? ?([\s\S]*)$/.exec(line) ?? [];
      if (name === 'data') data.push(value);
      else if (name === 'event' || name === 'id') sse[name] = value;
      else if (name === 'retry' && /^\d+$/.test(value)) sse.retry = Number(value);
    }
    return data.length === 0 ? [] : [{ data: data.join('\n'), sse: Object.keys(sse).length > 0 ? sse : null }];
  });
}

function waited(entry: Json, time: number): number {
  const timings = member(entry, 'timings');
  const parts = ['blocked', 'dns', 'connect', 'send', 'wait'].map((name) =>
    Math.max(0, number(member(timings, name)) ?? 0),
  );
  return Math.min(
    time,
    parts.reduce((total, part) => total + part, 0),
  );
}

function readHeaders(list: Json | undefined): Record<string, string> {
  const headers = new Map<string, string>();
  for (const header of Array.isArray(list) ? list : []) {
    const name = text(member(header, 'name')).toLowerCase();
    if (name === '' || name.startsWith(':')) continue;
    const value = text(member(header, 'value'));
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

function hostOf(url: string): string {
  return /^[a-z]+:\/\/(?:[^/@]*@)?([^/?#]+)/i.exec(url)?.[1]?.slice(0, 200) ?? '?';
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const number = (value: Json | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
