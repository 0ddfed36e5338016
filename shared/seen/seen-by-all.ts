// What the models of all known clients receive from one response, the measured clients first.

import { asSeenBy } from './as-seen-by.ts';
import type { SeenContext, ServerAnswer } from './parts/seen.ts';
import { type Seen, seenClientIds } from './seen.ts';

export const seenByAll = (answer: ServerAnswer, context: SeenContext = {}): Seen[] =>
  seenClientIds.map((client) => asSeenBy(client, answer, context));
