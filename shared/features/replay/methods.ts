// Methods of replay: sending recorded calls again.

import { z } from 'zod';
import { id, method, returns } from '../../api/method.ts';
import type { RetryPlan } from '../../retry/planned.ts';
import {
  type AnswerDiff,
  type BulkReplay,
  policySchema,
  type ReplayDraft,
  type ReplayView,
  replayRequestSchema,
  snippetKinds,
} from '../../retry/replay.ts';

export const replayMethods = {
  /** Everything the user should see before retrying a call. */
  draftReplay: method(z.object({ row: id }), returns<ReplayDraft>()),
  /** A preview of what a policy would do. */
  simulatePolicy: method(z.object({ policy: policySchema }), returns<RetryPlan>()),
  /** Code `needs_confirmation` if the guard was not answered. */
  startReplay: method(replayRequestSchema, returns<{ replay: string }>()),
  controlReplay: method(
    z.object({ replay: z.string(), action: z.enum(['pause', 'resume', 'skip', 'cancel']) }),
    returns<null>(),
  ),
  replays: method(z.object({}), returns<{ replays: ReplayView[] }>()),
  /** The failures that match a filter, as calls to send; sends nothing. */
  planBulk: method(z.object({ filter: z.string().max(2000) }), returns<BulkReplay>()),
  /** Sends each planned row once, in order. `confirm` has the typed names of destructive tools. */
  startBulk: method(
    z.object({
      rows: z.array(id).min(1).max(1000),
      to: z.string().max(200).optional(),
      confirm: z.array(z.string()).default([]),
    }),
    returns<{ bulk: string }>(),
  ),
  diffAnswers: method(z.object({ before: id, after: id }), returns<AnswerDiff>()),
  /** A repro set (docs/repro-sets.md) of these calls, as JSON text. */
  reproSet: method(z.object({ rows: z.array(id).min(1).max(1000) }), returns<{ text: string }>()),
  /** The call as code to copy; variables replace secrets. */
  snippet: method(z.object({ row: id, kind: z.enum(snippetKinds) }), returns<{ text: string; language: string }>()),
};

/** With each batch; null: unchanged. */
export const replayChanges = { replays: null as ReplayView[] | null };
