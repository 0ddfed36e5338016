// Log lines with messages among other text, as desktop clients and servers write them. A message becomes an event; the text in between
// counts as server output.

import { messageLane } from '../../formats/history.ts';
import { isObject, member, parseJson } from '../../json/json.ts';
import { JsonReader } from '../../json/json-reader.ts';
import type { WireEvent } from '../../wire.ts';
import { type Pasted, unnamed } from './pasted.ts';

const toServer = /\b(?:from client|sent|sending|request to|-->|→|outgoing|client->server)/i;
const toClient = /\b(?:from server|received|receiving|response from|<--|←|incoming|server->client)/i;
/** `2026-11-17T10:00:00.123Z`, `[2026-11-17 10:00:00,123]`: when the line was written. */
const stamp = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,6})?(?:Z|[+-]\d\d:?\d\d)?/;

/** null: no line contains a message. */
export function readLogLines(text: string): Pasted | null {
  if (!text.includes('"jsonrpc"')) return null;
  const events: WireEvent[] = [];
  let messages = 0;
  let clock = 0;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    clock = Math.max(clock + 0.001, timeOf(line));
    const base = { at: clock, server: serverOf(line), epoch: 1 };
    const found = messageIn(line);
    if (found === null) {
      events.push({ ...base, lane: 'err', text: line });
      continue;
    }
    messages += 1;
    events.push({ ...base, lane: laneOf(line.slice(0, found.from), found.method), text: found.text });
  }
  // A line without a server belongs to the one that other lines name.
  const named = events.find(({ server }) => server !== unnamed)?.server ?? unnamed;
  return messages === 0
    ? null
    : { kind: 'log', events: events.map((event) => ({ ...event, server: named })), notes: [] };
}

function messageIn(line: string): { text: string; from: number; method: string | null } | null {
  const marked = line.indexOf('"jsonrpc"');
  if (marked < 0) return null;
  const from = line.lastIndexOf('{', marked);
  // The message may start earlier: `{"result":{…},"jsonrpc":"2.0"}`. Then it starts at the first brace of the line.
  for (const start of new Set([line.indexOf('{'), from])) {
    if (start < 0) continue;
    const end = valueEnd(line, start);
    const parsed = parseJson(line.slice(start, end));
    if (!parsed.ok || !isObject(parsed.value) || !Object.hasOwn(parsed.value, 'jsonrpc')) continue;
    const method = member(parsed.value, 'method');
    return { text: line.slice(start, end), from: start, method: typeof method === 'string' ? method : null };
  }
  return null;
}

/** After the bracket that closes the one at `start`; log lines continue after a message. */
function valueEnd(line: string, start: number): number {
  const reader = new JsonReader(line.slice(start));
  reader.next();
  return reader.finishValue() ? start + reader.end : line.length;
}

function laneOf(before: string, method: string | null): 'in' | 'out' {
  if (method !== null) return messageLane(method);
  if (toServer.test(before) && !toClient.test(before)) return 'out';
  return 'in';
}

function timeOf(line: string): number {
  const at = Date.parse((stamp.exec(line)?.[0] ?? '').replace(',', '.').replace(' ', 'T'));
  return Number.isFinite(at) ? at : 0;
}

/** Claude Desktop writes `[orders] [info] Message from server: …`. */
function serverOf(line: string): string {
  const [, name] = /\[([\w .-]{1,60})\] \[(?:info|error|warn|debug)\]/.exec(line.slice(0, 200)) ?? [];
  return name ?? unnamed;
}
