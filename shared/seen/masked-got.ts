// What the model of a client got, without its secrets. They are hidden before the client cuts: half a secret, or one without the
// name before it, would not be recognized.

import { asSeenBy } from './as-seen-by.ts';
import type { ClientId, Got, SeenContext, ServerAnswer } from './parts/seen.ts';

/** `mask` keeps JSON what it is. */
export const maskAnswer = (answer: ServerAnswer, mask: (text: string) => string): ServerAnswer =>
  JSON.parse(mask(JSON.stringify(answer))) as ServerAnswer;

export const maskedGot = (client: ClientId, masked: ServerAnswer, context: SeenContext = {}): Got =>
  asSeenBy(client, masked, context).got;
