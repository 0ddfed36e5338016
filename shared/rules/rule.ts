// A rule of the protocol as a row of a table: the clause, whom it binds, how a violation shows, and examples that prove it.
// rules.test.ts runs the examples of every row through the real pairing.

import type { BrokenRule, Side } from '../account/broken-rule.ts';
import type { ClientMistake } from '../account/client-mistake.ts';
import type { FieldIssue } from '../failure.ts';
import { isObject, type Json, member } from '../json/json.ts';
import { lastLegacyRevision, metaMember, metaName, modernRevision } from '../protocol/revision.ts';
import type { HttpExchange } from '../wire.ts';

interface RuleText {
  /** What the rule demands, in words. Findings and tests name it. */
  id: string;
  /** The sentence of the specification. */
  clause: string;
  address: string;
  /** The first and the last revision with this rule; omitted: it still applies. An extension has its own capability. */
  since: string;
  until?: string;
  /** The side that must keep it; both: whichever sends. A client's rule is judged when it sends, a server's when it answers. */
  binds: Side | 'both';
  /** `refused`: the other side cannot go on. `noted`: it can, so a call that works is no failure. */
  effect: 'refused' | 'noted';
  /** The clause says SHOULD. */
  isAdvice?: true;
  /** A client's rule: only an answer like this refuses the request for it. Read as `HTTP 404 code -32601 text`; omitted: any error. */
  refusal?: RegExp;
  /** What that side has to change. */
  fix: string;
  /** Messages that break it, and messages that come close and keep it. */
  breaks: readonly Trace[];
  keeps: readonly Trace[];
}

/** Judges a request with its answer. Returns the rest of a sentence about that side; null: the rule is kept, or about others. */
export interface ExchangeRule extends RuleText {
  broken(exchange: RuledExchange): string | null;
}

/** Judges messages in their order. `watch` starts the memory of one connection, which must be bounded. */
export interface SessionRule extends RuleText {
  /** `result` and `error` are answers with one. */
  on: readonly (RuledMessage['kind'] | 'result' | 'error')[];
  /** Methods, those of requests for their answers; omitted: all. */
  of?: readonly string[];
  /** What it sees and never judges: messages of the side that it does not bind, or those of other revisions too. */
  hears?: 'both sides' | 'all';
  watch(): (message: RuledMessage, session: RuledSession) => string | null;
}

/** Judges HTTP exchanges in their order. */
export interface HttpRule extends RuleText {
  watchHttp(): (exchange: RuledHttp, session: RuledSession) => string | null;
}

/** Found by exchange/client-conduct.ts, which has the memory for it. */
export interface ConductRule extends RuleText {
  finds: ClientMistake['kind'];
  /** null: this mistake is no matter of the rule. */
  how(mistake: ClientMistake): string | null;
}

export type Rule = ExchangeRule | SessionRule | HttpRule | ConductRule;

/** Time in ms, lane and message. On the lane `http` an exchange; the default is a POST with status 200. */
export type Trace = readonly (
  | readonly [at: number, lane: 'in' | 'out', message: Json]
  | HttpStep
  | LineStep
  | LifeStep
)[];
export type HttpStep = readonly [at: number, lane: 'http', exchange: Partial<HttpExchange> & { id?: Json }];
/** A line as it is, the number of the exchange that carried it, and the id of its event in a stream. */
export type LineStep = readonly [
  at: number,
  lane: 'line in' | 'line out',
  text: string,
  via?: number,
  eventId?: string | undefined,
];
type LifeStep = readonly [at: number, lane: 'life', event: 'spawned' | 'connected'];

/** What a rule knows: the newest request, its answer, and what came before. */
export interface RuledExchange {
  method: string;
  params: Json | undefined;
  /** The canonical id of the request. */
  id: string;
  /** The answer; both are undefined while a client's rule is judged. */
  result: Json | undefined;
  error: Json | undefined;
  /** When the judged message was sent. */
  at: number;
  /** The round that this request continues: its id and the result that asked. */
  asked: { id: string; result: Json | undefined } | null;
  /** How often the server has asked during this call. */
  rounds: number;
  /** What the client declares, in this request or in the handshake; undefined: unknown. */
  capabilities: Json | undefined;
  /** The revision of the handshake, or of the newest request that names one; undefined: unknown. */
  revision: string | undefined;
  /** Another call of this connection waits for input. */
  isInputAwaited: boolean;
  /** The server sent this message. */
  isFromServer: boolean;
  /** The server has shown that it does not know 2026-07-28. */
  isOlderServer: boolean;
  /** The task that the request is about. */
  task: TaskFacts | null;
  /** How the result breaks the tool's outputSchema. */
  schemaIssues: readonly FieldIssue[];
}

export interface TaskFacts {
  taskId: string;
  createdAt: number;
  ttlMs: number | null;
  /** The interval that the server asked for last; null: none. */
  pollIntervalMs: number | null;
  polledAt: number | null;
  status: string;
}

/** One message, with what the connection knows about it. */
export interface RuledMessage {
  /** `noise`: a line that is not a message. */
  kind: 'request' | 'notification' | 'answer' | 'batch' | 'noise';
  from: Side;
  /** Of an answer: that of its request; '' if that is not known. */
  method: string;
  params: Json | undefined;
  /** As it was sent. */
  value: Json;
  /** The canonical id; '' if there is none. */
  id: string;
  /** The canonical progressToken, of a request or of a progress notification; '' if there is none. */
  token: string;
  /** The canonical requestId of a cancellation; '' if there is none. */
  about: string;
  result: Json | undefined;
  error: Json | undefined;
  /** The request that this answers; null: none is known. */
  request: RuledRequest | null;
  /** The revision of this message; '': unknown. */
  revision: string;
  at: number;
  /** The exchange that carried it. */
  via: number | undefined;
  /** Over an event stream: the id of its event; '' if there is none. */
  eventId: string;
}

