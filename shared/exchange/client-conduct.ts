// What a client did wrong on one connection: gathered from what it sends after it was told something. Owns which requests are
// mistakes, one account each; the words are the decoder's. Each memory here is bounded.

import type { ClientMistake, ListName } from '../account/client-mistake.ts';
import { type Json, member } from '../json/json.ts';
import type { HttpExchange } from '../wire.ts';
import { clip } from './clip.ts';
import type { Entry } from './ledger.ts';
import { wrongHeader } from './mirrored-headers.ts';
import { RecentMap } from './recent-map.ts';

/** A client that refreshes its lists does so at once, or before its next question: what is used after this was not refreshed. */
const refreshMs = 10_000;
const memory = 200;

const lists: Readonly<Record<string, ListName>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
};
/** What is chosen from a list. */
const uses: Readonly<Record<string, ListName>> = {
  'tools/call': 'tools',
  'prompts/get': 'prompts',
  'resources/read': 'resources',
};

interface KnownList {
  at: number;
  ttlMs: number;
  isPrivate: boolean;
  subject: number | undefined;
}

interface Told {
  entry: Entry;
  at: number;
}

export class ClientConduct {
  /** Lists that the server says it will tell changes of. */
  readonly #announced = new Set<ListName>();
  readonly #told = new Map<ListName, Told>();
  readonly #known = new Map<ListName, KnownList>();
  readonly #broken = new RecentMap<string, string>(memory);
  readonly #refusedTokens = new RecentMap<number, number>(memory);
  #lostSession: { id: string; at: number; isNamed: boolean } | null = null;

  /** What an answered handshake says the server will tell. */
  noteCapabilities(result: Json | undefined): void {
    const capabilities = member(result, 'capabilities');
    for (const list of Object.values(lists))
      if (member(member(capabilities, list), 'listChanged') === true) this.#announced.add(list);
  }

  /** The server told that a list changed. */
  noteChange(method: string, entry: Entry, at: number): void {
    const [, name = ''] = /^notifications\/(\w{1,20})\/list_changed$/.exec(method) ?? [];
    const list = lists[`${name}/list`];
    if (list !== undefined && this.#announced.has(list) && !this.#told.has(list)) this.#told.set(list, { entry, at });
  }

  /** A list that was asked for without a cursor is whole again. */
  noteList(
    method: string,
    params: Json | undefined,
    result: Json | undefined,
    at: number,
    http: HttpExchange | null,
  ): void {
    const list = lists[method];
    if (list === undefined || member(params, 'cursor') !== undefined) return;
    const ttlMs = member(result, 'ttlMs');
    this.#known.set(list, {
      at,
      ttlMs: typeof ttlMs === 'number' && Number.isFinite(ttlMs) ? ttlMs : 0,
      isPrivate: member(result, 'cacheScope') === 'private',
      subject: http?.credential?.subject,
    });
  }

  noteBroken(key: string, method: string): void {
    this.#broken.set(key, method);
  }

  /** What is wrong with sending this now; `told`: the row that it is a mistake about, where it is not the request's. */
  judgeRequest(
    { key, method, isHttp }: { key: string; method: string; isHttp: boolean },
    at: number,
  ): { mistake: ClientMistake; told?: Entry } | null {
    if (method === 'initialize') this.#lostSession = null;
    const asked = lists[method];
    if (asked !== undefined) this.#told.delete(asked);
    if (isHttp && this.#broken.get(key) === method) {
      this.#broken.delete(key);
      return { mistake: { kind: 'repeated_id', id: clip(key.startsWith('"') ? `${key}"` : key, 40) } };
    }
    const list = uses[method];
    if (list === undefined) return null;
    const told = this.#told.get(list);
    if (told !== undefined && at - told.at >= refreshMs) {
      this.#told.delete(list);
      return { mistake: { kind: 'list_not_refreshed', list, afterMs: at - told.at }, told: told.entry };
    }
    const known = this.#known.get(list);
    // 0 is what servers send that have nothing to say: it asks for nothing (caching, "Time-to-Live").
    if (known === undefined || known.ttlMs <= 0 || at - known.at <= known.ttlMs) return null;
    const { ttlMs } = known;
    // Once for each list.
    known.ttlMs = 0;
    return { mistake: { kind: 'expired_list', list, ttlMs, ageMs: at - known.at } };
  }

  /** What is wrong with the exchange that carried a request, or something else. */
  judgeExchange(
    http: HttpExchange,
    at: number,
    request: { method: string; params: Json | undefined; inputSchema: Json | undefined } | null,
  ): ClientMistake | null {
    const wrong = request && wrongHeader(http.requestHeaders, request);
    if (wrong) return { kind: 'wrong_header', ...wrong };
    return this.#judgeSession(http, at) ?? this.#judgeToken(http, at) ?? this.#judgeScope(http, request?.method ?? '');
  }

  #judgeSession({ status, requestHeaders, startedAt }: HttpExchange, at: number): ClientMistake | null {
    const id = requestHeaders['mcp-session-id'];
    if (status !== 404 || id === undefined) return null;
    const lost = this.#lostSession;
    if (lost?.id !== id) {
      this.#lostSession = { id, at, isNamed: false };
      return null;
    }
    // What was on its way when the server said so is no mistake, and one session is named once.
    if (lost.isNamed || startedAt <= lost.at) return null;
    lost.isNamed = true;
    return { kind: 'lost_session', afterMs: startedAt - lost.at };
  }

  #judgeToken({ status, credential, startedAt }: HttpExchange, at: number): ClientMistake | null {
    if (status !== 401 || credential === undefined) return null;
    const refusedAt = this.#refusedTokens.get(credential.token);
    if (refusedAt === undefined) this.#refusedTokens.set(credential.token, at);
    if (refusedAt === undefined || startedAt <= refusedAt) return null;
    // Once for each token.
    this.#refusedTokens.set(credential.token, Number.POSITIVE_INFINITY);
    const { issuedAt, firstSeenAt, expiresAt } = credential;
    return {
      kind: 'refused_token',
      ageMs: Math.max(0, startedAt - (issuedAt ?? firstSeenAt)),
      isIssueKnown: issuedAt !== undefined,
      expiredMs: expiresAt !== undefined && expiresAt < startedAt ? startedAt - expiresAt : null,
    };
  }

  /** Only where both tokens name whose they are: another token may be the same user's. */
  #judgeScope({ credential }: HttpExchange, method: string): ClientMistake | null {
    const list = uses[method];
    const known = list === undefined ? undefined : this.#known.get(list);
    if (list === undefined || !known?.isPrivate || credential?.subject === undefined) return null;
    if (known.subject === undefined || known.subject === credential.subject) return null;
    known.isPrivate = false;
    return { kind: 'private_list', list };
  }
}
