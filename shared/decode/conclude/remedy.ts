// What to change, most likely first: the server's suggestion, then the dialect's advice, then what usually helps.

import type { FailureClass, Retry } from '../../failure.ts';
import { readCause } from '../extract/masked-cause.ts';
import { inMarks } from '../finding/shorten.ts';
import type { EnvelopeFault } from '../words/envelope.ts';
import { callFirst, commandIn } from '../words/given-remedy.ts';
import { refusedSize } from '../words/http-sizes.ts';
import { fill, type Story } from './explain.ts';
import { sentNone, settingIn } from './story-signs.ts';
import { seeStderr, usual } from './usual-steps.ts';

export function remedies(story: Story, retry: Retry): string[] {
  const steps: string[] = [];
  // The server's text, so it is shown as a quotation even if it contains a command.
  const { suggestions } = story.facts;
  for (const suggestion of suggestions.length > 2 ? suggestions.slice(0, 2) : suggestions)
    add(steps, `The server suggests: ${inMarks(suggestion, 300)}`);
  const command =
    suggestions.length === 0 && takesCommand.has(story.class)
      ? commandIn(story.facts.messages.map(({ value }) => value))
      : null;
  if (readCause(story.facts) !== undefined) add(steps, seeStderr(story));
  if (command !== null) add(steps, `The server suggests: ${inMarks(command, 120)}`);
  if (story.envelope !== null) return [...steps, ...envelopeSteps(story.envelope)];
  const size = refusedSize(story.account);
  if (size !== null)
    return [...steps, `The request had ${size}, probably more than the server accepts: send less at once.`];
  // If no token was sent, none can be expired.
  const advice = isOutdone(story) ? [] : (story.meaning?.remedy ?? []);
  for (const text of advice) {
    const filled = fill(text, story);
    if (filled !== null) add(steps, filled);
  }
  const upstream =
    story.isBehind && retry.afterMs === null ? ofUpstream[story.facts.statuses[0]?.value ?? 0] : undefined;
  for (const text of upstream ?? usual(story.class, story, retry, story.meaning)) add(steps, text);
  // If the verdict is never, no retry is suggested, even if the dialect advises one.
  const kept = retry.verdict === 'never' ? steps.filter((step) => isQuoted(step) || !again.test(step)) : steps;
  return kept.length > 6 ? kept.slice(0, 6) : kept;
}

/** Whether something is known that the row's advice leaves out: no token was sent, or a variable is named. */
function isOutdone({ account, class: failureClass, message }: Story): boolean {
  if (failureClass === 'unauthorized') return sentNone(account);
  return failureClass === 'not_ready' && (settingIn(message) !== null || callFirst(message) !== null);
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
