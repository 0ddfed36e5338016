// Judges the messages and HTTP exchanges of one connection by the rules that need its history (rules/rules.ts), and keeps what they
// ask about: the handshake, the capabilities, recent requests. Every memory is bounded. judge-rules.ts judges single exchanges.

import type { BrokenRule, Side } from '../account/broken-rule.ts';
import { isObject, type Json, member } from '../json/json.ts';
import { knownRevisions, lastLegacyRevision, metaMember, modernRevision } from '../protocol/revision.ts';
import {
  binds,
  brokenBy,
  type HttpRule,
  isInForce,
  ownRevision,
  type PostedMessage,
  type RuledMessage,
  type RuledRequest,
  type RuledSession,
  type SessionRule,
} from '../rules/rule.ts';
import { httpRules, sessionRules } from '../rules/rules.ts';
import type { HttpExchange, LifeName } from '../wire.ts';
import { idKey } from './canonical.ts';
import { RecentMap } from './recent-map.ts';

const requestMemory = 2000;
const exchangeMemory = 500;
const postMemory = 100;

interface Placed {
  rule: SessionRule;
  /** In the table. */
  place: number;
  /** Otherwise the message is only remembered. */
  isJudged: boolean;
}
/** By kind, side, method and revision: most rules are about few of them. */
const rulesAbout = new Map<string, readonly Placed[]>();
const namedMethods = new Set(sessionRules.flatMap(({ of = [] }) => of));
const namedRevisions = new Set(['', ...knownRevisions]);

function rulesFor({ kind, from, method, result, revision }: RuledMessage): readonly Placed[] {
  const shape = kind === 'answer' ? (result === undefined ? 'error' : 'result') : kind;
  const about = namedMethods.has(method) ? method : '';
  const key = `${shape} ${from} ${about} ${revision}`;
  const known = rulesAbout.get(key);
  if (known !== undefined) return known;
  const placed = sessionRules.flatMap((rule, place): Placed[] => {
    if (!rule.on.includes(kind) && !rule.on.includes(shape)) return [];
    if (rule.of !== undefined && !rule.of.includes(about)) return [];
    const inForce = isInForce(rule, revision);
    const isJudged = inForce && binds(rule, from);
    const isHeard = rule.hears === 'all' || (inForce && rule.hears === 'both sides');
    return isJudged || isHeard ? [{ rule, place, isJudged }] : [];
  });
  // A stranger's revisions are not kept.
  if (namedRevisions.has(revision)) rulesAbout.set(key, placed);
  return placed;
}

/** One message as pairing has read it. */
export interface Taken extends Pick<RuledMessage, 'kind' | 'from' | 'value' | 'id' | 'at' | 'via'> {
  method?: string;
  eventId?: string;
  /** Misfire sent or changed it on purpose: it is remembered, and not judged. */
  isOurs: boolean;
}

const keyOf = (id: Json | undefined): string => (id === undefined ? '' : idKey(id));

const none: readonly BrokenRule[] = [];

