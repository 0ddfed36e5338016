// Finds the mistakes of a client on one connection, for example the use of a list after an announced change. Owns which requests are
// mistakes, with one account each; the decoder words them. Every memory here is bounded.

import type { ClientMistake, ListName } from '../account/client-mistake.ts';
import { type Json, member } from '../json/json.ts';
import { idText } from '../protocol/id-text.ts';
import type { HttpExchange } from '../wire.ts';
import { clip } from './clip.ts';
import type { Entry } from './ledger.ts';
import { wrongHeader } from './mirrored-headers.ts';
import { RecentMap } from './recent-map.ts';

/** A client that refreshes its lists does so at once or before its next request. After this time it did not refresh. */
const refreshMs = 10_000;
const memory = 200;

const lists: Readonly<Record<string, ListName>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
};
/** The requests that choose from a list. */
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
  /** Lists for which the server announces changes. */
  readonly #announced = new Set<ListName>();
  readonly #told = new Map<ListName, Told>();
  readonly #known = new Map<ListName, KnownList>();
  readonly #broken = new RecentMap<string, string>(memory);
  readonly #refusedTokens = new RecentMap<number, number>(memory);
  #lostSession: { id: string; at: number; isNamed: boolean } | null = null;

  /** Reads from the handshake's response which changes the server announces. */
  noteCapabilities(result: Json | undefined): void {
    const capabilities = member(result, 'capabilities');
    for (const list of Object.values(lists))
      if (member(member(capabilities, list), 'listChanged') === true) this.#announced.add(list);
  }

  /** The server announced a changed list. */
  noteChange(method: string, entry: Entry, at: number): void {
    const [, name = ''] = /^notifications\/(\w{1,20})\/list_changed$/.exec(method) ?? [];
    const list = lists[`${name}/list`];
    if (list !== undefined && this.#announced.has(list) && !this.#told.has(list)) this.#told.set(list, { entry, at });
  }

  /** A list that was requested without a cursor is complete again. */
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

  /** Checks whether sending this now is a mistake. `told` is the row it is about, if that is not the request's. */
  judgeRequest(
    { key, method, isHttp }: { key: string; method: string; isHttp: boolean },
    at: number,
  ): { mistake: ClientMistake; told?: Entry } | null {
    if (method === 'initialize') this.#lostSession = null;
    const asked = lists[method];
    if (asked !== undefined) this.#told.delete(asked);
    if (isHttp && this.#broken.get(key) === method) {
      this.#broken.delete(key);
      return { mistake: { kind: 'repeated_id', id: clip(idText(key), 40) } };
    }
    const list = uses[method];
    if (list === undefined) return null;
    const told = this.#told.get(list);
    if (told !== undefined && at - told.at >= refreshMs) {
      this.#told.delete(list);
      return { mistake: { kind: 'list_not_refreshed', list, afterMs: at - told.at }, told: told.entry };
    }
    const known = this.#known.get(list);
    // Servers without a preference send 0, which requires nothing (caching, "Time-to-Live").
    if (known === undefined || known.ttlMs <= 0 || at - known.at <= known.ttlMs) return null;
    const { ttlMs } = known;
    // Once per list.
    known.ttlMs = 0;
    return { mistake: { kind: 'expired_list', list, ttlMs, ageMs: at - known.at } };
  }

  /** Checks the exchange that carried a request or another message. */
  judgeExchange(
    http: HttpExchange,
    at: number,
    request: { method: string; params: Json | undefined; inputSchema: Json | undefined } | null,
  ): ClientMistake | null {
    const wrong = request && wrongHeader(http.requestHeaders, request);
    const isAccepted = http.status !== null && http.status < 300;
    if (wrong) return { kind: 'wrong_header', ...wrong, isAccepted };
    return this.#judgeSession(http, at) ?? this.#judgeToken(http, at) ?? this.#judgeScope(http, request?.method ?? '');
  }

  #judgeSession({ method, status, requestHeaders, startedAt }: HttpExchange, at: number): ClientMistake | null {
    const id = requestHeaders['mcp-session-id'];
    // DELETE ends a session. To end a lost one is harmless.
    if (status !== 404 || id === undefined || method === 'DELETE') return null;
    const lost = this.#lostSession;
    if (lost?.id !== id) {
      this.#lostSession = { id, at, isNamed: false };
      return null;
    }
    // Requests already on their way are not mistakes, and each session is reported once.
    if (lost.isNamed || startedAt <= lost.at) return null;
    lost.isNamed = true;
    return { kind: 'lost_session', afterMs: startedAt - lost.at };
  }

  #judgeToken({ status, credential, startedAt }: HttpExchange, at: number): ClientMistake | null {
    if (status !== 401 || credential === undefined) return null;
    const refusedAt = this.#refusedTokens.get(credential.token);
    if (refusedAt === undefined) this.#refusedTokens.set(credential.token, at);
    if (refusedAt === undefined || startedAt <= refusedAt) return null;
    // Once per token.
    this.#refusedTokens.set(credential.token, Number.POSITIVE_INFINITY);
    const { issuedAt, firstSeenAt, expiresAt } = credential;
    return {
      kind: 'refused_token',
      ageMs: Math.max(0, startedAt - (issuedAt ?? firstSeenAt)),
      isIssueKnown: issuedAt !== undefined,
      expiredMs: expiresAt !== undefined && expiresAt < startedAt ? startedAt - expiresAt : null,
    };
  }

  /** Only if both tokens name their user: another token may belong to the same user. */
  #judgeScope({ credential }: HttpExchange, method: string): ClientMistake | null {
    const list = uses[method];
    const known = list === undefined ? undefined : this.#known.get(list);
    if (list === undefined || !known?.isPrivate || credential?.subject === undefined) return null;
    if (known.subject === undefined || known.subject === credential.subject) return null;
    known.isPrivate = false;
    return { kind: 'private_list', list };
  }
}
