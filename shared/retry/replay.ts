// Trying again: the words that windows, the inspector and the command line share about replays.
// Owns types and input schemas. When to try is in retry/, what changed in diff/, doing it in electron/inspector/replay/.

import { z } from 'zod';
import type { Row } from '../timeline.ts';
import type { RetryPlan, RetryPolicy } from './planned.ts';

/** What a replay showed, from the failures' fingerprints and never from equal text. */
export const replayVerdicts = ['fixed', 'same', 'different', 'worse', 'flaky'] as const;
export type ReplayVerdict = (typeof replayVerdicts)[number];

export const verdictNames: Record<ReplayVerdict, string> = {
  fixed: 'Fixed',
  same: 'Same failure',
  different: 'Different failure',
  worse: 'Worse',
  flaky: 'Flaky',
};

/** How waits grow when the server gave no hint, or a person knows better. Milliseconds. */
export const policySchema: z.ZodType<RetryPolicy, RetryPolicy> = z.object({
  kind: z.enum(['fixed', 'exponential', 'full_jitter']),
  baseMs: z.number().min(0).max(86_400_000),
  /** Waits never grow beyond this. */
  capMs: z.number().min(0).max(86_400_000),
  attempts: z.number().int().min(1).max(100),
  /** A fraction of the wait, 0 to below 1; full jitter ignores it. */
  jitter: z.number().min(0).max(0.99),
  /** No attempt starts later than this after the first; null: no limit. */
  deadlineMs: z.number().min(0).max(604_800_000).nullable(),
});

export const replayWhenSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('now') }),
  /** As the server said: wait, attempts, backoff, jitter. Refused when the failure carries no hint. */
  z.object({ kind: z.literal('hinted') }),
  z.object({ kind: z.literal('policy'), policy: policySchema }),
]);
export type ReplayWhen = z.infer<typeof replayWhenSchema>;

export const replayRequestSchema = z.object({
  /** The row that is tried again; it stays as it is. */
  row: z.number().int().nonnegative(),
  /** What is sent. `as_sent`: the recorded message with a fresh id; `params`: these params; `raw`: this very text. */
  message: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('as_sent') }),
    z.object({ kind: z.literal('params'), method: z.string().min(1).max(500), params: z.string().max(50_000_000) }),
    z.object({ kind: z.literal('raw'), text: z.string().max(50_000_000) }),
  ]),
  to: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('same') }),
    /** Ends the connection and makes a new one first. */
    z.object({ kind: z.literal('fresh') }),
    z.object({ kind: z.literal('server'), server: z.string().min(1).max(200) }),
  ]),
  when: replayWhenSchema,
  /** How often at most; with `untilChange` it stops at the first other result. Ignored by `hinted` and `policy`, which count themselves. */
  times: z.number().int().min(1).max(1000).default(1),
  untilChange: z.boolean().default(false),
  /** HTTP headers to send instead of, or besides, the configured ones; null leaves one out. */
  headers: z.record(z.string(), z.string().nullable()).default({}),
  /** For calls that are not safe to repeat: 'yes' for those that ask, the tool's name for destructive ones. */
  confirm: z.string().max(500).default(''),
});
export type ReplayRequest = z.output<typeof replayRequestSchema>;

/** May this be repeated without asking? From the tool's annotations, which are hints of an untrusted party. */
export interface ReplayGuard {
  /** `free`: read-only or idempotent, or already agreed to since Misfire started. `ask`: one click. `type_name`: the name must be typed. */
  need: 'free' | 'ask' | 'type_name';
  /** What must be typed for `type_name`. */
  name: string;
  /** One sentence that says why, and whose word it is. */
  because: string;
}

/** What is needed to show a replay before anything is sent. */
export interface ReplayDraft {
  row: Row;
  method: string;
  /** Verbatim params text; '' when there were none. */
  params: string;
  /** The whole message as it was sent, verbatim. */
  raw: string;
  guard: ReplayGuard;
  /** null: the failure carries no hint. */
  hinted: RetryPlan | null;
  /** Names of HTTP headers the server is configured to send, values hidden. */
  headers: string[];
  /** Why it cannot be replayed, in one sentence; '' when it can. */
  problem: string;
  /** Out of a capture that was opened: it goes to no server by itself. `placeholders`: what masking left in place of values. */
  evidence: { placeholders: string[] } | null;
}

export interface ReplayAttempt {
  /** The attempt's row; null while it waits. */
  row: number | null;
  /** When it left or will leave, ms since 1970. */
  at: number;
  headline: string;
  /** null while open. */
  verdict: ReplayVerdict | null;
  latencyMs: number | null;
}

export const replayStates = ['waiting', 'running', 'paused', 'done', 'cancelled', 'failed'] as const;
export interface ReplayView {
  id: string;
  /** The row that was tried again. */
  source: number;
  server: string;
  /** Where it is sent. */
  to: string;
  method: string;
  target: string | null;
  state: (typeof replayStates)[number];
  /** Over all attempts so far: `flaky` comes with `fixedCount` of `attempts.length`. */
  verdict: ReplayVerdict | null;
  fixedCount: number;
  /** What is tried again had passed. */
  passedBefore: boolean;
  attempts: ReplayAttempt[];
  /** Planned but not begun. */
  remaining: number;
  /** When the next attempt leaves at the earliest, ms since 1970; null when none waits. */
  nextAt: number | null;
  /** One sentence: `Fixed on the second try`, or why it stopped. */
  words: string;
  /** The bulk it is part of. */
  bulk: string | null;
}

/** One call of a bulk replay, listed before anything is sent. */
export interface BulkItem {
  row: number;
  server: string;
  method: string;
  target: string | null;
  headline: string;
  guard: ReplayGuard;
  /** Later failures of the same call that this one stands for. */
  alike: number;
}

export interface BulkPlan {
  items: BulkItem[];
  /** Failures left out and why, in words: `3 rows are not calls`. */
  leftOut: string[];
}

/** A line of a structural difference. Volatile lines (ids, times) are folded by the window. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** JSON Pointer of the value the line belongs to. */
  path: string;
  volatile: boolean;
}

export interface AnswerDiff {
  before: string;
  after: string;
  lines: DiffLine[];
  /** Paths that differ only in ids and times. */
  volatilePaths: string[];
  /** The answers were too large to compare by structure; lines are then by text. */
  byText: boolean;
}

export const snippetKinds = ['curl', 'typescript', 'python', 'misfire', 'vitest'] as const;
export type SnippetKind = (typeof snippetKinds)[number];
