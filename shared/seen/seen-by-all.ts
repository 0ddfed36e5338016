// What the models of all known clients receive from one response, the measured clients first.

import { asSeenBy } from './as-seen-by.ts';
import { clientIds, type Seen, type SeenContext, type ServerAnswer } from './parts/seen.ts';

export const seenByAll = (answer: ServerAnswer, context: SeenContext = {}): Seen[] =>
  clientIds.map((client) => asSeenBy(client, answer, context));
