// The shapes of a retry plan: how waits grow, and the resulting attempts. The library exports them. retry/retry-plan.ts makes plans.

/** How waits grow if the server gave no hint or the user overrides it. Milliseconds. */
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

/** One planned attempt. Milliseconds after the start of the plan (the end of the failed attempt). */
export interface PlannedAttempt {
  /** Never earlier than this. */
  earliestMs: number;
  /** With jitter, at most this late. */
  latestMs: number;
}

export interface RetryPlan {
  attempts: PlannedAttempt[];
  /** As text: `1 s, fixed, jitter 20 %, at most 3 attempts`. */
  words: string;
  /** The source of each number, as text with paths. */
  sources: string[];
}
