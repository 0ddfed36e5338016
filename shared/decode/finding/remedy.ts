// What to change, most likely first: the server's suggestion, then the dialect's advice, then what usually helps.

import type { FailureClass } from '../../failure.ts';
import { readCause } from '../extract/masked-cause.ts';
import type { EnvelopeFault } from '../words/envelope.ts';
import { callFirst, commandIn } from '../words/given-remedy.ts';
import { refusedSize } from '../words/http-sizes.ts';
import { issueWords } from '../words/reason-words.ts';
import { inMarks } from '../words/shorten.ts';
import type { Decision } from './decision.ts';
import { fill } from './explain.ts';
import { sentNone, settingIn } from './message-signs.ts';
import { seeStderr, usual } from './usual-steps.ts';

export function remedies(decision: Decision): string[] {
  const { retry } = decision;
  if (decision.deciding?.told !== undefined) return toldSteps(decision);
  const steps: string[] = [];
  // The server's text, so it is shown as a quotation even if it contains a command.
  const { suggestions } = decision.reading;
  for (const suggestion of suggestions.length > 2 ? suggestions.slice(0, 2) : suggestions)
    add(steps, `The server suggests: ${inMarks(suggestion, 300)}`);
  const command =
    suggestions.length === 0 && takesCommand.has(decision.class)
      ? commandIn(decision.reading.messages.map(({ value }) => value))
      : null;
  if (readCause(decision.reading) !== undefined) add(steps, seeStderr(decision));
  if (command !== null) add(steps, `The server suggests: ${inMarks(command, 120)}`);
  if (decision.envelope !== null) return [...steps, ...envelopeSteps(decision.envelope)];
  const size = refusedSize(decision.call);
  if (size !== null)
    return [...steps, `The request had ${size}, probably more than the server accepts: send less at once.`];
  // If no token was sent, none can be expired.
  const advice = isOutdone(decision) ? [] : (decision.meaning?.remedy ?? []);
  for (const text of advice) {
    const filled = fill(text, decision);
    if (filled !== null) add(steps, filled);
  }
  const upstream =
    decision.isUpstream && retry.afterMs === null ? ofUpstream[decision.reading.statuses[0]?.value ?? 0] : undefined;
  for (const text of upstream ?? usual(decision)) add(steps, text);
  // If the verdict is never, no retry is suggested, even if the dialect advises one.
  const kept = retry.verdict === 'never' ? steps.filter((step) => isQuoted(step) || !again.test(step)) : steps;
  return kept.length > 6 ? kept.slice(0, 6) : kept;
}

/** Even without a message, the rejected arguments may be the cause. */
function toldSteps({ reading, meaning }: Decision): string[] {
  const steps = meaning?.remedy ?? [];
  const unfit = reading.issues.filter(({ by }) => by === 'schema');
  if (unfit.length === 0) return steps;
  return [`The arguments break the schema that the tool lists: ${issueWords(unfit)}. Correct them first.`, ...steps];
}

/** Whether something is known that the row's advice leaves out: no token was sent, or a variable is named. */
function isOutdone({ call, class: failureClass, reason }: Decision): boolean {
  if (failureClass === 'unauthorized') return sentNone(call);
  return failureClass === 'not_ready' && (settingIn(reason) !== null || callFirst(reason) !== null);
}

/** Classes in which the missing step may be a command, run on the server's machine. */
const takesCommand: ReadonlySet<FailureClass> = new Set(['not_ready', 'unauthorized', 'dependency', 'internal']);

/** JSON-RPC allows batches, so the advice says that MCP does not. */
function envelopeSteps({ place, step, isSent, others }: EnvelopeFault): string[] {
  if (place === 'params' && isSent) return [`${step}. MCP allows no other params.`];
  return [step, ...others].map((text) => `${text}.`);
}

/** What helps if an upstream service answered the server with a status. */
const ofUpstream: Readonly<Record<number, readonly string[]>> = {
  400: ['The upstream service rejected the request: compare the arguments with what that service accepts.'],
  451: ['The service withholds this for legal reasons, so other credentials do not help. Ask for something else.'],
  503: ['The upstream service is overloaded or down: retry with growing waits.'],
};

const again = /\btry (?:it )?(?:once more|again)|repeat the (?:same )?call\b|\bretry\b|\bcall again\b/i;

function isQuoted(step: string): boolean {
  return step.startsWith('The server suggests: ');
}

function add(steps: string[], text: string): void {
  if (!steps.includes(text)) steps.push(text);
}
