// The official MCP Inspector's exported history: a JSON array whose format changed over its versions. Newer ones have whole messages with
// a time; older ones a request and its result as texts. All become events.

import { isObject, type Json, type JsonObject, member, parseJson } from '../json/json.ts';
import type { WireEvent } from '../wire.ts';

/** Requests and notifications that only a server sends. */
const fromServer =
  /^(?:sampling\/|elicitation\/|roots\/list$|notifications\/(?:message|progress|tools|resources|prompts|tasks|elicitation))/;

interface ReadHistory {
  events: WireEvent[];
  problems: string[];
}

export function isHistory(value: Json): boolean {
  const entries = entriesOf(value);
  return entries?.some((entry) => isObject(entry) && (isWrapped(entry) || 'request' in entry)) ?? false;
}

const isWrapped = (entry: JsonObject): boolean => isObject(member(entry, 'message') ?? member(entry, 'payload'));

function entriesOf(value: Json): Json[] | null {
  if (Array.isArray(value)) return value;
  const inside = ['history', 'requests', 'messages', 'entries'].map((name) => member(value, name));
  return (inside.find(Array.isArray) as Json[] | undefined) ?? null;
}

export function readHistory(value: Json): ReadHistory {
  const reader = new Reader();
  for (const [index, entry] of (entriesOf(value) ?? []).entries()) reader.take(entry, index);
  const { events, problems } = reader;
  const name = serverName(events);
  // Some versions export newest first.
  const sorted = events
    .map((event, index) => ({ event, index }))
    .sort((a, b) => a.event.at - b.event.at || a.index - b.index);
  return { events: sorted.map(({ event }) => ({ ...event, server: name })), problems };
}

class Reader {
  readonly events: WireEvent[] = [];
  readonly problems: string[] = [];
  #nextId = 1;
  #at = 0;

  take(entry: Json, index: number): void {
    if (!isObject(entry)) {
      this.problems.push(`Entry ${index + 1} is not an object.`);
      return;
    }
    const at = timeOf(entry) ?? this.#at + 1;
    this.#at = at;
    const message = member(entry, 'message') ?? member(entry, 'payload');
    if (isObject(message)) this.#takeMessage(entry, message, at);
    else if ('request' in entry) this.#takePair(entry, at);
    else if ('jsonrpc' in entry || 'method' in entry) this.#takeMessage(entry, entry, at);
    else this.problems.push(`Entry ${index + 1} has neither a message nor a request.`);
  }

  #takeMessage(entry: JsonObject, message: JsonObject, at: number): void {
    const method = member(message, 'method');
    const lane = laneOf(entry, typeof method === 'string' ? method : null);
    this.#put(lane, message, at);
    const response = member(entry, 'response');
    if (isObject(response)) this.#put(lane === 'out' ? 'in' : 'out', response, at + durationOf(entry));
  }

  /** A request without an id and a bare result, both as texts or as values. */
  #takePair(entry: JsonObject, at: number): void {
    const request = valueIn(member(entry, 'request'));
    if (!isObject(request)) return;
    const id = member(request, 'id') ?? this.#nextId;
    this.#nextId += 1;
    const { jsonrpc: _version, id: _id, ...asked } = request;
    this.#put('out', { jsonrpc: '2.0', id, ...asked }, at);
    const response = valueIn(member(entry, 'response') ?? member(entry, 'result'));
    const said = member(entry, 'error');
    if (response === undefined && said === undefined) return;
    this.#put('in', answer(id, response, said), at + durationOf(entry));
  }

  #put(lane: 'in' | 'out', message: JsonObject, at: number): void {
    this.events.push({ at, server: '', epoch: 1, lane, text: JSON.stringify(message) });
  }
}

function answer(id: Json, response: Json | undefined, said: Json | undefined): JsonObject {
  if (isObject(response) && ('jsonrpc' in response || ('result' in response && 'id' in response)))
    return { ...response, id };
  const error =
    said ?? (isObject(response) && Object.keys(response).length === 1 ? member(response, 'error') : undefined);
  if (error === undefined) return { jsonrpc: '2.0', id, result: response ?? {} };
  if (isObject(error)) return { jsonrpc: '2.0', id, error };
  // The SDK writes the server's code into its own sentence.
  const [, code, words] = /^(?:MCP error|McpError:? ?MCP error) (-?\d+): ([\s\S]*)$/.exec(String(error)) ?? [];
  const told: JsonObject =
    code === undefined ? { message: String(error) } : { code: Number(code), message: words ?? '' };
  return { jsonrpc: '2.0', id, error: told };
}

function laneOf(entry: JsonObject, method: string | null): 'in' | 'out' {
  const said = [entry.origin, entry.from, entry.sender, entry.source, entry.direction].map((it) =>
    String(it ?? '').toLowerCase(),
  );
  if (said.some((it) => /^(?:server|in|inbound|incoming|received|receive|recv|server-to-client)$/.test(it)))
    return 'in';
  if (said.some((it) => /^(?:client|out|outbound|outgoing|sent|send|client-to-server)$/.test(it))) return 'out';
  return messageLane(method);
}

/** The direction of a message, from its method alone. null: a response; most of them are the server's. */
export function messageLane(method: string | null): 'in' | 'out' {
  return method === null || fromServer.test(method) ? 'in' : 'out';
}

function valueIn(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value);
  return parsed.ok ? parsed.value : value;
}

function timeOf(entry: JsonObject): number | null {
  for (const name of ['timestamp', 'time', 'createdAt', 'date', 'at']) {
    const value = member(entry, name);
    const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
    if (Number.isFinite(at)) return at;
  }
  return null;
}

function durationOf(entry: JsonObject): number {
  const value = member(entry, 'duration') ?? member(entry, 'durationMs') ?? member(entry, 'latency');
  return typeof value === 'number' && value >= 0 ? value : 0;
}

function serverName(events: readonly WireEvent[]): string {
  for (const event of events) {
    if (event.lane !== 'in' || !event.text.includes('"serverInfo"')) continue;
    const parsed = parseJson(event.text);
    const name = parsed.ok ? member(member(member(parsed.value, 'result'), 'serverInfo'), 'name') : undefined;
    if (typeof name === 'string' && name !== '') return name.slice(0, 200);
  }
  return 'inspector';
}
