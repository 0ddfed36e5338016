// What the model of one client receives from a response. Pure: each client's file in `shared/clients` names its rules and the version with
// which they were measured.

import { clientOfId } from '../clients/clients.ts';
import { lossesOf } from './losses.ts';
import type { SeenContext, SeenRules, ServerAnswer } from './parts/seen.ts';
import type { Seen, SeenClientId } from './seen.ts';

export const rulesOf = (client: SeenClientId): SeenRules => clientOfId(client)!.seen!;

export function asSeenBy(client: SeenClientId, answer: ServerAnswer, context: SeenContext = {}): Seen {
  const { got, flagged, rule } = gotBy(client, answer, context);
  return { client, version: rulesOf(client).version, got, flagged, lost: lossesOf(answer, got, flagged), rule };
}

/** Without what is lost, which takes longer to find than all else. */
export const gotBy = (
  client: SeenClientId,
  answer: ServerAnswer,
  context: SeenContext = {},
): ReturnType<SeenRules['pass']> =>
  rulesOf(client).pass(answer, { ...context, server: context.server ?? 'server', tool: context.tool ?? 'tool' });
