// The policies offered if a server gave no hint. Owns their initial numbers.

import type { RetryPolicy } from './planned.ts';

export const defaultPolicies: Record<RetryPolicy['kind'], RetryPolicy> = {
  fixed: { kind: 'fixed', baseMs: 1000, capMs: 30_000, attempts: 5, jitter: 0, deadlineMs: null },
  exponential: { kind: 'exponential', baseMs: 500, capMs: 30_000, attempts: 5, jitter: 0.2, deadlineMs: 120_000 },
  full_jitter: { kind: 'full_jitter', baseMs: 500, capMs: 30_000, attempts: 5, jitter: 0, deadlineMs: 120_000 },
};
