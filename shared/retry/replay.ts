// Types and input schemas of replays, shared by windows, the inspector and the command line. retry/ plans attempts, diff/ finds
// changes, electron/features/replay/ sends.

import { z } from 'zod';
import type { Row } from '../timeline.ts';
import type { RetryPlan, RetryPolicy } from './planned.ts';
import type { ReplayVerdict } from './replay-verdict.ts';

/** How waits grow if the server gave no hint or the user overrides it. Milliseconds. */
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

const replayWhenSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('now') }),
  /** Follows the server: wait, attempts, backoff, jitter. Rejected if the failure has no hint. */
  z.object({ kind: z.literal('hinted') }),
  z.object({ kind: z.literal('policy'), policy: policySchema }),
]);
export type ReplayWhen = z.infer<typeof replayWhenSchema>;

export const replayRequestSchema = z.object({
  /** The row to retry; it does not change. */
  row: z.number().int().nonnegative(),
  /** What to send. `as_sent`: the recorded message with a new id; `params`: these params; `raw`: exactly this text. */
  message: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('as_sent') }),
    z.object({ kind: z.literal('params'), method: z.string().min(1).max(500), params: z.string().max(50_000_000) }),
    z.object({ kind: z.literal('raw'), text: z.string().max(50_000_000) }),
  ]),
  to: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('same') }),
    /** Closes the connection and opens a new one first. */
    z.object({ kind: z.literal('fresh') }),
    z.object({ kind: z.literal('server'), server: z.string().min(1).max(200) }),
  ]),
  when: replayWhenSchema,
  /**
   * The maximum number of attempts; with `untilChange` it stops at the first different result. `hinted` and `policy` ignore it.
   */
  times: z.number().int().min(1).max(1000).default(1),
  untilChange: z.boolean().default(false),
  /** HTTP headers to send instead of or in addition to the configured ones; null removes one. */
  headers: z.record(z.string(), z.string().nullable()).default({}),
  /** How long each attempt waits. Omitted: as the settings of the server say. */
  timeoutMs: z.number().int().min(1).max(2_147_483_647).optional(),
  /** For calls that are unsafe to repeat: 'yes' for those that ask, the tool's name for destructive ones. */
  confirm: z.string().max(500).default(''),
});
export type ReplayRequest = z.output<typeof replayRequestSchema>;

/** Whether this may be repeated without asking. From the tool's annotations, which are hints of an untrusted server. */
export interface ReplayGuard {
  /**
   * `free`: read-only or idempotent, or confirmed since Misfire started. `ask`: one click. `type_name`: the user must type the
   * name.
   */
  need: 'free' | 'ask' | 'type_name';
  /** The text to type for `type_name`. */
  name: string;
  /** One sentence with the reason and its source. */
  because: string;
}

/** Everything needed to show a replay before sending. */
export interface ReplayDraft {
  row: Row;
  method: string;
  /** Verbatim params text; '' if there were none. */
  params: string;
  /** The whole message as it was sent, verbatim. */
  raw: string;
  guard: ReplayGuard;
  /** null: the failure has no hint. */
  hinted: RetryPlan | null;
  /** Names of HTTP headers the server is configured to send, values hidden. */
  headers: string[];
  /** Why it cannot be replayed, in one sentence; '' if it can. */
  problem: string;
  /** From an opened capture: it has no server to send to. `placeholders` are what masking left instead of values. */
  evidence: { placeholders: string[] } | null;
}

export interface ReplayAttempt {
  /** The attempt's row; null while it waits. */
  row: number | null;
  /** When it was or will be sent, in ms since 1970. */
  at: number;
  headline: string;
  /** null while open. */
  verdict: ReplayVerdict | null;
  latencyMs: number | null;
}

const replayStates = ['waiting', 'running', 'paused', 'done', 'cancelled', 'failed'] as const;
export interface ReplayView {
  id: string;
  /** The row to retry. */
  source: number;
  server: string;
  /** The target server. */
  to: string;
  method: string;
  target: string | null;
  state: (typeof replayStates)[number];
  /** Over all attempts so far: `flaky` comes with `fixedCount` of `attempts.length`. */
  verdict: ReplayVerdict | null;
  fixedCount: number;
  /** The original call had succeeded. */
  passedBefore: boolean;
  attempts: ReplayAttempt[];
  /** Planned but not started. */
  remaining: number;
  /** The earliest time of the next attempt, in ms since 1970; null if none waits. */
  nextAt: number | null;
  /** What there is to say besides state and verdict, such as why it stopped; '' if nothing. */
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
  /** Later failures of the same call that this one represents. */
  alike: number;
}

export interface BulkReplay {
  items: BulkItem[];
  /** Failures left out, and why: `3 rows are not calls`. */
  leftOut: string[];
}

/** A line of a structural diff. The window folds volatile lines (ids, times). */
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
  /** The answers were too large for a structural diff; the lines compare text. */
  byText: boolean;
}

export const snippetKinds = ['curl', 'typescript', 'python', 'misfire', 'vitest'] as const;
export type SnippetKind = (typeof snippetKinds)[number];
