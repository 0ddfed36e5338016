// Compares a call of a transcript with the server's response. Rows and the card use it, so that they have one opinion.

import { nameOfClient } from '../clients/clients.ts';
import type { Json } from '../json/json.ts';
import { compareSeen, type SeenDifference } from '../seen/compare-seen.ts';
import type { SeenContext, ServerAnswer } from '../seen/parts/seen.ts';
import { seenIdOf } from '../seen/seen.ts';
import type { SeenCall } from './parts/seen-call.ts';

export function contextOf({ server, tool, args, model }: SeenCall, outputSchema: Json | undefined): SeenContext {
  return {
    server,
    tool,
    args,
    ...(model === undefined ? {} : { model }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  };
}

/** null: the model got all of it. `not comparable`: the transcript ends before the result. */
export function compareCall(
  call: SeenCall,
  said: ServerAnswer,
  outputSchema: Json | undefined,
): SeenDifference | 'not comparable' | null {
  if (call.got === null) return 'not comparable';
  return compareSeen({
    rules: seenIdOf(call.client),
    clientName: nameOfClient(call.client),
    said,
    got: call.got,
    flagged: call.flagged,
    isPutAside: call.putAside !== undefined,
    isReplaced: call.isReplaced === true,
    context: contextOf(call, outputSchema),
  });
}
