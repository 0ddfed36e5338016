// When to try again, as plain values: how waits grow, and the attempts that come of it. Owns these shapes, which the library shows
// to others too; making a plan is retry/plan.ts's.

/** How waits grow when the server gave no hint, or a person knows better. Milliseconds. */
export interface RetryPolicy {
  kind: 'fixed' | 'exponential' | 'full_jitter';
  baseMs: number;
  /** Waits never grow beyond this. */
  capMs: number;
  attempts: number;
  /** A fraction of the wait, 0 to below 1; full jitter ignores it. */
  jitter: number;
  /** No attempt starts later than this after the first; null: no limit. */
  deadlineMs: number | null;
}

/** One planned attempt. Milliseconds after the moment that the plan starts from (the end of the failed attempt). */
export interface PlannedAttempt {
  /** Never earlier than this. */
  earliestMs: number;
  /** With jitter, somewhere until here. */
  latestMs: number;
}

export interface RetryPlan {
  attempts: PlannedAttempt[];
  /** In words: `1 s, fixed, jitter 20 %, at most 3 attempts`. */
  words: string;
  /** Where each figure came from, in words with paths. */
  sources: string[];
}
