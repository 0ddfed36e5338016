// Misfire as a library: `import { decode, retryPlan, Learner, asSeenBy } from 'misfire'`. The same decoder, plan, learner and client
// rules as the app and the command line, for values that a client has. Pure: no Node, no DOM, no clock. All exports are public API;
// docs/library.md explains them.

import type { Account } from '../account/account.ts';
import { Learner as SharedLearner } from '../decode/learner.ts';
import { ConnectionFacts } from '../exchange/connection-facts.ts';
import type { Failure } from '../failure.ts';
import type { Json } from '../json/json.ts';
import type { RetryPlan, RetryPolicy } from '../retry/planned.ts';
import { planHint, planPolicy } from '../retry/retry-plan.ts';
import { asSeenBy as seenBy } from '../seen/as-seen-by.ts';
import type { SeenContext, ServerAnswer } from '../seen/parts/seen.ts';
import { readServerAnswer } from '../seen/read-server-answer.ts';
import { type SeenClientId as ClientId, seenClientIds as clientIds, type Seen } from '../seen/seen.ts';
import type { Context } from './context.ts';
import { accountOf, plainAnswer } from './read-answer.ts';

export type {
  Carrier,
  Certainty,
  Change,
  Check,
  Evidence,
  Failure,
  FailureClass,
  Fault,
  FieldIssue,
  Fix,
  Layer,
  LintNote,
  Missing,
  Origin,
  Owner,
  Problem,
  Quote,
  Retry,
  Severity,
  Verdict,
} from '../failure.ts';
export type { PlannedAttempt, RetryPlan, RetryPolicy } from '../retry/planned.ts';
export type { Got, Loss, SeenContext, ServerAnswer } from '../seen/parts/seen.ts';
export { type Seen, type SeenClientId as ClientId, seenClientIds as clientIds } from '../seen/seen.ts';
export type { Context } from './context.ts';

/**
 * Decodes one response: a JSON-RPC message, a result, an error that an SDK threw, or the text of any of them. `null`: nothing failed.
 * Ignores earlier responses; use a `Learner` for a connection.
 */
export function decode(answer: unknown, context: Context = {}): Failure | null {
  return new Learner().decode(answer, context);
}

/**
 * When to retry: the attempts that the failure allows, counted from its arrival. `null`: the same call must not be sent again unchanged,
 * or nothing suggests that it would help. If the server allows a retry without a schedule, `policy` applies; without one there is no
 * plan.
 */
export function retryPlan(failure: Failure, policy?: RetryPolicy): RetryPlan | null {
  const { verdict, maxAttempts } = failure.retry;
  if (verdict !== 'wait' && verdict !== 'backoff') return null;
  const hinted = planHint(failure.retry);
  if (hinted !== null) return hinted.attempts.length === 0 ? null : hinted;
  return policy === undefined || maxAttempts === 0 ? null : planPolicy(policy);
}

/** Decodes the responses of one connection, using what earlier ones showed: the server's error wording and its tools. */
export class Learner {
  readonly #learner = new SharedLearner();
  readonly #facts = new ConnectionFacts();
  readonly #server: string;

  constructor({ server = 'The server' }: { server?: string } = {}) {
    this.#server = server;
  }

  /** Decodes a response and learns from it; `null` if nothing failed. Pass tool lists too: their schemas help. */
  decode(answer: unknown, context: Context = {}): Failure | null {
    const read = accountOf(answer, context);
    const isOffered = read.method !== undefined && this.#facts.offers(read.method);
    const account: Account = { ...read, ...this.#schemas(read, context), isOffered };
    const failure = this.#learner.decode(
      account,
      {
        server: context.server ?? this.#server,
        receivedAt: receivedAt(context),
        ...(this.#facts.serverInfo ? { serverInfo: this.#facts.serverInfo.name } : {}),
        ...revisionOf(context.revision ?? this.#facts.revision),
      },
      this.#server,
    );
    if (failure === null && read.method !== undefined) this.#facts.note(read.method, read.params, resultOf(read));
    return failure;
  }

  /** The server's established dialect; `null` if there is none yet. */
  get dialect(): { id: string; name: string; confidence: number } | null {
    return this.#learner.dialectOf(this.#server);
  }

  #schemas({ method, target, answer }: Account, { inputSchema }: Context): Partial<Account> {
    if (method !== 'tools/call' || target === undefined) return {};
    const result = resultOf({ answer });
    return {
      inputSchema: (inputSchema as Json | undefined) ?? this.#facts.inputSchemaOf(target),
      listedTools: this.#facts.othersThan(target),
      schemaIssues: result === undefined ? undefined : this.#facts.checkResult(target, result),
    };
  }
}

/**
 * What the model of one client receives from a response: the text or the blocks, whether they say that it failed, and what was lost.
 * Takes a JSON-RPC response, a result of `tools/call` or a JSON-RPC error. Throws a `TypeError` for anything else.
 */
export function asSeenBy(client: ClientId, answer: ServerAnswer | object, context: SeenContext = {}): Seen {
  if (!clientIds.includes(client)) throw new TypeError(`Unknown client "${client}". Known: ${clientIds.join(', ')}.`);
  const read = readServerAnswer(plainAnswer(answer));
  if (!read.ok) throw new TypeError(read.problem);
  return seenBy(client, read.answer, context);
}

/** The same for every client that Misfire knows. */
export const seenByAll = (answer: ServerAnswer | object, context: SeenContext = {}): Seen[] =>
  clientIds.map((client) => asSeenBy(client, answer, context));

function receivedAt({ receivedAt: at, http }: Context): number {
  return at ?? Date.parse(http?.headers?.date ?? '');
}

const revisionOf = (revision: string | undefined) => (revision === undefined ? {} : { revision });

function resultOf({ answer }: Pick<Account, 'answer'>): Json | undefined {
  const value = answer?.value;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value.result : undefined;
}
