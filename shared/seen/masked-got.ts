// What the model of a client received, without secrets. Masks before the client cuts: masking cannot recognize half a secret, or one
// without its name.

import { asSeenBy } from './as-seen-by.ts';
import type { ClientId, Got, SeenContext, ServerAnswer } from './parts/seen.ts';

/** `mask` keeps JSON valid. */
export const maskAnswer = (answer: ServerAnswer, mask: (text: string) => string): ServerAnswer =>
  JSON.parse(mask(JSON.stringify(answer))) as ServerAnswer;

export const maskedGot = (client: ClientId, masked: ServerAnswer, context: SeenContext = {}): Got =>
  asSeenBy(client, masked, context).got;
