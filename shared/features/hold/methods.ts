// Methods of Hold: rules, held messages, and what a person decides about them.

import { z } from 'zod';
import { id, method, returns } from '../../api/method.ts';
import type { AnswerDialect } from '../rehearse/answer-pairs.ts';
import { rehearsalDialects } from '../rehearse/rehearsal-plan.ts';
import type { HoldView } from './held.ts';
import { wantedRuleSchema } from './hold-schemas.ts';
import type { HoldRule } from './rules.ts';

/** What the card of a held message needs besides its row. */
export interface HeldMessageView {
  text: string;
  /** What the message has to fit: the tool's schema of arguments or of results. null: unknown. */
  schema: string | null;
  /** The server's own error model. */
  dialect: AnswerDialect;
}

/** The longest text that can be passed on instead. */
const longestEdit = 16 * 1024 * 1024;

export const holdMethods = {
  holds: method(z.object({}), returns<HoldView>()),
  addHoldRule: method(z.object({ rule: wantedRuleSchema }), returns<HoldRule>()),
  removeHoldRule: method(z.object({ rule: id }), returns<null>()),
  /** Removes all rules and passes on what is held. */
  releaseHeld: method(z.object({}), returns<{ passed: number }>()),
  heldMessage: method(z.object({ held: id }), returns<HeldMessageView>()),
  /** The text of a failure of plans, to pass on instead: `answer:rate_limited`, `spoil:cut`. Sends nothing. */
  previewHeldAnswer: method(
    z.object({ held: id, failure: z.string().max(40), dialect: z.enum(rehearsalDialects) }),
    returns<{ text: string }>(),
  ),
  decideHeld: method(
    z.object({
      held: id,
      action: z.enum(['pass', 'edit', 'answer', 'drop']),
      /** For `edit` and `answer`: the whole message. */
      text: z.string().max(longestEdit).optional(),
    }),
    returns<null>(),
  ),
};

/** With each batch; null: unchanged. */
export const holdChanges = { hold: null as HoldView | null };
