// What makes the call succeed: one table from class, owner and verdict, so that no failure gives contradictory advice. A failure of the
// response never proposes another request: its fix is a report.

import { correctArguments } from '../../correct/correct-arguments.ts';
import type { Fix } from '../../failure.ts';
import { member } from '../../json/json.ts';
import { reasonOf } from '../words/reason-words.ts';
import type { Decision } from './decision.ts';
import { settingIn } from './message-signs.ts';

const mostTexts = 5;

export function fixOf(decision: Decision): Fix {
  const { retry } = decision;
  const variables = variablesIn(decision);
  if (variables.length > 0) return { kind: 'setting', variables: [...variables] };
  switch (retry.verdict) {
    case 'wait':
    case 'backoff':
      return { kind: 'wait', afterMs: retry.afterMs };
    case 'after_auth':
      return authorization(decision);
    case 'after_fix':
      return change(decision);
    case 'never':
    case 'unknown':
      return giveUp(decision);
  }
}

/** Environment variables that the server asks for. */
function variablesIn({ deciding, class: failureClass, reason }: Decision): readonly string[] {
  if (deciding?.told !== undefined) return deciding.told.variables ?? [];
  const setting = failureClass === 'unauthorized' || failureClass === 'not_ready' ? settingIn(reason) : null;
  return setting === null ? [] : [setting];
}

function authorization({ class: failureClass, owner, call, reading }: Decision): Fix {
  if (failureClass === 'approval_required') return { kind: 'approval' };
  // A tool that ran had accepted the caller: the rejected credentials are the server's own.
  // Over stdio there is nobody to sign in to.
  return owner === 'settings' && call.http === undefined && (reading.layer === 'tool' || call.answer !== undefined)
    ? { kind: 'setting', variables: [] }
    : { kind: 'sign_in' };
}

function change(decision: Decision): Fix {
  switch (decision.owner) {
    case 'request':
      return correction(decision);
    case 'settings':
      return { kind: 'setting', variables: [] };
    case 'client':
      return { kind: 'report', to: 'client' };
    default:
      return { kind: 'report', to: 'server' };
  }
}

function giveUp({ retry, owner }: Decision): Fix {
  if (owner === 'server' || owner === 'upstream') return { kind: 'report', to: 'server' };
  if (owner === 'client') return { kind: 'report', to: 'client' };
  if (owner === 'settings') return { kind: 'setting', variables: [] };
  return retry.verdict === 'unknown' && owner === 'network' ? { kind: 'wait', afterMs: null } : { kind: 'none' };
}

/** Another request, if the server's message or the schema says which. */
function correction(decision: Decision): Fix {
  const { call, reading, envelope } = decision;
  const { method, params, inputSchema } = call;
  const { issues } = reading;
  // The arguments are not the problem: the remedy names it.
  if (envelope !== null) return { kind: 'request', changes: [], missing: [] };
  const isRefused = decision.class === 'validation' || issues.length > 0;
  // If the request is unknown, the server's message still names the argument.
  const takesArguments = method === undefined || method === 'tools/call' || method === 'prompts/get';
  if (!takesArguments || !isRefused) return { kind: 'request', changes: [], missing: [] };
  const { changes, missing } = correctArguments({
    schema: inputSchema ?? null,
    args: member(params, 'arguments'),
    issues: issues.filter(({ by }) => by === undefined),
    message: wordsOf(decision),
  });
  return { kind: 'request', changes, missing };
}

/** Everything the server said, the most specific first. */
function wordsOf({ message, reading }: Decision): string {
  const { messages, problem } = reading;
  const texts = new Set([reasonOf({ message, problem }), ...messages.slice(0, mostTexts).map(({ value }) => value)]);
  return [...texts].filter(Boolean).join('\n');
}
