// A call that failed because one side broke a rule of the protocol (rules/rules.ts).

import type { Account, DecodeContext } from '../../account/account.ts';
import { member } from '../../json/json.ts';
import type { Claim } from '../claims/claim.ts';
import type { Located } from '../reading/reading.ts';
import { nameOfServer } from '../words/server-name.ts';
import { claimOf } from './draft.ts';

/** null: no rule was broken, or something else says more. */
export function brokenClaim(account: Account, found: Located | null, context: DecodeContext): Claim | null {
  const { broken, answer, process } = account;
  if (broken === undefined || process !== undefined) return null;
  if (broken.binds === 'client' && (found === null || !isRejection(account))) return null;
  const isServer = broken.binds === 'server';
  const side = isServer ? nameOfServer(context) : (account.client ?? 'The client');
  return claimOf(isServer && answer !== undefined ? 'protocol' : 'client', {
    class: isServer ? 'invalid_response' : 'invalid_request',
    title: 'Breaks MCP',
    explanation: `${side} ${broken.how}. MCP requires a ${broken.binds} to ${broken.id}.`,
    phrase: { sentence: `${side} ${broken.how}`, short: `Breaks MCP: ${broken.how}` },
    quote: null,
    fault: isServer ? 'server' : 'caller',
    owner: broken.binds,
    remedy: [broken.fix, `The rule: ${broken.address}`],
    evidence: [{ path: 'rule', value: broken.id, means: broken.how, decides: true }],
  });
}

/** A tool that fails for its own reasons had accepted the request. */
function isRejection({ answer }: Account): boolean {
  const result = member(answer?.value, 'result');
  return result === undefined || aboutRequest.test((answer?.text ?? '').slice(0, 2000));
}

const aboutRequest = /request ?state|input ?(?:response|request)|request id|requestId/i;
