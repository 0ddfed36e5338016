// An HTTP response as programs print it: `curl -i`, `curl -v`, a browser's "copy as text". Owns where its head ends.

import { isObject, parseJson } from '../../json/json.ts';
import type { HttpExchange, WireEvent } from '../../wire.ts';
import { unnamed } from './pasted.ts';

const statusLine = /^HTTP\/[\d.]+ (\d{3})(?: (.*))?$/;
const requestLine = /^(GET|POST|DELETE) (\S+) HTTP\/[\d.]+$/;

/** null: there is no status line in it. */
export function readHttpText(text: string): WireEvent[] | null {
  const lines = text.split(/\r?\n/).map(withoutMark);
  // The last one counts: earlier ones are redirects and "100 Continue".
  const at = lines.findLastIndex((line) => statusLine.test(line));
  if (at < 0) return null;
  const [, status = '', statusText = ''] = statusLine.exec(lines[at] as string) ?? [];
  const asked = lines.map((line) => requestLine.exec(line)).find((match) => match !== null);
  const headers: Record<string, string> = {};
  let end = at + 1;
  for (; end < lines.length && lines[end] !== ''; end += 1) {
    const line = lines[end] as string;
    const colon = line.indexOf(':');
    if (colon <= 0) break;
    headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  const body = lines.slice(end).join('\n').trim();
  const http: HttpExchange = {
    exchange: 1,
    method: asked?.[1] ?? 'POST',
    url: asked?.[2] ?? '',
    status: Number(status),
    requestHeaders: {},
    headers,
    startedAt: 0,
    ...(statusText === '' ? {} : { statusText }),
  };
  const base = { at: dateOf(headers.date), server: unnamed, epoch: 1 } as const;
  const message = messageIn(body, headers['content-type'] ?? '');
  if (message === null) return [{ ...base, lane: 'http', http: body === '' ? http : { ...http, body } }];
  return [
    { ...base, lane: 'http', http },
    { ...base, lane: 'in', text: message, via: 1 },
  ];
}

/** curl marks received lines with `<` and its own messages with `*`. */
const withoutMark = (line: string): string => line.replace(/^[<>] ?/, '').replace(/^\* .*$/, '');

/** A JSON-RPC message in the body, also as one event of a stream. */
function messageIn(body: string, type: string): string | null {
  const text = /event-stream/i.test(type)
    ? body
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trim())
        .join('\n')
    : body;
  const parsed = parseJson(text);
  return parsed.ok && isObject(parsed.value) && Object.hasOwn(parsed.value, 'jsonrpc') ? text : null;
}

/** A wait until a date counts from when the response was sent. */
function dateOf(date: string | undefined): number {
  const at = Date.parse(date ?? '');
  return Number.isFinite(at) ? at : 0;
}
