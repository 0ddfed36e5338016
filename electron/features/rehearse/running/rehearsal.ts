// A rehearsal in one wrap, bridge or proxy: its plan, what the server has listed, and what is generated for a call.
// Owns when it is on. How answers travel is rehearse-lines.ts's and rehearse-exchange.ts's. Loaded only when there is a plan.

import { basename, dirname, join, resolve } from 'node:path';
import { readActive, turnsFile } from '../../../../shared/features/rehearse/active.ts';
import type { AnswerDialect } from '../../../../shared/features/rehearse/answer-pairs.ts';
import {
  type AnsweredCall,
  endedOverLines,
  type Generated,
  generate,
  lostSession,
} from '../../../../shared/features/rehearse/generate.ts';
import { type ChosenInjection, calledTool, Injector } from '../../../../shared/features/rehearse/injector.ts';
import { longestPlanFile } from '../../../../shared/features/rehearse/plan-files.ts';
import { readyPlan, readyPlans } from '../../../../shared/features/rehearse/ready-plans.ts';
import { type Plan, readPlan } from '../../../../shared/features/rehearse/rehearsal-plan.ts';
import { silentFailure } from '../../../../shared/features/rehearse/spoil.ts';
import type { TurnCounter } from '../../../../shared/features/rehearse/turns.ts';
import { isObject, type Json, type JsonObject, member } from '../../../../shared/json/json.ts';
import { ForeignFileError, readForeignText } from '../../../foreign-files/foreign-file.ts';
import { isRunning } from '../../../foreign-files/named-process.ts';
import { now } from '../../../transports/clock.ts';
import type { ReadMessage } from '../../watch/programs/lines/message-lines.ts';
import { identityOf } from './active-file.ts';
import type { WantedRehearsal } from './find-rehearsal.ts';
import { SharedTurns } from './shared-turns.ts';

/** Learns the server's error model from its own failures. */
export interface OwnDialect {
  note(answer: JsonObject, request: JsonObject): void;
  readonly dialect: AnswerDialect;
}

export interface Touch extends ChosenInjection {
  call: AnsweredCall;
  outputSchema: Json | undefined;
}

type LoadedRehearsal = { ok: true; rehearsal: Rehearsal } | { ok: false; problem: string };

/** The problem of a plan that cannot be read, or of a rehearsal that is over. */
export function loadRehearsal(wanted: WantedRehearsal, own?: OwnDialect): LoadedRehearsal {
  const { source, by, server, folder = '' } = wanted;
  const file = resolve(folder, source);
  const ready = by === 'file' ? undefined : readyPlan(source);
  if (ready) return { ok: true, rehearsal: new Rehearsal(ready, () => true, own) };
  const identity = identityOf(file);
  let text: string;
  try {
    text = readForeignText(file, { maxBytes: longestPlanFile });
  } catch (problem) {
    const names = readyPlans.map(({ name }) => name).join(', ');
    return problem instanceof ForeignFileError && problem.obstacle !== 'absent'
      ? { ok: false, problem: `${source} cannot be read: ${problem.reason}.` }
      : { ok: false, problem: `There is no plan and no file "${source}". Ready plans: ${names}.` };
  }
  const active = readActive(text);
  if (active) {
    const isOn = () => identityOf(file) === identity && now() < active.expiry && isRunning(active.pid);
    if (!isOn()) return { ok: false, problem: `The rehearsal of ${source} is over.` };
    const turns = new SharedTurns(join(dirname(file), turnsFile), `${active.pid}-${active.expiry}`, active.plan);
    const known = server !== undefined && Object.hasOwn(active.dialects ?? {}, server) && active.dialects?.[server];
    return { ok: true, rehearsal: new Rehearsal(active.plan, isOn, own, turns, known || 'mcp') };
  }
  if (by === 'file') return { ok: false, problem: `${source} is not a rehearsal.` };
  const read = readPlan(text, basename(source).replace(/\.json$/i, ''));
  if (!read.ok) return { ok: false, problem: `${source}: ${read.problem}` };
  return { ok: true, rehearsal: new Rehearsal(read.plan, () => true, own) };
}

/** How soon a withheld answer passes after a rehearsal was stopped. */
const lookMs = 200;
/** Longer than the limits of the clients that have one. */
const longestWithheldMs = 75_000;

