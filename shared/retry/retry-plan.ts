// Turns a server's hint or a user's policy into planned attempts. Pure: no clock, no random numbers. A hinted wait is a minimum
// (RFC 9110 section 10.2.3), so jitter only adds to it. Numbers from servers are bounded here.

import type { Retry } from '../failure.ts';
import { duration } from '../text/duration.ts';
import type { PlannedAttempt, RetryPlan, RetryPolicy } from './planned.ts';

/** A server may say "in a year", but no window stays open that long. */
export const longestWaitMs = 7 * 86_400_000;
/** "In 0 ms" would be a hot loop. A hint below `noWaitMs` counts as no wait, and this one applies instead. */
export const shortestWaitMs = 1000;
const noWaitMs = 100;
export const mostAttempts = 100;
/** If a hint has no number of attempts: how many are planned for growing waits, and how often new hints are followed. */
export const followedHints = 3;
/** The first wait if a hint says how waits grow, but not where they start. */
const assumedWaitMs = 1000;

/** The range of one wait. */
export interface WaitRange {
  least: number;
  most: number;
}

/** null: the failure has no hint that can be followed. */
export function planHint(retry: Retry): RetryPlan | null {
  if (retry.verdict !== 'wait' && retry.verdict !== 'backoff') return null;
  const hintedMs = waitOf(retry);
  const limit = attemptsOf(retry);
  if (hintedMs === null && limit === null && retry.backoff === null) return null;
  if (limit === 0) return null;
  // A backoff that is only a default of this dialect is not a statement of the server.
  if (hintedMs === null && limit === null && retry.sources?.backoff === 'default') return null;
  const wait = followed(hintedMs ?? assumedWaitMs);
  const jitter = jitterOf(retry);
  const count = limit ?? (retry.backoff === 'exponential' ? followedHints : 1);
  const gaps = Array.from({ length: count }, (_, index) => {
    const least = followed(retry.backoff === 'exponential' ? wait * 2 ** index : wait);
    return { least, most: bounded(least * (1 + jitter)) };
  });
  const words = [duration(wait, 2)];
  if (retry.backoff !== null) words.push(retry.backoff === 'fixed' ? 'fixed' : 'doubling');
  if (jitter > 0) words.push(`jitter ${Math.round(jitter * 100)} %`);
  words.push(limit === null ? attemptWords(count) : `at most ${attemptWords(count)}`);
  return { attempts: lineUp(gaps, null), words: words.join(', '), sources: sourcesOf(retry, hintedMs) };
}

export function planPolicy(policy: RetryPolicy): RetryPlan {
  const words = [duration(Math.min(policy.baseMs, policy.capMs), 2), policyNames[policy.kind]];
  if (policy.kind !== 'fixed') words.push(`no wait above ${duration(policy.capMs, 2)}`);
  if (policy.kind !== 'full_jitter' && policy.jitter > 0) words.push(`jitter ${Math.round(policy.jitter * 100)} %`);
  words.push(`at most ${attemptWords(policy.attempts)}`);
  if (policy.deadlineMs !== null) words.push(`none later than ${duration(policy.deadlineMs, 2)}`);
  const attempts = lineUp(policyGaps(policy), policy.deadlineMs);
  return { attempts, words: words.join(', '), sources: ['Chosen by you'] };
}

const policyNames: Record<RetryPolicy['kind'], string> = {
  fixed: 'fixed',
  exponential: 'doubling',
  full_jitter: 'doubling, anywhere between none and all of it',
};

function policyGaps(policy: RetryPolicy): WaitRange[] {
  return Array.from({ length: Math.min(mostAttempts, policy.attempts) }, (_, index) => {
    const grown = policy.kind === 'fixed' ? policy.baseMs : policy.baseMs * 2 ** index;
    const wait = bounded(Math.min(grown, policy.capMs));
    return policy.kind === 'full_jitter'
      ? { least: 0, most: wait }
      : { least: wait, most: bounded(wait * (1 + policy.jitter)) };
  });
}

