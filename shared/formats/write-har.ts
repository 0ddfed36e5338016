// Events as HAR 1.2 entries, one per HTTP exchange; stdio calls become one entry each and say so. Takes events in order and returns
// entries as soon as they are complete.

import { idKey } from '../exchange/canonical.ts';
import { isObject, type Json, member, parseJson } from '../json/json.ts';
import { toBase64 } from '../text/base64.ts';
import type { HttpEvent, MessageEvent, WireEvent } from '../wire.ts';

interface Draft {
  server: string;
  epoch: number;
  at: number;
  end: number;
  sent: MessageEvent[];
  received: MessageEvent[];
  http: HttpEvent | null;
}

export class HarWriter {
  readonly #exchanges = new Map<string, Draft>();
  /** Calls over stdio that wait for their response. */
  readonly #calls = new Map<string, Draft>();
  readonly #done: Draft[] = [];

  take(event: WireEvent): void {
    if (event.lane === 'http') {
      const draft = this.#exchange(event, event.http.exchange);
      draft.http = event;
      draft.end = Math.max(draft.end, event.http.endedAt ?? event.at);
    } else if (event.lane === 'in' || event.lane === 'out') {
      if (event.via === undefined) this.#takePlain(event);
      else {
        const draft = this.#exchange(event, event.via);
        (event.lane === 'out' ? draft.sent : draft.received).push(event);
        draft.end = Math.max(draft.end, event.at);
      }
    }
  }

  /** All entries, ordered by start. */
  finish(): Record<string, unknown>[] {
    const all = [...this.#done, ...this.#calls.values(), ...this.#exchanges.values()];
    return all.sort((a, b) => a.at - b.at).map(entryOf);
  }

  #exchange(event: WireEvent, exchange: number): Draft {
    const key = `${event.epoch}\n${exchange}\n${event.server}`;
    const draft = this.#exchanges.get(key) ?? newDraft(event);
    this.#exchanges.set(key, draft);
    return draft;
  }

  #takePlain(event: MessageEvent): void {
    const parsed = parseJson(event.text);
    const message = parsed.ok && isObject(parsed.value) ? parsed.value : null;
    const id = message ? member(message, 'id') : undefined;
    const key = `${event.epoch}\n${id === undefined ? '' : idKey(id)}\n${event.server}`;
    const asks = message !== null && member(message, 'method') !== undefined;
    const waiting = id !== undefined && !asks ? this.#calls.get(key) : undefined;
    if (waiting) {
      (event.lane === 'out' ? waiting.sent : waiting.received).push(event);
      waiting.end = event.at;
      this.#calls.delete(key);
      this.#done.push(waiting);
      return;
    }
    const draft = newDraft(event);
    (event.lane === 'out' ? draft.sent : draft.received).push(event);
    if (asks && id !== undefined && !this.#calls.has(key)) this.#calls.set(key, draft);
    else this.#done.push(draft);
  }
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
