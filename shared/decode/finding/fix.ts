// What makes the call succeed: one table from class, owner and verdict, so that no failure gives contradictory advice. A failure of the
// response never proposes another request: its fix is a report.

import type { Account } from '../../account/account.ts';
import { correctArguments } from '../../correct/correct-arguments.ts';
import type { Fix, Judgment, Owner } from '../../failure.ts';
import { member } from '../../json/json.ts';
import type { Found } from '../facts/facts.ts';
import { reasonOf } from '../words/reason-words.ts';
import type { Clues } from './clues.ts';

const mostTexts = 5;

export function fixOf(account: Account, judgment: Judgment, owner: Owner, clues: Clues): Fix {
  const { retry } = judgment;
  const { variables } = clues;
  if (variables.length > 0) return { kind: 'setting', variables: [...variables] };
  switch (retry.verdict) {
    case 'wait':
    case 'backoff':
      return { kind: 'wait', afterMs: retry.afterMs };
    case 'after_auth':
      return authorization(account, judgment, owner);
    case 'after_fix':
      return change(account, judgment, owner, clues);
    case 'never':
    case 'unknown':
      return giveUp(judgment, owner);
  }
}

function authorization(account: Account, judgment: Judgment, owner: Owner): Fix {
  if (judgment.class === 'approval_required') return { kind: 'approval' };
  // A tool that ran had accepted the caller: the rejected credentials are the server's own.
  return owner === 'settings' && account.http === undefined && judgment.layer === 'tool'
    ? { kind: 'setting', variables: [] }
    : { kind: 'sign_in' };
}

function change(account: Account, judgment: Judgment, owner: Owner, clues: Clues): Fix {
  switch (owner) {
    case 'request':
      return correction(account, judgment, clues);
    case 'settings':
      return { kind: 'setting', variables: [] };
    case 'client':
      return { kind: 'report', to: 'client' };
    default:
      return { kind: 'report', to: 'server' };
  }
}

function giveUp({ retry }: Judgment, owner: Owner): Fix {
  if (owner === 'server' || owner === 'upstream') return { kind: 'report', to: 'server' };
  if (owner === 'client') return { kind: 'report', to: 'client' };
  return retry.verdict === 'unknown' && owner === 'network' ? { kind: 'wait', afterMs: null } : { kind: 'none' };
}

/** Another request, if the server's message or the schema says which. */
function correction(account: Account, judgment: Judgment, { envelope, said }: Clues): Fix {
  const { method, params, inputSchema } = account;
  const { issues } = judgment;
  // The arguments are not the problem: the remedy names it.
  if (envelope) return { kind: 'request', changes: [], missing: [] };
  const isRefused = judgment.class === 'validation' || issues.length > 0;
  // If the request is unknown, the server's message still names the argument.
  const takesArguments = method === undefined || method === 'tools/call' || method === 'prompts/get';
  if (!takesArguments || !isRefused) return { kind: 'request', changes: [], missing: [] };
  const { changes, missing } = correctArguments({
    schema: inputSchema ?? null,
    args: member(params, 'arguments'),
    issues: issues.filter(({ by }) => by === undefined),
    message: wordsOf(judgment, said),
  });
  return { kind: 'request', changes, missing };
}

/** Everything the server said, the most specific first. */
function wordsOf(judgment: Judgment, said: readonly Found<string>[]): string {
  const texts = new Set([reasonOf(judgment), ...said.slice(0, mostTexts).map(({ value }) => value)]);
  return [...texts].filter(Boolean).join('\n');
}
