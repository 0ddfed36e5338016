// Which calls a step of a plan takes. A seeded count without clock: the same calls in the same order get the same turns.

import type { Plan, RehearsalStep } from './rehearsal-plan.ts';

/** Counts the calls of a rehearsal: in this process, or in all that take part in it. */
export interface TurnCounter {
  /** The time of the first call, in ms. `at`: the time of this one. */
  begin(at: number): number;
  /** Whether the step may still take calls. */
  isOpen(step: number): boolean;
  /** One more call that the step fits. Whether it takes it. */
  take(step: number): boolean;
}

interface StepState {
  /** Calls that the step was tried on. */
  seen: number;
  fired: number;
}

export class Turns implements TurnCounter {
  readonly #plan: Plan;
  readonly #states: StepState[];
  #begunAt: number | null = null;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#states = plan.steps.map(() => ({ seen: 0, fired: 0 }));
  }

  begin(at: number): number {
    this.#begunAt ??= at;
    return this.#begunAt;
  }

  isOpen(step: number): boolean {
    return (this.#states[step]?.fired ?? 0) < (this.#plan.steps[step]?.atMost ?? Number.POSITIVE_INFINITY);
  }

  take(step: number): boolean {
    const state = this.#states[step];
    const planned = this.#plan.steps[step];
    if (!state || !planned || !this.isOpen(step)) return false;
    state.seen += 1;
    if (!isTurn(planned, state, this.#plan.seed + step)) return false;
    state.fired += 1;
    return true;
  }
}

function isTurn({ often }: RehearsalStep, { seen, fired }: StepState, seed: number): boolean {
  if (often === undefined) return true;
  if (often === 'once') return fired === 0;
  if ('first' in often) return seen <= often.first;
  if ('every' in often) return seen % often.every === 0;
  return chance(seed, seen) < often.share;
}

/** From 0 to below 1, the same for the same seed and count (mulberry32). */
function chance(seed: number, count: number): number {
  let mixed = (Math.imul(seed | 0, 0x9e3779b1) + Math.imul(count, 0x6d2b79f5)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
