// Keeps values that came from the vault or from variables out of the log: whatever a transport reports passes here first.
// What was filled in is shown as it was written, `${NAME}`; a secret is replaced wherever it turns up, also in an answer that
// repeats it.

import type { HttpExchange } from '../../../shared/wire.ts';
import type { OnEvents, TransportEvent } from '../../transports/transport.ts';

export interface Hidden {
  /** Replaced everywhere. */
  secrets: readonly string[];
  /** Replaced in what Misfire itself writes: command lines, addresses, reasons. */
  put: readonly { reference: string; value: string }[];
}

/** Shorter values are too common to be looked for: `true`, `8080`, a folder's name. */
const tellingLength = 6;
const mark = '‹hidden›';

export function hideValues(onEvents: OnEvents, hidden: Hidden): OnEvents {
  const secrets = [...new Set(hidden.secrets)].filter(({ length }) => length >= tellingLength).sort(longestFirst);
  const put = hidden.put.filter(({ value }) => value.length >= tellingLength);
  if (secrets.length === 0 && put.length === 0) return onEvents;
  const inMessages = replacer(secrets.flatMap((secret) => spellings(secret).map((text) => [text, mark])));
  const inOurs = replacer([
    ...secrets.flatMap((secret): [string, string][] => spellings(secret).map((text) => [text, mark])),
    ...put.flatMap(({ value, reference }): [string, string][] => spellings(value).map((text) => [text, reference])),
  ]);
  return (events) => onEvents(events.map((event) => hide(event, inMessages, inOurs)));
}

type Replace = (text: string) => string;

function hide(event: TransportEvent, inMessages: Replace, inOurs: Replace): TransportEvent {
  switch (event.lane) {
    case 'life':
      return event.message === undefined ? event : { ...event, message: inOurs(event.message) };
    case 'http':
      return { ...event, http: hideExchange(event.http, inMessages, inOurs) };
    default: {
      const text = inMessages(event.text);
      if (text === event.text) return event;
      const { bytes: _bytes, ...rest } = event;
      return { ...rest, text };
    }
  }
}

function hideExchange(http: HttpExchange, inMessages: Replace, inOurs: Replace): HttpExchange {
  const each = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, inOurs(value)]));
  const { bodyBytes, ...rest } = http;
  const body = http.body === undefined ? undefined : inMessages(http.body);
  return {
    ...rest,
    url: inOurs(http.url),
    requestHeaders: each(http.requestHeaders),
    headers: each(http.headers),
    ...(http.error === undefined ? {} : { error: inOurs(http.error) }),
    ...(body === undefined ? {} : { body }),
    ...(bodyBytes && body === http.body ? { bodyBytes } : {}),
  };
}

/** As it is, within JSON, within an address, and within a command line. */
function spellings(value: string): string[] {
  const escaped = JSON.stringify(value).slice(1, -1);
  return [...new Set([value, escaped, encodeURIComponent(value), encodeURI(value), value.replaceAll("'", "'\\''")])];
}

function replacer(pairs: readonly (readonly string[])[]): Replace {
  const longest = pairs.map(([from, to]) => [from ?? '', to ?? ''] as const).sort(([a], [b]) => longestFirst(a, b));
  return (text) => {
    let shown = text;
    for (const [from, to] of longest) if (shown.includes(from)) shown = shown.replaceAll(from, () => to);
    return shown;
  };
}

function longestFirst(a: string, b: string): number {
  return b.length - a.length;
}