/** The waits of a plan. */
export function waitRanges(plan: RetryPlan): WaitRange[] {
  return plan.attempts.map(({ earliestMs, latestMs }, index) => {
    const before = plan.attempts[index - 1];
    return { least: earliestMs - (before?.earliestMs ?? 0), most: latestMs - (before?.latestMs ?? 0) };
  });
}

/** The wait for an attempt, from a number between 0 and 1. */
export function pickWait({ least, most }: WaitRange, dice: number): number {
  return least + Math.max(0, most - least) * Math.min(1, Math.max(0, dice));
}

/**
 * The wait before the next attempt after another failure: the server's newest hint. If the server asked for growing waits, it is
 * never shorter than they had become. null: nothing allows a retry.
 */
export function nextGap(planned: WaitRange | undefined, newest: Retry | null): WaitRange | null {
  if (newest === null) return planned ?? null;
  if (newest.verdict !== 'wait' && newest.verdict !== 'backoff') return null;
  const hintedMs = waitOf(newest);
  if (hintedMs === null) return planned ?? null;
  const least = followed(newest.backoff === 'exponential' ? Math.max(hintedMs, planned?.least ?? 0) : hintedMs);
  return { least, most: Math.max(least, bounded(least * (1 + jitterOf(newest)))) };
}

/** In milliseconds, 0 or more; null if the server named none. */
export function waitOf({ afterMs }: Retry): number | null {
  return afterMs === null || Number.isNaN(afterMs) ? null : bounded(afterMs);
}

/** How many more attempts the server allows; null if it did not say. */
export function attemptsOf({ maxAttempts }: Retry): number | null {
  if (maxAttempts === null || Number.isNaN(maxAttempts)) return null;
  return Math.min(mostAttempts, Math.max(0, Math.floor(maxAttempts)));
}

function jitterOf({ jitter }: Retry): number {
  return jitter === null || Number.isNaN(jitter) ? 0 : Math.min(1, Math.max(0, jitter));
}

function lineUp(gaps: readonly WaitRange[], deadlineMs: number | null): PlannedAttempt[] {
  const end = Math.min(deadlineMs ?? longestWaitMs, longestWaitMs);
  const attempts: PlannedAttempt[] = [];
  let earliestMs = 0;
  let latestMs = 0;
  for (const { least, most } of gaps) {
    earliestMs += least;
    latestMs += most;
    if (earliestMs > end) break;
    attempts.push({ earliestMs, latestMs: Math.min(latestMs, end) });
  }
  return attempts;
}

function bounded(ms: number): number {
  return Math.min(longestWaitMs, Math.max(0, ms));
}

/** The wait that applies if a server named `ms`. */
const followed = (ms: number): number => (ms < noWaitMs ? shortestWaitMs : bounded(ms));

const attemptWords = (count: number): string => (count === 1 ? '1 attempt' : `${count} attempts`);

function sourcesOf(retry: Retry, hintedMs: number | null): string[] {
  const from = (name: keyof NonNullable<Retry['sources']>) => {
    const source = retry.sources?.[name];
    return source === undefined || source === 'default' ? 'from what is known of such servers' : `from ${source}`;
  };
  const lines: string[] = [];
  if (hintedMs === null) lines.push(`Wait: ${duration(assumedWaitMs, 2)}, as the server named none`);
  else lines.push(`Wait: ${duration(hintedMs, 2)}, ${from('afterMs')}`);
  if (hintedMs !== null && hintedMs < noWaitMs)
    lines.push(`Misfire waits ${duration(shortestWaitMs, 2)}, as that is too short`);
  if (hintedMs !== null && retry.afterMs !== null && retry.afterMs > longestWaitMs)
    lines.push(`The server asked for more; Misfire waits at most ${duration(longestWaitMs, 2)}`);
  if (retry.backoff !== null)
    lines.push(`Growth: ${retry.backoff === 'fixed' ? 'none' : 'doubling'}, ${from('backoff')}`);
  if (jitterOf(retry) > 0) lines.push(`Jitter: ${Math.round(jitterOf(retry) * 100)} %, ${from('jitter')}`);
  const limit = attemptsOf(retry);
  if (limit === null) lines.push('Attempts: the server named no limit');
  else lines.push(`Attempts: ${limit} more, ${from('maxAttempts')}`);
  return lines;
}
