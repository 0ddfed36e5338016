// Methods of Hold: rules, held messages, and what a person decides about them.

import { z } from 'zod';
import { id, method, returns } from '../../api/method.ts';
import type { AnswerClass } from '../rehearse/answer-pairs.ts';
import type { HoldView } from './held.ts';
import { wantedRuleSchema } from './hold-schemas.ts';
import type { HoldRule } from './rules.ts';

/** What the card of a held message needs besides its row. */
export interface HeldMessageView {
  text: string;
  /** What the message has to fit: the tool's schema of arguments or of results. null: unknown. */
  schema: string | null;
  /** Failures that can take its place, in the server's error model. */
  answers: { class: AnswerClass; label: string }[];
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
  /** The text of a failure in the server's error model, to pass on instead. Sends nothing. */
  previewHeldAnswer: method(z.object({ held: id, class: z.string().max(40) }), returns<{ text: string }>()),
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
