// A failure as an issue for the server's author: what happened, why clients have trouble with it, the specification's line, a
// reproduction without Misfire, and a patch. Prints the finding and the rules of clients; claims only what was recorded.

import type { Failure, LintNote } from '../failure.ts';
import { isObject, member, parseJson } from '../json/json.ts';
import { type LossSummary, lossSummary } from '../seen/loss-summary.ts';
import type { SeenContext, ServerAnswer } from '../seen/parts/seen.ts';
import { readServerAnswer } from '../seen/read-server-answer.ts';
import { duration } from '../text/duration.ts';
import { markdownText, visibleText } from '../text/visible-text.ts';
import type { Outcome } from '../timeline.ts';
import { patchFor } from './patch.ts';
import { specificationLines } from './specification.ts';

/** The caller masks all of it. */
export interface ReportSubject {
  failure: Failure;
  /** '' if the text does not name it. */
  server: string;
  /** From the handshake; '' if unknown. */
  version: string;
  /** How the call ended; null for rows that are not calls. */
  outcome: Outcome | null;
  /** The request is deliberately wrong, as `probe` sends it. */
  isProvoked: boolean;
  method: string | null;
  target: string | null;
  /** Parameters as sent; '' if there were none, or they are unknown. */
  params: string;
  /** The response message; '' if there was none. */
  answer: string;
  /** A script that sends the same bytes without Misfire; '' if the server's command is unknown. */
  reproduction: string;
  /** The program that runs the server; '' if unknown. */
  program: string;
}

const longestCode = 3_000;

/** null: there is nothing for the author to change. */
export function authorReport(subject: ReportSubject): string | null {
  const { failure, answer } = subject;
  const said = answerOf(answer);
  const context: SeenContext = { server: subject.server || 'server', tool: subject.target ?? 'tool' };
  const isTool = subject.method === null || subject.method === 'tools/call';
  // A request that reaches no tool gets a protocol error, as the specification requires.
  const isEnvelope = hasNoTool(subject);
  const loss = said && isTool && !isEnvelope ? lossSummary(said, context) : null;
  const isLost = loss !== null && losesWords(loss, said);
  const own = ownFault(subject);
  const problems = [...(own === null ? [] : [own.problem]), ...problemsOf(failure, isLost ? loss : null)];
  if (problems.length === 0) return null;
  const parts = [
    `# ${titleOf(subject, problems[0] ?? '', own?.title)}`,
    ['## What happened', ...happened(subject)].join('\n\n'),
    ['## Why this is a problem', list(problems)].join('\n\n'),
  ];
  const lines = specificationLines(failure, {
    isLost,
    isEnvelope,
    method: subject.method,
    proved: own?.id ?? null,
  });
  if (lines.length > 0) parts.push(['## What the specification says', ...lines].join('\n\n'));
  if (subject.reproduction !== '')
    parts.push(['## How to reproduce', ...reproduction(subject.reproduction.trim())].join('\n\n'));
  const patch = isTool && !isEnvelope ? patchFor(failure, subject.program, isLost) : '';
  if (patch !== '') parts.push(['## Suggested change', patch].join('\n\n'));
  return `${parts.join('\n\n')}\n`;
}

/** What only the author can fix, regardless of the error's text. A guess is not reported. */
function ownFault({ failure, outcome }: ReportSubject): { id: string; problem: string; title?: string } | null {
  if (failure.owner !== 'server' || failure.certainty === 'a guess') return null;
  if (failure.origin === 'process')
    return {
      id: 'process-ended',
      problem: 'The server process ended, so a client gets no answer.',
      ...(failure.quote === null ? {} : { title: `The server process ended: ${failure.quote.text}` }),
    };
  if (outcome === 'noise')
    return { id: 'stdout-noise', problem: 'The server wrote text to stdout that is not a message, so clients fail.' };
  if (outcome === 'schema_violation')
    return {
      id: 'output-schema',
      problem: "The result does not match the tool's own output schema. Clients that check it reject the result.",
    };
  return null;
}

/** Nothing was called: the arguments are not an object, or the tool does not exist. */
function hasNoTool({ params, failure }: ReportSubject): boolean {
  const sent = parseJson(params);
  const args = sent.ok ? member(sent.value, 'arguments') : undefined;
  const name = sent.ok ? member(sent.value, 'name') : undefined;
  if (args !== undefined && !isObject(args)) return true;
  if (name !== undefined && (typeof name !== 'string' || name === '')) return true;
  return (
    failure.carrier === 'jsonrpc.error' &&
    /\b(?:unknown|no) tool\b|\btool\b.{0,130}\bnot found\b/i.test(failure.message)
  );
}

