// What servers ask of their client and wait for: roots, sampling, elicitation, and the input that a call came back for.
// Owns the list and the answers; how a question arrives and its answer leaves is session/'s business.

import { done, refused } from '../../../shared/api.ts';
import type { AskView } from '../../../shared/connecting.ts';
import type { Ask } from '../answering.ts';

export class Asks {
  /** All that wait, when that changed since the last time; else null. */
  takeChanged(): AskView[] | null {
    return null;
  }

  readonly asks: Ask<'asks'> = async () => done({ asks: [] });

  readonly answerAsk: Ask<'answerAsk'> = async () => refused('not_found', 'Nobody waits for this answer any more.');
}
