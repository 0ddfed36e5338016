// A rule of the protocol as a row of a table: the clause, whom it binds, how a violation shows, and examples that prove it.
// rules.test.ts runs the examples of every row through the real pairing.

import { isObject, type Json, member } from '../json/json.ts';

export interface Rule {
  /** What the rule demands, in words. Findings and tests name it. */
  id: string;
  /** The sentence of the specification. */
  clause: string;
  address: string;
  /** The first and the last revision with this rule; omitted: it still applies. An extension has its own capability. */
  since: string;
  until?: string;
  /** The side that must keep it. A client's rule is judged when it sends, a server's when it answers. */
  binds: 'client' | 'server';
  /** `refused`: the other side cannot go on. `noted`: it can, so a call that works is no failure. */
  effect: 'refused' | 'noted';
  /** How this exchange breaks it, as the rest of a sentence about that side; null: it keeps the rule, or the rule is about others. */
  broken(exchange: RuledExchange): string | null;
  /** What that side has to change. */
  fix: string;
  /** Messages that break it, and messages that come close and keep it. */
  breaks: readonly Trace[];
  keeps: readonly Trace[];
}

/** Time in ms, lane and message. */
export type Trace = readonly (readonly [at: number, lane: 'in' | 'out', message: Json])[];

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
  /** The task that the request is about. */
  task: TaskFacts | null;
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

/** A violation, for findings. */
export interface BrokenRule extends Pick<Rule, 'id' | 'binds' | 'effect' | 'fix' | 'address'> {
  how: string;
}

/** The first rule that this side breaks. */
export function brokenRule(rules: readonly Rule[], binds: Rule['binds'], exchange: RuledExchange): BrokenRule | null {
  const revision = revisionOf(exchange);
  for (const rule of rules) {
    if (rule.binds !== binds || rule.since > revision || (rule.until !== undefined && rule.until < revision)) continue;
    const how = rule.broken(exchange);
    const { id, effect, fix, address } = rule;
    if (how !== null) return { id, binds, effect, fix, address, how };
  }
  return null;
}

const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** A result with `resultType` is of 2026-07-28, even if a recording leaves the request's `_meta` out. */
function revisionOf({ params, result, asked, revision }: RuledExchange): string {
  const version = member(member(params, '_meta'), versionKey);
  if (typeof version === 'string') return version;
  return asked !== null || member(result, 'resultType') !== undefined ? '2026-07-28' : (revision ?? '');
}

/** The extension is declared in a request (2026-07-28, basic/versioning). */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

export const declaresTasks = (capabilities: Json | undefined): boolean =>
  isObject(member(member(capabilities, 'extensions'), tasksExtension));