/** A code alone means little to a model: it needs to know that the call failed, and the data sent with the message. */
function losesWords(loss: LossSummary, answer: ServerAnswer | null): boolean {
  if (loss.unaware.length > 0) return true;
  if (answer !== null && 'error' in answer) return answer.error.data !== undefined && loss.lost.includes('data');
  return loss.change !== '';
}

/** Plain information is not worth an issue, unless the specification explicitly disagrees. */
const isIssue = ({ id, severity }: LintNote): boolean => severity !== 'info' || id === 'validation-as-protocol-error';

function problemsOf(failure: Failure, loss: LossSummary | null): string[] {
  const notes = failure.notes.filter(isIssue).map(({ message }) => sentence(message));
  const hints = failure.notes.filter((note) => !isIssue(note)).map(({ message }) => sentence(message));
  const lost = [
    ...(loss && loss.sentence !== '' ? [`${loss.sentence}.`] : []),
    ...(loss && loss.lost !== ''
      ? [`Part of the error does not reach the model (${loss.lost} measured clients).`]
      : []),
  ];
  return [...notes, ...lost, ...(notes.length + lost.length > 0 ? hints : [])];
}

/** The title of the issue: the call, and the first sentence of the first problem if it has no title. */
function titleOf({ target, method }: ReportSubject, problem: string, title?: string): string {
  const call = method === null || method === 'tools/call' ? target : method;
  const name = call === null ? '' : `\`${visibleText(call).replaceAll('`', "'")}\`: `;
  const first = title?.slice(0, 150) ?? problem.split(/[.:;] | \(/, 1)[0]?.replace(/[.:;]$/, '') ?? '';
  return `${name}${markdownText(first)}`;
}

function happened(subject: ReportSubject): string[] {
  const { failure, server, version, method, target, params, answer } = subject;
  const on = server === '' ? 'the server' : markdownText(version === '' ? server : `${server} ${version}`);
  const asked = method === null ? 'A request' : `\`${method}\`${target === null ? '' : ` of \`${target}\``}`;
  const wait = failure.retry.afterMs;
  // The author reads the response below, so an interpretation adds nothing.
  const how = answer === '' ? `: ${sentence(markdownText(failure.sentence))}` : '.';
  const lines = [`${asked} to ${on} failed${how}`];
  if (subject.isProvoked) lines.push('The request is wrong on purpose, to see how the server reports a mistake.');
  if (isZodOfRequest(answerOf(answer)))
    lines.push(
      'The message is a Zod error about `params`, so no tool ran. The TypeScript SDK makes such messages: the fix may belong there.',
    );
  if (wait !== null) lines.push(`The response names a wait of ${duration(wait)}.`);
  if (params !== '') lines.push(`Sent:\n\n${fence(pretty(params), 'json')}`);
  if (answer !== '') lines.push(`Received:\n\n${fence(pretty(answer), 'json')}`);
  // Output of a process around an answered call proves nothing about it.
  if (failure.origin === 'process' && failure.stderr.length > 0)
    lines.push(`Last lines of stderr:\n\n${fence(failure.stderr.slice(-12).join('\n'), 'text')}`);
  return lines;
}

/** For an invalid request, the TypeScript SDK sends Zod's error as the message of an internal error. */
function isZodOfRequest(said: ServerAnswer | null): boolean {
  if (said === null || !('error' in said)) return false;
  const { code, message } = said.error;
  return code === -32603 && /^\[\s*\{/.test(message) && /"path":\s*\[\s*"params"/.test(message);
}

function reproduction(script: string): string[] {
  const command = script.split('\n').findLast((line) => line.startsWith('} | ')) ?? '';
  const hasPath = /(?:^|[\s'"=])(?:\/[\w.-]|[A-Za-z]:\\)/.test(command) || /^cd -- /m.test(script);
  return [...(hasPath ? ['Paths in the command are from my machine.'] : []), fence(script, 'bash')];
}

function answerOf(text: string): ServerAnswer | null {
  const parsed = parseJson(text);
  const read = parsed.ok ? readServerAnswer(parsed.value) : null;
  return read?.ok ? read.answer : null;
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

function pretty(text: string): string {
  const parsed = parseJson(text);
  const laidOut = parsed.ok ? JSON.stringify(parsed.value, null, 2) : text;
  return laidOut.length > longestCode ? `${laidOut.slice(0, longestCode)}\n… (${laidOut.length} characters)` : laidOut;
}

/** A fence longer than any in the text, so that nothing in it ends the block. */
export function fence(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${visibleText(text)}\n${ticks}`;
}
