// What makes the call succeed, as the button of the card: verdict and owner decide by the table in advice.ts.

import { correctArguments } from '../../correct/correct-arguments.ts';
import type { Fix, WrongWord } from '../../failure.ts';
import { member } from '../../json/json.ts';
import { reasonOf } from '../words/reason-words.ts';
import { buttons } from './advice.ts';
import type { Decision } from './decision.ts';
import { settingIn, signs, slotsOf } from './signs.ts';

const mostTexts = 5;

export function fixOf(decision: Decision): Fix {
  const { retry, owner } = decision;
  const variables = variablesIn(decision);
  if (variables.length > 0) return { kind: 'setting', variables: [...variables] };
  if (retry.verdict === 'wait' || retry.verdict === 'backoff') return { kind: 'wait', afterMs: retry.afterMs };
  const kind = retry.verdict === 'after_auth' ? authorization(decision) : buttons[retry.verdict][owner];
  switch (kind) {
    case 'request':
      return correction(decision);
    case 'setting':
      return { kind, variables: [], ...wrongIn(decision) };
    case 'report':
      return { kind, to: owner === 'client' ? 'client' : 'server' };
    case 'wait':
      return { kind, afterMs: null };
    default:
      return { kind };
  }
}

/** Environment variables that the server asks for. */
function variablesIn({ deciding, class: failureClass, reason }: Decision): readonly string[] {
  if (deciding?.told !== undefined) return deciding.told.variables ?? [];
  const setting = failureClass === 'unauthorized' || failureClass === 'not_ready' ? settingIn(reason) : null;
  return setting === null ? [] : [setting];
}

const wrongIn = ({ deciding }: Decision): { wrong?: WrongWord } =>
  deciding?.told?.wrong === undefined ? {} : { wrong: deciding.told.wrong };

function authorization(decision: Decision): 'approval' | 'setting' | 'sign_in' {
  if (decision.class === 'approval_required') return 'approval';
  return slotsOf(signs['credentials of the server'], decision) === null ? 'sign_in' : 'setting';
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
  const texts = [reasonOf({ message, problem })];
  for (const { value } of messages.slice(0, mostTexts)) if (!texts.includes(value)) texts.push(value);
  return texts.length === 1 ? (texts[0] as string) : texts.filter(Boolean).join('\n');
}
