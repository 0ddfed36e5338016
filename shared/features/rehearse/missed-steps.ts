// The steps of a plan that touched no call, each with the reason. The engine itself decides again, call by call, so the reasons are
// those of the run.

import type { Json } from '../../json/json.ts';
import { Injector } from './injector.ts';
import { planStepWords } from './plan-words.ts';
import type { Plan, RehearsalStep } from './rehearsal-plan.ts';
import { Turns } from './turns.ts';

/** One call of a tool, in the order of time. */
export interface PlannedCall {
  server: string;
  tool: string;
  at: number;
}

interface MissedStep {
  /** From 1. */
  step: number;
  what: string;
  why: string;
}

/** `listed`: the answers to `tools/list`, by server. */
export function missedSteps(
  plan: Plan,
  calls: readonly PlannedCall[],
  listed: readonly { server: string; result: Json }[],
): MissedStep[] {
  const turns = new Turns(plan);
  const injectors = new Map<string, Injector>();
  const injectorOf = (server: string): Injector => {
    const known = injectors.get(server) ?? new Injector(plan, turns);
    injectors.set(server, known);
    return known;
  };
  for (const { server, result } of listed) injectorOf(server).learnTools(result);
  const taken = new Set<number>();
  for (const { server, tool, at } of calls) {
    const decision = injectorOf(server).decide(tool, at);
    if (decision) taken.add(decision.step);
  }
  const endsAt = turns.begin(calls[0]?.at ?? 0) + plan.endsAfterMs;
  return plan.steps.flatMap((step, index) => {
    if (taken.has(index)) return [];
    const fits = ({ server, tool }: PlannedCall) => injectorOf(server).fits(step, tool);
    return [{ step: index + 1, what: planStepWords(step).what, why: whyMissed(step, calls, fits, endsAt) }];
  });
}

function whyMissed(
  { tools, often }: RehearsalStep,
  calls: readonly PlannedCall[],
  fits: (call: PlannedCall) => boolean,
  endsAt: number,
): string {
  const wanted = calls.filter(({ tool }) => tools === undefined || tools.includes(tool));
  if (wanted.length === 0) return tools === undefined ? 'the client called no tool' : `no call of ${tools.join(', ')}`;
  const fitting = wanted.filter(fits);
  if (fitting.length === 0) return 'it needs a call of a read-only tool, or of one that the plan names';
  const inTime = fitting.filter(({ at }) => at < endsAt);
  if (inTime.length === 0) return 'the plan was over before such a call';
  if (often !== undefined && typeof often === 'object' && ('share' in often || 'every' in often))
    return `none of ${calls.length === 1 ? '1 call' : `${calls.length} calls`} was its turn`;
  return `the client made only ${calls.length === 1 ? '1 call' : `${calls.length} calls`}, and earlier steps took those that fit`;
}
