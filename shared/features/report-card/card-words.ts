// The words of a report card that the terminal, files and the window share: names, the sum of the grade, counts, and what makes two
// cards incomparable.

import { count } from '../../exchange/clip.ts';
import { visibleName } from '../../text/visible-text.ts';
import type { ReportCard, RuleId, RuleResult, RuleVerdict } from './card.ts';
import type { RowRef } from './recorded-run.ts';

export const cardVerdictWords: Record<RuleVerdict, string> = {
  pass: 'Pass',
  partly: 'Partly',
  fail: 'Fail',
  'not seen': 'Not seen',
};

/** What to change in a client that does not keep the rule. */
export const ruleAdvice: Record<RuleId, string> = {
  'waits-as-asked': 'Wait at least as long as the answer says before the call is sent again.',
  'no-unsafe-repeat': 'Do not repeat a call that may have run, unless its tool is read-only or idempotent.',
  'stops-when-told': 'Do not send a call again when the answer says that it cannot pass.',
  'fixes-before-retry': 'Change the value that was refused before the call is sent again.',
  'waits-grow': 'Make each wait longer than the one before when the answer names none.',
  'new-session': 'Send initialize when the session or the process is gone.',
  'signs-in-again': 'Get another token after 401, and do not send the refused one again.',
  'refreshes-lists': 'Request the list again when list_changed arrives.',
  'keeps-other-calls': 'Keep the connection and its other calls when one call fails.',
  'cancels-on-timeout': 'Send notifications/cancelled for a call that you no longer wait for.',
  'tells-its-model': 'Pass the server message on, and mark the result as failed.',
  'notices-silent-failure': 'Read success:false and error members of a result as a failure.',
  'checks-schema': 'Check structuredContent against the outputSchema before it is passed on.',
  'tells-the-person': 'Show the server message of a failed call to the person.',
};

/** How the grade comes about. */
export const gradeWords =
  'A pass counts 1, partly ½. The first three rules count double. What was not seen is left out. From 90 % A, 80 B+, 70 B, 60 C+, 50 C, 35 D, below F. An unsafe repeat: D at best.';

export function clientName({ client }: ReportCard): string {
  return client === null ? 'The client' : visibleName(client.name);
}

export function clientWords(card: ReportCard): string {
  return [clientName(card), card.client?.version ?? ''].filter(Boolean).join(' ');
}

/** `10.5 of 13 = 80 %`, and why the letter is lower; without a grade the reason. */
export function sumWords({ grade, whyNoGrade = '' }: ReportCard): string {
  if (grade === null) return `No grade: ${whyNoGrade}`;
  const sum = `${grade.points} of ${grade.of} = ${grade.percent} %`;
  return grade.cappedBy === undefined ? sum : `${sum}, ${grade.letter} at best after an unsafe repeat`;
}

/** `7 passed · 1 partly · 2 failed · 4 not seen`, without what there is none of. */
export function countWords({ rules }: ReportCard): string {
  const of = (verdict: RuleVerdict) => rules.filter((rule) => rule.verdict === verdict).length;
  const parts: [number, string][] = [
    [of('pass'), 'passed'],
    [of('partly'), 'partly'],
    [of('fail'), 'failed'],
    [of('not seen'), 'not seen'],
  ];
  return parts.flatMap(([number, words]) => (number === 0 ? [] : [`${number} ${words}`])).join(' · ');
}

/** One sentence: the failed rules, else the partly kept ones. */
export function summaryWords({ rules }: ReportCard): string {
  const titles = (verdict: RuleVerdict) => rules.filter((rule) => rule.verdict === verdict).map(({ title }) => title);
  const [failed, partly, passed] = [titles('fail'), titles('partly'), titles('pass')];
  if (failed.length > 0) return `Fails: ${listed(failed)}.`;
  if (partly.length > 0) return `Only partly: ${listed(partly)}.`;
  return passed.length > 0 ? 'Every rule that was seen passed.' : 'No rule was seen.';
}

/** The first three: the table below has all. */
function listed(titles: readonly string[]): string {
  const shown = titles.slice(0, 3).map((title) => `${title.charAt(0).toLowerCase()}${title.slice(1)}`);
  return titles.length > 3 ? `${shown.join('; ')}; and ${titles.length - 3} more` : shown.join('; ');
}

/** What the grade and the rules are about, in one line. */
export function subjectWords({ plan, servers, injected, asker }: ReportCard): string {
  return [
    plan === '' ? 'No plan' : `Plan ${plan}`,
    servers.length === 0 ? '' : servers.map(visibleName).join(', '),
    `${count(injected, 'call')} rehearsed`,
    asker === 'client' ? 'repeats of its model are left out' : 'repeats are the client’s or its model’s',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What the plan did not get to, one line each. */
export const missedWords = ({ missed = [] }: ReportCard): string[] => missed.map((step) => `Never happened: ${step}`);

/** `#12`, or `run.jsonl:12` where several files are read. */
export const rowWords = ({ row, file }: RowRef, hasFiles: boolean): string =>
  hasFiles && file !== undefined ? `${file}:${row}` : `#${row}`;

/** Cards are comparable on the same plan and servers only; each line says what differs. */
export function differences(cards: readonly ReportCard[]): string[] {
  const [first, ...others] = cards;
  if (!first || others.length === 0) return [];
  const differing = (of: (card: ReportCard) => string) => others.some((card) => of(card) !== of(first));
  const list = (of: (card: ReportCard) => string) => cards.map((card) => `${clientName(card)} ${of(card)}`).join(', ');
  const planOf = ({ plan }: ReportCard) => plan || 'no plan';
  const serversOf = ({ servers }: ReportCard) => servers.map(visibleName).join(' and ') || 'no server';
  return [
    ...(differing(planOf) ? [`Not comparable, the plans differ: ${list(planOf)}.`] : []),
    ...(differing(serversOf) ? [`Not comparable, the servers differ: ${list(serversOf)}.`] : []),
  ];
}

/** The same rule on each card, in the order of the rules. */
export function ruleRows(cards: readonly ReportCard[]): { rule: RuleId; title: string; results: RuleResult[] }[] {
  const [first] = cards;
  return (first?.rules ?? []).map(({ rule, title }) => ({
    rule,
    title,
    results: cards.flatMap((card) => card.rules.find((one) => one.rule === rule) ?? []),
  }));
}