export class Rehearsal {
  readonly plan: Plan;
  readonly #injector: Injector;
  readonly #isOn: () => boolean;
  readonly #own: OwnDialect | undefined;
  /** Used until the server's failures show another one. */
  readonly #known: AnswerDialect;
  /** The tools that the plan names; null: it touches others too. */
  readonly #names: readonly string[] | null;

  /** `turns`: what all that take part count together. */
  constructor(plan: Plan, isOn: () => boolean, own?: OwnDialect, turns?: TurnCounter, known: AnswerDialect = 'mcp') {
    this.plan = plan;
    this.#injector = new Injector(plan, turns);
    this.#isOn = isOn;
    this.#own = own;
    this.#known = known;
    const named = plan.steps.map(({ tools }) => tools ?? null);
    this.#names = named.includes(null) ? null : named.flatMap((tools) => tools ?? []);
  }

  /** Before this, messages need not be read; after it, none is touched. */
  get isOver(): boolean {
    return this.#injector.isOver(now());
  }

  /** A look at the bytes of a client's message, so that most need not be parsed. */
  mayMatter(bytes: Buffer): boolean {
    if (this.isOver || !bytes.includes('tools')) return false;
    if (this.#names === null || this.#own !== undefined) return true;
    return this.#names.some((name) => bytes.includes(name)) || bytes.includes('list') || bytes.includes('\\');
  }

  /** Whether anything may be touched now. */
  get isOn(): boolean {
    return !this.isOver && this.#isOn();
  }

  /** How long an answer is withheld. A client that never times out must still get to the later steps. */
  get withheldMs(): number {
    return Math.min(longestWithheldMs, Math.max(0, (this.#injector.endsAt ?? now()) - now()));
  }

  /** Resolves after this time, or when the rehearsal ends: nothing is withheld longer. */
  async wait(ms: number): Promise<void> {
    const until = now() + ms;
    for (let left = ms; left > 0 && this.isOn; left = until - now()) await pause(Math.min(left, lookMs));
  }

  /** What happens to a request of the client. null: it passes. `isLine`: noise is a line of its own, which lists survive. */
  decide({ value, method }: ReadMessage, isLine: boolean): Touch | null {
    if (!this.isOn) return null;
    const tool = calledTool(value);
    const decision =
      tool === null
        ? isLine && method === 'tools/list'
          ? this.#injector.decideList(now())
          : null
        : this.#injector.decide(tool, now());
    if (!decision) return null;
    const outputSchema = tool === null ? undefined : this.#injector.outputSchemaOf(tool);
    const given = member(value.params, 'arguments');
    const call = {
      tool: tool ?? '',
      arguments: isObject(given) ? given : {},
      hasOutputSchema: outputSchema !== undefined,
    };
    return { ...decision, call, outputSchema };
  }

  /** Whether the answer to this request teaches something. */
  learnsFrom(request: ReadMessage): boolean {
    return request.method === 'tools/list' || (request.method === 'tools/call' && this.#own !== undefined);
  }

  /** An answer of the server itself. */
  learn(request: JsonObject, answer: JsonObject): void {
    if (request.method === 'tools/list') this.#injector.learnTools(member(answer, 'result'));
    else this.#own?.note(answer, request);
  }

  /** What takes the server's place. `canHttp`: whether the carrier has status and headers. */
  answer({ injection, call }: Touch, canHttp: boolean): Generated {
    if ('answer' in injection) return generate(injection, call, this.#dialect, canHttp);
    if ('spoil' in injection) return { result: { content: [{ type: 'text', text: silentFailure }] } };
    if (canHttp) return this.endOf(injection.end === 'session' ? 'session' : 'sign-in');
    return endedOverLines(injection.end === 'session' ? 'session' : 'sign-in', call, this.#dialect);
  }

  /** MCP, "Session Management": 404 says that the session is over. RFC 6750, section 3.1: 401 that the token is. */
  endOf(what: 'session' | 'sign-in'): Generated {
    return { http: what === 'session' ? sessionGone : tokenExpired };
  }

  get #dialect(): AnswerDialect {
    const learned = this.#own?.dialect ?? 'mcp';
    return learned === 'mcp' ? this.#known : learned;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

const sessionGone = {
  status: 404,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32001, message: lostSession } }),
};

const tokenExpired = {
  status: 401,
  headers: {
    'content-type': 'application/json',
    'www-authenticate': 'Bearer error="invalid_token", error_description="The access token expired"',
  },
  body: JSON.stringify({ error: 'invalid_token', error_description: 'The access token expired' }),
};
