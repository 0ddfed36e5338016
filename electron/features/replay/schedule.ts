// When the next attempt of a replay leaves, or why there is none. Owns the three modes: a number of times, as the server hinted, by a
// policy. Pure except for its random source; run.ts waits and sends.

import type { Failure, Verdict } from '../../../shared/failure.ts';
import type { RetryPlan } from '../../../shared/retry/planned.ts';
import type { ReplayWhen } from '../../../shared/retry/replay.ts';
import type { ReplayVerdict } from '../../../shared/retry/replay-verdict.ts';
import {
  attemptsOf,
  followedHints,
  nextGap,
  pickWait,
  planHint,
  planPolicy,
  type WaitRange,
  waitRanges,
} from '../../../shared/retry/retry-plan.ts';
import { duration } from '../../../shared/text/duration.ts';

export interface EndedAttempt {
  verdict: ReplayVerdict | null;
  /** null: it succeeded. */
  failure: Failure | null;
  passed: boolean;
  /** ms since 1970, of the clock that stamps events. */
  endAt: number;
}

type Step = { at: number } | { stop: string };

export interface Schedule {
  /** Planned but not started. */
  remaining(begun: number): number;
  next(ended: readonly EndedAttempt[]): Step;
  /** Whether mixed results mean a flaky call; if waiting is part of the plan they do not. */
  readonly waits: boolean;
}

/** Between attempts that only check for a change. */
const lookAgainMs = 250;

interface ScheduleInput {
  when: ReplayWhen;
  times: number;
  untilChange: boolean;
  failure: Failure | null;
  /** When the failed attempt ended, as recorded. */
  failedAt: number;
  now: number;
  dice: () => number;
}

export function createSchedule(input: ScheduleInput): Schedule | { problem: string } {
  switch (input.when.kind) {
    case 'now':
      return countedSchedule(input);
    case 'hinted': {
      const plan = input.failure && planHint(input.failure.retry);
      if (!plan || !input.failure) return { problem: noHint(input.failure?.retry.verdict) };
      return hintedSchedule(plan, input.failure, input);
    }
    case 'policy': {
      const plan = planPolicy(input.when.policy);
      if (plan.attempts.length === 0) return { problem: 'The policy’s first wait is longer than its deadline.' };
      return policySchedule(plan, input.when.policy.deadlineMs, input);
    }
    default:
      return input.when satisfies never;
  }
}

function noHint(verdict: Verdict | undefined): string {
  switch (verdict) {
    case 'never':
    case 'after_fix':
    case 'after_auth':
      return 'The failure says that the same call will not pass, so there is no hint to follow.';
    default:
      return 'The failure carries no hint about when to try again. Choose a policy instead.';
  }
}

function countedSchedule({ times, untilChange, now }: ScheduleInput): Schedule {
  return {
    waits: untilChange,
    remaining: (begun) => Math.max(0, times - begun),
    next(ended) {
      const last = ended.at(-1);
      if (!last) return { at: now };
      if (untilChange && last.verdict !== 'same') return { stop: 'changed' };
      if (ended.length >= times) return { stop: untilChange ? `It did not change in ${times} attempts.` : '' };
      return { at: untilChange ? last.endAt + lookAgainMs : now };
    },
  };
}

function hintedSchedule(plan: RetryPlan, failure: Failure, { failedAt, dice }: ScheduleInput): Schedule {
  const gaps = waitRanges(plan);
  const limit = attemptsOf(failure.retry);
  let most = plan.attempts.length;
  return {
    waits: true,
    remaining: (begun) => Math.max(0, most - begun),
    next(ended) {
      const last = ended.at(-1);
      if (!last) return { at: failedAt + pickWait(gaps[0] as WaitRange, dice()) };
      if (last.passed) return { stop: 'passed' };
      const gap = nextGap(gaps[ended.length], last.failure?.retry ?? null);
      if (gap === null) {
        most = ended.length;
        return { stop: 'The server gave no further hint to follow.' };
      }
      if (limit !== null && ended.length >= limit) return { stop: `The server allows no more than ${limit}.` };
      if (limit === null && ended.length >= Math.max(most, followedHints)) return { stop: 'Misfire stops here.' };
      most = Math.max(most, ended.length + 1);
      return { at: last.endAt + pickWait(gap, dice()) };
    },
  };
}

/** Counts from now, like the simulation that the user agreed to. */
function policySchedule(plan: RetryPlan, deadlineMs: number | null, { now, dice }: ScheduleInput): Schedule {
  const gaps = waitRanges(plan);
  const end = deadlineMs === null ? Number.POSITIVE_INFINITY : now + deadlineMs;
  let most = gaps.length;
  return {
    waits: true,
    remaining: (begun) => Math.max(0, most - begun),
    next(ended) {
      const last = ended.at(-1);
      if (last?.passed) return { stop: 'passed' };
      const gap = gaps[ended.length];
      if (!gap) return { stop: 'The policy allows no more.' };
      const at = (last?.endAt ?? now) + pickWait(gap, dice());
      if (at <= end) return { at };
      most = ended.length;
      return { stop: `The next attempt would come after the deadline of ${duration(deadlineMs ?? 0, 2)}.` };
    },
  };
}
