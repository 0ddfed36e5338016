// Compares what the server asked with what the client did, for the attempts of any client, watched or imported. Owns the findings
// and their sentences: one per gap between two attempts, and one if a chain stops too early.

import type { Failure } from '../failure.ts';
import { duration } from '../text/duration.ts';
import type { HintJudgement } from '../timeline.ts';
import { attemptsOf, waitOf } from './retry-plan.ts';

export interface JudgedAttempt {
  row: number;
  at: number;
  /** null while it is open. */
  endAt: number | null;
  /** null: it succeeded, is open, or its failure could not be decoded. */
  failure: Failure | null;
  passed: boolean;
}

interface JudgeOptions {
  /** The latest time with known facts: now, or the end of a recording. */
  until: number;
  /** Whether the tool is marked as unsafe to repeat; null if unknown. */
  unsafe?: boolean | null;
}

/** Timers of correct clients fire up to a millisecond early, and the two times are taken at both ends of a pipe. */
const toleranceMs = 2;
/** A client that returns within this part of the wait probably ignored the hint. */
const ignoredPart = 0.1;
/** A client that has not returned this long after the allowed time has probably stopped. */
const patienceMs = 10_000;

export function judgeChain(attempts: readonly JudgedAttempt[], options: JudgeOptions): HintJudgement[] {
  const judgements: HintJudgement[] = [];
  attempts.forEach((attempt, index) => {
    if (attempt.passed || attempt.endAt === null) return;
    const next = attempts[index + 1];
    const judged = next ? judgeGap(attempts, index, next, options) : judgeEnd(attempts, index, options);
    if (judged) judgements.push(judged);
  });
  return judgements;
}

function judgeGap(
  attempts: readonly JudgedAttempt[],
  index: number,
  next: JudgedAttempt,
  { unsafe }: JudgeOptions,
): HintJudgement {
  const { row, failure, endAt } = attempts[index] as JudgedAttempt;
  const didMs = Math.max(0, next.at - (endAt ?? next.at));
  const did = duration(didMs, 2);
  const retry = failure?.retry;
  const toldMs = retry ? waitOf(retry) : null;
  const judge = (finding: HintJudgement['finding'], words: string): HintJudgement => {
    return { row, finding, toldMs, didMs, words };
  };
  if (!retry || !failure)
    return judge('no_hint', `Nothing was said about trying again; the next attempt came after ${did}.`);
  const isRefusal = retry.verdict === 'never' || retry.verdict === 'after_fix' || retry.verdict === 'after_auth';
  if (isRefusal && retry.source !== 'default') {
    const passed = next.passed ? ' and it succeeded' : '';
    return judge(
      'must_not_repeat',
      `${refusals[retry.verdict as Refusal]}. The client repeated it after ${did}${passed}.`,
    );
  }
  if (unsafe && mayHaveRun(failure) && !asksForRetry(failure)) {
    return judge(
      'must_not_repeat',
      `This call may have run and is not marked as safe to repeat. The client repeated it after ${did}.`,
    );
  }
  const limit = allowedAfter(attempts, index);
  if (limit !== null && limit.left <= 0) {
    return judge('ignored', `Asked to retry at most ${times(limit.allowed)} more. Another attempt came after ${did}.`);
  }
  if (toldMs === null || !asksForRetry(failure)) {
    const fear = isRefusal ? ', although such a call rarely succeeds unchanged' : '';
    return judge('no_hint', `The server did not say when to retry. The next attempt came after ${did}${fear}.`);
  }
  const asked = duration(toldMs, 2);
  if (didMs + toleranceMs >= toldMs)
    return judge('honoured', `Asked to wait ${asked}, retried after ${did}: respected.`);
  return didMs < toldMs * ignoredPart
    ? judge('ignored', `Asked to wait ${asked}, retried after ${did}: the hint was ignored.`)
    : judge('too_early', `Asked to wait ${asked}, retried after ${did}: ${duration(toldMs - didMs, 2)} too early.`);
}

/** null: no problem, or too early to judge. */
function judgeEnd(attempts: readonly JudgedAttempt[], index: number, { until }: JudgeOptions): HintJudgement | null {
  const { row, failure, endAt } = attempts[index] as JudgedAttempt;
  if (!failure || endAt === null || !asksForRetry(failure)) return null;
  if (failure.class === 'cancelled') return null;
  const limit = allowedAfter(attempts, index);
  if (limit !== null && limit.left <= 0) return null;
  const toldMs = waitOf(failure.retry);
  if (until - endAt < (toldMs ?? 0) * 2 + patienceMs) return null;
  const wait = toldMs === null ? 'to retry' : `to retry after ${duration(toldMs, 2)}`;
  const left = limit === null ? '' : `, ${times(limit.left)} more`;
  const words = `Asked ${wait}${left}. No further attempt was seen in ${duration(until - endAt, 2)}.`;
  return { row, finding: 'gave_up', toldMs, didMs: null, words };
}

/** The server itself asked for a retry, not Misfire's defaults. */
export function asksForRetry({ retry }: Failure): boolean {
  if (retry.verdict !== 'wait' && retry.verdict !== 'backoff') return false;
  const figures = retry.sources ?? {};
  return retry.source !== 'default' || Object.values(figures).some((source) => source !== 'default');
}

/** How many attempts the newest limit leaves after this one. Each limit counts from the failure that brought it first. */
function allowedAfter(attempts: readonly JudgedAttempt[], index: number): { allowed: number; left: number } | null {
  const now = attempts[index]?.failure;
  const allowed = now ? attemptsOf(now.retry) : null;
  if (allowed === null) return null;
  let first = index;
  while (first > 0) {
    const before = attempts[first - 1]?.failure;
    if (!before || attemptsOf(before.retry) !== allowed) break;
    first -= 1;
  }
  return { allowed, left: allowed - (index - first) };
}

type Refusal = 'never' | 'after_fix' | 'after_auth';
const refusals: Record<Refusal, string> = {
  never: 'Asked not to repeat the call',
  after_fix: 'Asked to change the call first',
  after_auth: 'Asked to sign in first',
};

/** The response was lost, not the call. */
const mayHaveWorked: ReadonlySet<string> = new Set(['timeout', 'connection_lost', 'cancelled']);
export const mayHaveRun = (failure: Failure): boolean => mayHaveWorked.has(failure.class);

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