export class RuleWatch implements RuledSession {
  revision = '';
  client: Json | undefined;
  server: Json | undefined;
  handshake: RuledSession['handshake'] = 'none';
  /** `notifications/initialized` came before the answer to `initialize`. */
  #isInitializedEarly = false;
  /** The server has shown that it does not know 2026-07-28, so its answers to such requests are of an earlier revision. */
  isOlderServer = false;
  /** Of the handshake; '': there is none. */
  #agreed = '';
  isWhole = false;
  isStdio = false;
  endpoint = '';
  /** HTTP+SSE of 2024-11-05, whose answers come on another stream whatever the revision. */
  isOldHttp = false;
  #hasBegun = false;
  readonly #requests = {
    client: new RecentMap<string, RuledRequest>(requestMemory),
    server: new RecentMap<string, RuledRequest>(requestMemory),
  };
  #requestCount = 0;
  readonly #highest = { client: -1, server: -1 };
  readonly #exchanges = new RecentMap<number, HttpExchange>(exchangeMemory);
  /** What was posted and has no HTTP exchange so far. */
  readonly #posted = new RecentMap<number, PostedMessage[]>(postMemory);
  #lastPosted: PostedMessage | null = null;
  readonly #postedIn = new RecentMap<number, PostedMessage>(exchangeMemory);
  readonly #watches: ReturnType<SessionRule['watch']>[] = [];
  readonly #httpWatches: ReturnType<HttpRule['watchHttp']>[] = [];

  noteLife(event: LifeName): void {
    if (event === 'spawned') this.isStdio = true;
    if (!this.#hasBegun && (event === 'spawned' || event === 'connected')) this.isWhole = true;
  }

  get hasForgotten(): boolean {
    return this.#requestCount > requestMemory;
  }

  request(from: Side, id: string): RuledRequest | undefined {
    return this.#requests[from].get(id);
  }

  highestId(from: Side): number {
    return this.#highest[from];
  }

  exchange(via: number | undefined): HttpExchange | undefined {
    return via === undefined ? undefined : this.#exchanges.get(via);
  }

  postedIn(via: number | undefined): PostedMessage | null {
    return (via === undefined ? undefined : this.#postedIn.get(via)) ?? null;
  }

  take(taken: Taken): readonly BrokenRule[] {
    const message = this.#read(taken);
    const isSent = message.from === 'client';
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      if (message.method === 'initialize' || message.method === 'server/discover') this.isWhole ||= isSent;
    }
    const broken = taken.isOurs ? none : this.#judge(message);
    this.#note(message);
    if (isSent && message.kind !== 'noise') this.#notePosted(message);
    return broken;
  }

  takeHttp(http: HttpExchange, id: string | null, at: number, isOurs: boolean): readonly BrokenRule[] {
    this.#exchanges.set(http.exchange, http.body === undefined ? http : { ...http, body: undefined });
    const posted = this.#claimPosted(http, id);
    for (const { id: own } of posted) this.#noteStatus(own, http.status);
    const request = posted.find(({ kind }) => kind === 'request');
    if (request !== undefined) this.#postedIn.set(http.exchange, request);
    if (posted.length > 0) this.endpoint = http.url.split('?')[0] ?? '';
    if (http.step !== undefined || this.isOldHttp) return none;
    const broken: BrokenRule[] = [];
    for (const [place, rule] of httpRules.entries()) {
      this.#httpWatches[place] ??= rule.watchHttp();
      const revision = posted[0]?.revision ?? this.revision;
      const how = (this.#httpWatches[place] as ReturnType<HttpRule['watchHttp']>)({ http, posted, at }, this);
      if (how !== null && !isOurs && isInForce(rule, revision))
        broken.push(brokenBy(rule, rule.binds === 'client' ? 'client' : 'server', how));
    }
    return broken;
  }

  #read({ kind, from, value, id, at, via, method = '', eventId = '' }: Taken): RuledMessage {
    const request =
      kind === 'answer' && id !== '' ? (this.request(from === 'client' ? 'server' : 'client', id) ?? null) : null;
    const params = kind === 'request' || kind === 'notification' ? member(value, 'params') : undefined;
    const isAnswer = kind === 'answer';
    const result = isAnswer ? member(value, 'result') : undefined;
    const error = isAnswer ? member(value, 'error') : undefined;
    const ownMethod = request?.isShared ? '' : (request?.method ?? method);
    // An error without an id is about what was posted with it.
    if (isAnswer && from === 'server') this.#noteEra(ownMethod || (this.postedIn(via)?.method ?? ''), result, error);
    return {
      kind,
      from,
      method: ownMethod,
      params,
      value,
      id,
      token: keyOf(
        kind === 'request' ? member(member(params, '_meta'), 'progressToken') : member(params, 'progressToken'),
      ),
      about: method === 'notifications/cancelled' ? keyOf(member(params, 'requestId')) : '',
      result,
      error,
      request,
      revision: this.#revisionOf(request, from, params),
      at,
      via,
      eventId,
    };
  }

  #revisionOf(request: RuledRequest | null, from: Side, params: Json | undefined): string {
    const own = request?.revision ?? (from === 'client' ? ownRevision(params) : undefined);
    const revision = own ?? (this.#agreed || this.revision);
    return from === 'server' && this.isOlderServer && revision >= modernRevision
      ? this.#agreed || lastLegacyRevision
      : revision;
  }

  /** Results of 2026-07-28 have a type, and codes of it are used by no other revision. */
  #noteEra(method: string, result: Json | undefined, error: Json | undefined): void {
    const code = member(error, 'code');
    const isOwnCode = code === -32020 || code === -32021 || code === -32022;
    if (member(result, 'resultType') !== undefined || isOwnCode) this.isOlderServer = false;
    else if (method === 'initialize' && isObject(result)) this.isOlderServer = true;
    else if (method === 'server/discover' && error !== undefined) this.isOlderServer = true;
  }

  #judge(message: RuledMessage): readonly BrokenRule[] {
    let broken: BrokenRule[] | null = null;
    for (const { rule, place, isJudged } of rulesFor(message)) {
      this.#watches[place] ??= rule.watch();
      const how = (this.#watches[place] as ReturnType<SessionRule['watch']>)(message, this);
      if (how === null || !isJudged) continue;
      broken ??= [];
      broken.push(brokenBy(rule, message.from, how));
    }
    return broken ?? none;
  }

  #note(message: RuledMessage): void {
    const { kind, from, method, result } = message;
    if (kind === 'request') this.#noteRequest(message);
    if (kind === 'notification') {
      if (method === 'notifications/initialized' && from === 'client') {
        if (this.handshake === 'asked') this.#isInitializedEarly = true;
        else this.handshake = 'done';
      }
      const request = message.about === '' ? undefined : this.request(from, message.about);
      if (request?.state === 'open') request.state = 'canceled';
      return;
    }
    const { request } = message;
    if (kind !== 'answer' || request === null) return;
    request.state = 'answered';
    request.via = message.via;
    request.isTask = isObject(member(result, 'task')) || member(result, 'resultType') === 'task';
    if (from !== 'server') return;
    if (method === 'initialize') {
      this.handshake = !isObject(result) ? 'none' : this.#isInitializedEarly ? 'done' : 'answered';
      const version = member(result, 'protocolVersion');
      if (typeof version === 'string') this.#agreed = this.revision = version.slice(0, 40);
    }
    if ((method === 'initialize' || method === 'server/discover') && isObject(result))
      this.server = result.capabilities;
  }

  #noteRequest({ from, method, params, id, value, revision }: RuledMessage): void {
    if (from === 'client' && method === 'initialize') {
      this.handshake = 'asked';
      this.#isInitializedEarly = false;
      this.revision = '';
      this.#agreed = '';
      this.client = member(params, 'capabilities');
      this.server = undefined;
    }
    const own = from === 'client' ? ownRevision(params) : undefined;
    if (own !== undefined) {
      this.revision = own.slice(0, 40);
      if (own >= modernRevision) this.client = metaMember(params, 'clientCapabilities');
    }
    const number = member(value, 'id');
    if (typeof number === 'number' && number > this.#highest[from]) this.#highest[from] = number;
    this.#requestCount += 1;
    const before = this.request(from, id);
    this.#requests[from].set(id, {
      method,
      id,
      from,
      state: 'open',
      isTask: false,
      isShared: before?.state === 'open' || before?.isShared === true,
      via: undefined,
      status: null,
      revision,
    });
  }

  #noteStatus(id: string, status: number | null): void {
    const request = this.request('client', id);
    if (request === undefined) return;
    request.status = status;
    if (request.state === 'open' && (status === null || status >= 400)) request.state = 'refused';
  }

  /** What belongs to an HTTP exchange that follows. */
  #notePosted({ kind, method, id, revision, via }: RuledMessage): void {
    if (this.isStdio) return;
    const message: PostedMessage = { kind, method, id, revision, via };
    this.#lastPosted = message;
    if (via === undefined) return;
    const known = this.#posted.get(via);
    if (known) known.push(message);
    else this.#posted.set(via, [message]);
  }

  #claimPosted(http: HttpExchange, id: string | null): readonly PostedMessage[] {
    const known = this.#posted.get(http.exchange);
    this.#posted.delete(http.exchange);
    if (known) return known;
    const last = this.#lastPosted;
    if (http.method !== 'POST' || last === null || last.via !== undefined) return [];
    // Recordings that do not number exchanges: the line follows its message.
    if (id !== null && last.id !== id) return [];
    this.#lastPosted = null;
    return [last];
  }
}
