// Keeps values that came from the vault or from variables out of the log: whatever a transport reports passes here first.
// What was filled in is shown as it was written, `${NAME}`; a secret is replaced wherever it turns up, also in an answer that
// repeats it. A folder's name is left in what the server says: it would be missed there.

import type { HttpExchange } from '../../../shared/wire.ts';
import type { OnEvents, TransportEvent } from '../../transports/transport.ts';
import type { PutIn } from './references.ts';

export interface Hidden {
  /** Replaced everywhere. */
  secrets: readonly string[];
  /** Replaced in what Misfire itself writes: command lines, addresses, reasons. Secret ones are replaced everywhere. */
  put: readonly PutIn[];
}

/** Shorter values are too common to be looked for: `true`, `8080`, a folder's name. */
const tellingLength = 6;
const mark = '‹hidden›';

export function hideValues(onEvents: OnEvents, hidden: Hidden): OnEvents {
  const secrets = [...new Set(hidden.secrets)].filter(({ length }) => length >= tellingLength).sort(longestFirst);
  const put = hidden.put.filter(({ value }) => value.length >= tellingLength);
  if (secrets.length === 0 && put.length === 0) return onEvents;
  const hide = secrets.flatMap((secret) => pairs(secret, mark));
  const inMessages = replacer([
    ...hide,
    ...put.flatMap(({ value, reference, isSecret }) => (isSecret ? pairs(value, reference) : [])),
  ]);
  const inOurs = replacer([...hide, ...put.flatMap(({ value, reference }) => pairs(value, reference))]);
  return (events) => onEvents(events.map((event) => hideIn(event, inMessages, inOurs)));
}

type Replace = (text: string) => string;

function hideIn(event: TransportEvent, inMessages: Replace, inOurs: Replace): TransportEvent {
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

type Pair = readonly [from: string, to: string];

/** As it is, within JSON, within an address, and within a command line. */
function pairs(value: string, to: string): Pair[] {
  const escaped = JSON.stringify(value).slice(1, -1);
  const quoted = value.replaceAll("'", "'\\''");
  const spellings = new Set([value, escaped, encodeURIComponent(value), encodeURI(value), quoted]);
  return [...spellings].map((from) => [from, to]);
}

function replacer(all: readonly Pair[]): Replace {
  const longest = [...all].sort(([a], [b]) => longestFirst(a, b));
  return (text) => {
    let shown = text;
    for (const [from, to] of longest) if (shown.includes(from)) shown = shown.replaceAll(from, () => to);
    return shown;
  };
}

function longestFirst(a: string, b: string): number {
  return b.length - a.length;
}
