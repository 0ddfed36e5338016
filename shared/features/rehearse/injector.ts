// Decides call by call what a plan injects, without clock and bytes: the same calls get the same decisions (turns.ts).
// Owns the safety rule. An answer in the server's place may touch any tool. What reaches the server may be touched only if the tool
// is read-only or named in the plan.

import { isObject, type Json, member } from '../../json/json.ts';
import { type Injection, injectionWord, type Plan, type RehearsalStep } from './rehearsal-plan.ts';
import { type TurnCounter, Turns } from './turns.ts';

export interface ChosenInjection {
  /** Which step of the plan, from 0. */
  step: number;
  injection: Injection;
  /** As captures keep it: `answer:rate_limited`. */
  injected: string;
  /** The server is not asked. */
  isInPlace: boolean;
}

interface ListedTool {
  isReadOnly: boolean;
  outputSchema: Json | undefined;
}

export class Injector {
  readonly plan: Plan;
  #endsAt: number | null = null;
  readonly #turns: TurnCounter;
  readonly #tools = new Map<string, ListedTool>();

  /** `turns`: where several take part in one rehearsal, what they count together. */
  constructor(plan: Plan, turns: TurnCounter = new Turns(plan)) {
    this.plan = plan;
    this.#turns = turns;
  }

  /** In ms. null: no call has come yet. Clients take long to start, so the plan's time begins with the first call. */
  get endsAt(): number | null {
    return this.#endsAt;
  }

  isOver(at: number): boolean {
    return this.#endsAt !== null && at >= this.#endsAt;
  }

  /** Of a `tools/list` that passed. A page adds to the pages before it; a tool that is listed again has the newer hints. */
  learnTools(result: Json | undefined): void {
    const tools = member(result, 'tools');
    if (!Array.isArray(tools)) return;
    for (const tool of tools) {
      const name = member(tool, 'name');
      if (typeof name !== 'string') continue;
      const annotations = member(tool, 'annotations');
      this.#tools.set(name, {
        isReadOnly: member(annotations, 'readOnlyHint') === true,
        outputSchema: member(tool, 'outputSchema'),
      });
    }
  }

  outputSchemaOf(tool: string): Json | undefined {
    return this.#tools.get(tool)?.outputSchema;
  }

  /** What happens to a call of this tool. null: it passes. */
  decide(tool: string, at: number): ChosenInjection | null {
    this.#endsAt ??= this.#turns.begin(at) + this.plan.endsAfterMs;
    return this.#firstOf(at, (step) => this.#wayOf(step, tool));
  }

  /** Whether the step may touch calls of this tool. */
  fits(step: RehearsalStep, tool: string): boolean {
    return this.#wayOf(step, tool) !== null;
  }

  #wayOf(step: RehearsalStep, tool: string): 'in place' | 'server is asked' | null {
    if (step.tools !== undefined && !step.tools.includes(tool)) return null;
    if (!reachesServer(step.do)) return 'in place';
    if (step.tools !== undefined || this.#tools.get(tool)?.isReadOnly === true) return 'server is asked';
    // The server need not be asked for this one.
    return isSilentFailure(step.do) ? 'in place' : null;
  }

  /** Lists change nothing, so noise may come before them. Without this, servers without read-only tools would have none. */
  decideList(at: number): ChosenInjection | null {
    return this.#firstOf(at, (step) => (step.tools === undefined && isNoise(step.do) ? 'server is asked' : null));
  }

  #firstOf(at: number, wayOf: (step: RehearsalStep) => 'in place' | 'server is asked' | null): ChosenInjection | null {
    if (this.isOver(at)) return null;
    for (const [index, step] of this.plan.steps.entries()) {
      const way = wayOf(step);
      if (way === null || !this.#turns.isOpen(index) || !this.#turns.take(index)) continue;
      const isInPlace = way === 'in place';
      const word = injectionWord(step.do);
      const injected = isInPlace ? word.replace(/^spoil:/, 'answer:') : word;
      return { step: index, injection: step.do, injected, isInPlace };
    }
    return null;
  }
}

/** A lost session and an expired sign-in are answered before the server is asked. */
function reachesServer(injection: Injection): boolean {
  if ('spoil' in injection) return true;
  return 'end' in injection && (injection.end === 'process' || injection.end === 'stream');
}

const isSilentFailure = (injection: Injection): boolean =>
  'spoil' in injection && injection.spoil === 'reported-as-success';

const isNoise = (injection: Injection): boolean => 'spoil' in injection && injection.spoil === 'noise';

/** The tool of a `tools/call`; null for other messages. */
export function calledTool(message: Json): string | null {
  if (!isObject(message) || message.method !== 'tools/call') return null;
  const name = member(message.params, 'name');
  return typeof name === 'string' ? name : null;
}