/** A message until its HTTP exchange is known, without what it holds. */
export type PostedMessage = Pick<RuledMessage, 'kind' | 'method' | 'id' | 'revision' | 'via'>;

export interface RuledRequest {
  method: string;
  id: string;
  from: Side;
  /** `refused`: HTTP refused it without an answer, so it may be sent again. */
  state: 'open' | 'answered' | 'canceled' | 'refused';
  /** A task was made of it, which goes on after the answer. */
  isTask: boolean;
  /** Another one with this id was open, so an answer could be for either of them. */
  isShared: boolean;
  /** Of the answer. */
  via: number | undefined;
  /** HTTP status of the exchange that carried it; null: none is known. */
  status: number | null;
  revision: string;
}

export interface RuledSession {
  /** Agreed in the handshake, or that of the newest request that names one; '': unknown. */
  readonly revision: string;
  readonly client: Json | undefined;
  /** Capabilities; undefined: unknown. */
  readonly server: Json | undefined;
  /** Up to 2025-11-25: how far the handshake is. */
  readonly handshake: 'none' | 'asked' | 'answered' | 'done';
  /** It was recorded from its start, so a missing message was never sent. */
  readonly isWhole: boolean;
  /** There were more requests than are remembered. */
  readonly hasForgotten: boolean;
  /** A process speaks over pipes. */
  readonly isStdio: boolean;
  /** Recently sent by this side. */
  request(from: Side, id: string): RuledRequest | undefined;
  /** The highest number that this side has used as an id. */
  highestId(from: Side): number;
  /** The address that messages are posted to, without its query; '' if none is known. */
  readonly endpoint: string;
  /** An exchange by its number. */
  exchange(via: number | undefined): HttpExchange | undefined;
  /** The request that an exchange carried; null: none is known. */
  postedIn(via: number | undefined): PostedMessage | null;
}

export interface RuledHttp {
  http: HttpExchange;
  /** What was posted; empty: nothing that is known. */
  posted: readonly PostedMessage[];
  at: number;
}

export const brokenBy = (rule: Rule, binds: Side, how: string): BrokenRule => {
  const { id, effect, fix, address, clause, refusal, isAdvice = false } = rule;
  return { id, binds, effect, fix, address, clause, isAdvice, how, ...(refusal && { refusal }) };
};

export const binds = (rule: Rule, side: Side): boolean => rule.binds === side || rule.binds === 'both';
export const isInForce = ({ since, until }: Rule, revision: string): boolean =>
  since <= revision && (until === undefined || revision <= until);

/** Every rule that this side breaks. */
export function brokenRules(rules: readonly ExchangeRule[], side: Side, exchange: RuledExchange): BrokenRule[] {
  const revision = revisionOf(exchange, side);
  const broken: BrokenRule[] = [];
  for (const rule of rules) {
    if (!binds(rule, side) || !isInForce(rule, revision)) continue;
    const how = rule.broken(exchange);
    if (how !== null) broken.push(brokenBy(rule, side, how));
  }
  return broken;
}

/** The revision that a request names itself, as since 2026-07-28. */
export function ownRevision(params: Json | undefined): string | undefined {
  const version = metaMember(params, 'protocolVersion');
  return typeof version === 'string' ? version : undefined;
}

/** A result with `resultType` is of 2026-07-28, even if a recording leaves the request's `_meta` out. */
function revisionOf({ params, result, asked, revision, isOlderServer }: RuledExchange, side: Side): string {
  const own = ownRevision(params);
  const isTyped = member(result, 'resultType') !== undefined;
  if (side === 'server' && isOlderServer && !isTyped) return lastLegacyRevision;
  if (own !== undefined) return own;
  return asked !== null || isTyped ? modernRevision : (revision ?? '');
}

/** The extension is declared in a request (2026-07-28, basic/versioning). */
export const tasksExtension = metaName('tasks');

export const declaresTasks = (capabilities: Json | undefined): boolean =>
  isObject(member(member(capabilities, 'extensions'), tasksExtension));

export const specification = (revision: string, page: string): string =>
  `https://modelcontextprotocol.io/specification/${revision}/${page}`;
export const modernPage = (page: string): string => specification(modernRevision, page);
export const legacyPage = (page: string): string => specification(lastLegacyRevision, page);

/** What is listed in pages. */
export const listMethods = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];

/** Revisions that rules apply to. */
export const always = { since: '' } as const;
export const modern = { since: modernRevision } as const;
/** Also before the first message names a revision. */
export const untilModern = { since: '', until: lastLegacyRevision } as const;
export const legacy = { since: '2024-11-05', until: lastLegacyRevision } as const;
export const streamable = { since: '2025-03-26', until: lastLegacyRevision } as const;
/** Elicitation by URL, tasks without the extension. */
export const onlyLastLegacy = { since: lastLegacyRevision, until: lastLegacyRevision } as const;

/** A value in a sentence: short, and safe for values of any depth. */
export function inWords(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : JSON.stringify(typeof value === 'string' ? value.slice(0, 60) : value);
}

/** A name in a sentence or as a key; '' if it is no text. */
export const ruleText = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
