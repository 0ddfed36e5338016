// A call that failed because the question it asked was declined, not answered, or not understood. The server's message often reads
// like a missing permission, or like a service that is down.

import type { Account, DecodeContext } from '../../account/account.ts';
import { endingOf } from '../../ending/decide-ending.ts';
import type { Question } from '../../ending/ending-facts.ts';
import type { FailureClass } from '../../failure.ts';
import type { Claim } from '../claims/claim.ts';
import type { Decision } from '../finding/decision.ts';
import { callName, inSentence, nameOfServer } from '../words/names.ts';
import { quotedText } from '../words/quoted.ts';
import { claimOf } from './draft.ts';
import { endedDraft } from './no-answer.ts';

/** What servers say after a decline. Another class has another cause: a service that is down is not declined. */
const afterDecline: ReadonlySet<FailureClass> = new Set([
  ...(['cancelled', 'forbidden', 'approval_required', 'unauthorized', 'unknown', 'terminal'] as const),
  ...(['internal', 'invalid_request', 'validation', 'unsupported'] as const),
]);

/** What servers say after they waited for an answer in vain. */
const afterSilence: ReadonlySet<FailureClass> = new Set(['timeout', 'cancelled', 'approval_required']);

/** null: its question, if it asked one, was answered. */
export function declinedClaim(account: Account, decision: Decision, context: DecodeContext): Claim | null {
  const question = account.wait?.question ?? null;
  if (question === null) return null;
  const isAnswered = question.answeredAt !== null;
  if (isAnswered && question.error !== undefined)
    return account.isFromServer ? null : notSupported(account, question, decision, context);
  if (!(isAnswered ? afterDecline : afterSilence).has(decision.class)) return null;
  const ending = endingOf(account, context.receivedAt);
  if (ending.kind === 'answered') return null;
  const { message, code } = decision;
  const draft = endedDraft(ending, account, nameOfServer(context), callName(account));
  return claimOf('client', { ...draft, message, code, quote: message === '' ? null : quotedText(message, 'answer') });
}

/** The client answered the question with an error, which the server passed on. */
function notSupported(
  account: Account,
  { method, error = '', isUndeclared }: Question,
  { message, code }: Decision,
  context: DecodeContext,
): Claim | null {
  if (!/not found|not support|unsupported|unknown method/i.test(error) || !message.includes(error)) return null;
  const server = nameOfServer(context);
  const client = account.client ?? 'The client';
  const undeclared = isUndeclared ? ', and does not declare it' : '';
  return claimOf('client', {
    class: 'unsupported',
    title: 'Question not supported',
    phrase: {
      sentence: inSentence`${client} does not support ${method}, which ${server} sent`,
      short: `No ${method} in client`,
    },
    explanation: inSentence`${server} sent ${method} during ${callName(account)}. ${client} does not support it${undeclared}.`,
    message,
    code,
    quote: quotedText(message, 'answer'),
    fault: isUndeclared ? 'server' : 'caller',
    owner: isUndeclared ? 'server' : 'client',
    verdict: 'after_fix',
    remedy: [
      `In the server: send ${method} only to clients that declare it, and work without it for others.`,
      `Or call from a client that supports ${method}.`,
    ],
    evidence: [{ path: 'question.error', value: error, means: `what the client answered to ${method}`, decides: true }],
  });
}
