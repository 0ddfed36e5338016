// A call that failed because one side broke a rule of the protocol (rules/rules.ts).

import type { Account, DecodeContext } from '../../account/account.ts';
import type { BrokenRule } from '../../account/broken-rule.ts';
import type { Evidence } from '../../failure.ts';
import { member } from '../../json/json.ts';
import { ruleText } from '../../rules/rule.ts';
import type { Claim } from '../claims/claim.ts';
import type { Located } from '../reading/reading.ts';
import { nameOfServer } from '../words/names.ts';
import { claimOf } from './draft.ts';

/** null: no rule was broken, or something else says more. */
export function brokenClaim(account: Account, found: Located | null, context: DecodeContext): Claim | null {
  if (account.broken === undefined || account.process !== undefined) return null;
  const broken = account.broken.find(
    (one) => one.refusal === undefined && (one.binds === 'server' || (found !== null && isRejection(account))),
  );
  if (broken === undefined) return null;
  const isServer = broken.binds === 'server';
  const side = isServer ? nameOfServer(context) : (account.client ?? 'The client');
  return claimOf(isServer && account.answer !== undefined ? 'protocol' : 'client', {
    class: isServer ? 'invalid_response' : 'invalid_request',
    title: 'Breaks MCP',
    explanation: `${side} ${broken.how}. MCP requires a ${broken.binds} to ${broken.id}.`,
    phrase: { sentence: `${side} ${broken.how}`, short: `Breaks MCP: ${broken.how}` },
    quote: null,
    fault: isServer ? 'server' : 'caller',
    owner: broken.binds,
    remedy: [broken.fix, `The rule: ${broken.address}`],
    evidence: [{ path: 'rule', value: broken.id, means: broken.how, decides: true }, clauseOf(broken)],
  });
}

const clauseOf = ({ clause, address }: BrokenRule): Evidence => ({ path: 'clause', value: clause, means: address });

/** A rule that the request broke and that the answer is about. The answer itself says what failed. */
export function brokenEvidence(account: Account): Evidence[] {
  const broken = account.broken?.find((one) => one.refusal !== undefined && isRefusal(account, one));
  if (broken === undefined) return [];
  const side = broken.binds === 'server' ? 'the server' : (account.client ?? 'the client');
  return [{ path: 'rule', value: broken.id, means: `${side} ${broken.how}` }, clauseOf(broken)];
}

/** A tool that fails for its own reasons had accepted the request. */
function isRejection({ answer }: Account): boolean {
  const result = member(answer?.value, 'result');
  return result === undefined || aboutRequest.test((answer?.text ?? '').slice(0, 2000));
}

const aboutRequest = /request ?state|input ?(?:response|request)|request id|requestId/i;

/** The answer is one that a request like this gets. */
function isRefusal({ answer, http }: Account, { refusal }: BrokenRule): boolean {
  if (refusal === undefined) return false;
  const status = http?.status ?? 0;
  const said = answer?.text ?? http?.body ?? '';
  const error = member(answer?.value, 'error');
  if (error === undefined && status < 400) return false;
  const code = member(error, 'code');
  const words = typeof code === 'number' ? `code ${code} ${ruleText(member(error, 'message'))}` : said;
  return refusal.test(`HTTP ${status} ${words.slice(0, 2000)}`);
}
