// A fix as a report to the server's author: the first failure, what had to be tried, and what the server could have said so that one
// attempt is enough.

import { changeWords, placeName } from '../../correct/correction.ts';
import { quoted } from '../../correct/wanted.ts';
import { duration } from '../../text/duration.ts';
import { markdownText } from '../../text/visible-text.ts';
import type { FixChange } from './fix-types.ts';
import type { FixAttemptView, FixView } from './fix-view.ts';
import { leftLines, sourceInWords } from './fix-words.ts';

/** `issue`: the report on the first failure alone; null: it needs no change. The caller masks all of it. */
export function fixReport(view: FixView, issue: string | null): string {
  const [first] = view.attempts;
  const name = view.target ?? view.method;
  const title = `# \`${name.replaceAll('`', "'")}\`: ${markdownText(first?.headline ?? '')}`;
  const said = couldHaveSaid(view);
  return [
    issue?.trim() ?? title,
    `## What had to be tried\n\n${view.attempts.flatMap(attemptLines).join('\n')}\n\n${markdownText(endWords(view))}`,
    ...(said.length === 0 ? [] : [`## What the server could have said\n\n${list(said)}`]),
    '',
  ].join('\n\n');
}

function attemptLines(attempt: FixAttemptView, index: number): string[] {
  const { passed, headline, changes, waitedMs } = attempt;
  return [
    `${index + 1}. ${passed ? 'It works.' : markdownText(headline)}`,
    ...(waitedMs > 0 ? [`   - waited ${duration(waitedMs)}, as the server asked`] : []),
    ...changes.map((change) => `   - ${markdownText(changeLine(change))}`),
  ];
}

const changeLine = (change: FixChange): string =>
  `${changeWords({ ...change, from: 'server' }, quoted)} (${sourceInWords(change)})`;

function endWords(view: FixView): string {
  if (view.state === 'done') return `It worked after ${view.attempts.length} attempts.`;
  return ['It does not work.', ...leftLines(view)].join(' ');
}

/** Only what this fix shows: a problem that was reported late, and values that nothing names. */
function couldHaveSaid({ attempts, ask, stopped }: FixView): string[] {
  const paths = attempts.map(({ changes }) => changes.map(({ path }) => path));
  const early = new Set(paths[1] ?? []);
  const late = [...new Set(paths.slice(2).flat())].filter((path) => !early.has(path));
  const asks = [
    ...attempts.flatMap(({ choices }) => choices.map((choice) => choice.ask)),
    ...(ask === null ? [] : [ask]),
  ];
  const unknown = asks.flatMap((one) => (one.kind === 'fill' && one.wants === '' ? one.path : []));
  const unsaid = asks.flatMap((one) => (one.kind === 'choose' && one.source === 'schema' ? one.path : []));
  return [
    ...(late.length === 0 ? [] : [`Report all problems at once: ${names(late)} came up only after the first fix.`]),
    ...(unknown.length === 0 ? [] : [`Say which values ${names(unknown)} can have: type, limits, or an example.`]),
    ...(unsaid.length === 0 ? [] : [`Name the allowed values of ${names(unsaid)} in the message, as the schema does.`]),
    ...(stopped?.reason === 'rate_limit' ? ['Say how long to wait.'] : []),
    ...(stopped?.reason === 'contradiction' || stopped?.reason === 'same_failure'
      ? ['Accept the value that the message asks for.']
      : []),
  ];
}

const names = (paths: readonly string[]): string => paths.map((path) => `\`${placeName(path)}\``).join(', ');
const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
