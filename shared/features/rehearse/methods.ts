// Methods of rehearsals: plans, runs and report cards.

import { z } from 'zod';
import { method, returns } from '../../api/method.ts';
import type { OwnPlan, RehearsalView } from '../../api/views.ts';
import type { PastSession } from './plan-preview.ts';
import { longestPlan } from './rehearsal-plan.ts';

export const rehearseMethods = {
  /** Your own plans, as they were written. */
  rehearsalPlans: method(z.object({}), returns<{ plans: OwnPlan[]; folder: string | null }>()),
  /** `replaces`: the file of the plan that was edited. */
  savePlan: method(
    z.object({ text: z.string().min(1).max(longestPlan), replaces: z.string().max(80).nullable() }),
    returns<OwnPlan>(),
  ),
  removePlan: method(z.object({ file: z.string().min(1).max(80) }), returns<{ text: string }>()),
  /** Which watched clients called which servers, newest first, and the last session of a pair; null: any. */
  pastSessions: method(
    z.object({ client: z.string().max(200).nullable(), server: z.string().max(200).nullable() }),
    returns<{ pairs: { client: string; server: string }[]; session: PastSession | null }>(),
  ),
  rehearsal: method(z.object({}), returns<{ running: RehearsalView | null }>()),
  /** A ready plan by its name, or the JSON text of a plan. */
  startRehearsal: method(z.object({ plan: z.string().min(1).max(longestPlan) }), returns<RehearsalView>()),
  stopRehearsal: method(z.object({}), returns<null>()),
};

/** With each batch; null: unchanged. */
export const rehearseChanges = { rehearsal: null as { running: RehearsalView | null } | null };
