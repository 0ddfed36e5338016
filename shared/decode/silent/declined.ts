// A call that failed because the question it asked was declined. The server's message often reads like a missing permission.

import type { Account, DecodeContext } from '../../account/account.ts';
import { endingOf } from '../../ending/decide-ending.ts';
import type { FailureClass } from '../../failure.ts';
import type { Claim } from '../claims/claim.ts';
import type { Decision } from '../finding/decision.ts';
import { callName } from '../words/call-name.ts';
import { quoted } from '../words/quoted.ts';
import { nameOfServer } from '../words/server-name.ts';
import { claimOf } from './draft.ts';
import { endedDraft } from './no-answer.ts';

/** What servers say after a decline. Another class has another cause: a service that is down is not declined. */
const afterDecline: ReadonlySet<FailureClass> = new Set([
  ...(['cancelled', 'forbidden', 'approval_required', 'unauthorized', 'unknown', 'terminal'] as const),
  ...(['internal', 'invalid_request', 'validation', 'unsupported'] as const),
]);

/** null: nothing was declined. */
export function declinedClaim(account: Account, decision: Decision, context: DecodeContext): Claim | null {
  if ((account.wait?.question ?? null) === null || !afterDecline.has(decision.class)) return null;
  const ending = endingOf(account, context.receivedAt);
  if (ending.kind === 'answered') return null;
  const { message, code } = decision;
  const draft = endedDraft(ending, account, nameOfServer(context), callName(account));
  return claimOf('client', { ...draft, message, code, quote: message === '' ? null : quoted(message, 'answer') });
}
