// What the model of a client received, without secrets. Masks before the client cuts: masking cannot recognize half a secret, or one
// without its name.

import { asSeenBy } from './as-seen-by.ts';
import type { Got, SeenContext, ServerAnswer } from './parts/seen.ts';
import type { SeenClientId } from './seen.ts';

/** `mask` keeps JSON valid. */
export const maskAnswer = (answer: ServerAnswer, mask: (text: string) => string): ServerAnswer =>
  JSON.parse(mask(JSON.stringify(answer))) as ServerAnswer;

export const maskedGot = (client: SeenClientId, masked: ServerAnswer, context: SeenContext = {}): Got =>
  asSeenBy(client, masked, context).got;
