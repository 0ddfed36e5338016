// What a recorded server sent, request by request. Each client request gets the recorded replies to the same request, in order. Pure:
// electron/features/mock sends and waits.

import { isHandshake } from '../../ending/handshake.ts';
import { isObject, type Json, member, parseJson } from '../../json/json.ts';
import { jsonText } from '../../json/json-text.ts';
import type { HttpExchange, WireEvent } from '../../wire.ts';
import { fitsRecorded } from './fits-recorded.ts';

/** Sent before the response. `out`: a line of stdout, or a message of the stream. */
interface Step {
  afterMs: number;
  lane: 'out' | 'err';
  text: string;
}

export type ReplyEnding =
  | { kind: 'answer'; text: string; status: number | null }
  /** An HTTP response without a message. */
  | { kind: 'http'; status: number; headers: Record<string, string>; body: string }
  | { kind: 'exit'; code: number | null; signal: string | null }
  /** No response was recorded. */
  | { kind: 'silence' };

export interface Reply {
  method: string;
  params: Json;
  steps: Step[];
  ending: ReplyEnding;
  /** From the request to the ending. */
  afterMs: number;
}

interface Draft extends Reply {
  at: number;
  epoch: number;
  http: HttpExchange | null;
}

export function recordedServers(events: Iterable<WireEvent>): string[] {
  const servers = new Set<string>();
  for (const event of events) if (event.lane === 'out' && methodOf(event.text) !== null) servers.add(event.server);
  return [...servers];
}

export class RecordedReplies {
  readonly #replies: readonly Reply[];
  /** How often each request was answered so far. */
  readonly #asked = new Map<string, number>();

  constructor(events: Iterable<WireEvent>, server: string) {
    this.#replies = gather(events, server);
  }

  get count(): number {
    return this.#replies.length;
  }

  /** The next reply to this request; the last one repeats. null: the recording has none. */
  next(method: string, params: Json | undefined): Reply | null {
    const wanted = withoutMeta(params);
    const same = this.#replies.filter((reply) => reply.method === method && fitsRecorded(reply.params, wanted));
    // The client and its capabilities differ between recordings.
    const found =
      same.length > 0 || !(isHandshake(method) || method === 'logging/setLevel')
        ? same
        : this.#replies.filter((it) => it.method === method);
    if (found.length === 0) return null;
    const key = `${method}\n${jsonText(wanted, true)}`;
    const times = this.#asked.get(key) ?? 0;
    this.#asked.set(key, times + 1);
    return found[Math.min(times, found.length - 1)] ?? null;
  }

  /** Names in calls of this method: tools, prompts, resource URIs. */
  targets(method: string): string[] {
    const names = this.#replies.filter((reply) => reply.method === method).map(({ params }) => recordedTarget(params));
    return [...new Set(names.filter((name) => name !== null))];
  }
}

export function recordedTarget(params: Json | undefined): string | null {
  const name = member(params, 'name') ?? member(params, 'uri');
  return typeof name === 'string' ? name : null;
}

function gather(events: Iterable<WireEvent>, server: string): Reply[] {
  const all: Draft[] = [];
  const open = new Map<string, Draft>();
  const newest = (epoch: number): Draft | undefined => [...open.values()].findLast((draft) => draft.epoch === epoch);
  const end = (key: string, draft: Draft, at: number, ending: ReplyEnding) => {
    draft.ending = ending;
    draft.afterMs = Math.max(0, at - draft.at);
    open.delete(key);
  };
  for (const event of events) {
    if (event.server !== server) continue;
    const { epoch, at } = event;
    switch (event.lane) {
      case 'out': {
        const message = jsonOf(event.text);
        const method = member(message, 'method');
        const id = member(message, 'id');
        if (typeof method !== 'string' || id === undefined) break;
        const draft: Draft = {
          method,
          params: withoutMeta(member(message, 'params')),
          steps: [],
          ending: { kind: 'silence' },
          afterMs: 0,
          at,
          epoch,
          http: null,
        };
        all.push(draft);
        open.set(keyOf(epoch, id), draft);
        break;
      }
      case 'in': {
        const message = jsonOf(event.text);
        const id = member(message, 'id');
        const key = keyOf(epoch, id ?? null);
        const draft = isObject(message) && !('method' in message) ? open.get(key) : undefined;
        if (draft) end(key, draft, at, { kind: 'answer', text: event.text, status: draft.http?.status ?? null });
        else addStep(newest(epoch), 'out', at, event.text);
        break;
      }
      case 'err':
        addStep(newest(epoch), 'err', at, event.text);
        break;
      case 'http': {
        const key = keyOf(epoch, event.id ?? null);
        const draft = open.get(key);
        if (!draft) break;
        draft.http = event.http;
        const { status, body, headers } = event.http;
        if (body === undefined || status === null) break;
        // A reader of captures also accepts the message on the line of its exchange.
        const isMessage = member(jsonOf(body), 'jsonrpc') !== undefined;
        end(
          key,
          draft,
          at,
          isMessage ? { kind: 'answer', text: body, status } : { kind: 'http', status, headers, body },
        );
        break;
      }
      case 'life':
        if (event.event !== 'exited') break;
        for (const [key, draft] of open)
          if (draft.epoch === epoch)
            end(key, draft, at, { kind: 'exit', code: event.code ?? null, signal: event.signal ?? null });
        break;
    }
  }
  for (const draft of open.values())
    if (draft.http !== null && (draft.http.status ?? 0) >= 300)
      draft.ending = { kind: 'http', status: draft.http.status ?? 502, headers: draft.http.headers, body: '' };
  return all;
}

function addStep(draft: Draft | undefined, lane: Step['lane'], at: number, text: string): void {
  draft?.steps.push({ lane, text, afterMs: Math.max(0, at - draft.at) });
}

const keyOf = (epoch: number, id: Json): string => `${epoch} ${jsonText(id)}`;

function jsonOf(text: string): Json | undefined {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

function methodOf(text: string): string | null {
  const method = member(jsonOf(text), 'method');
  return typeof method === 'string' ? method : null;
}

/** `_meta` has tokens and trace ids of one call. */
function withoutMeta(params: Json | undefined): Json {
  if (!isObject(params)) return params ?? {};
  const { _meta, ...rest } = params;
  return rest;
}
