// Which line of a text decided: a log, a report or the output of a program names the failure below its first line. Owns what counts as
// such a line; the text itself was judged before.

import type { Lexicon } from '../../dialects/compile.ts';
import { soundsFailed } from '../../dialects/failure-sentences.ts';
import { anyOf, inRow } from '../../dialects/patterns.ts';
import { idleLine } from '../../stderr/last-words.ts';
import type { Claim } from '../claims/claim.ts';
import { phrasesIn } from '../extract/match-phrases.ts';
import { longestMessage } from '../reading/reading.ts';
import { isLabeledError, tellingLine } from '../words/reason-words.ts';

const mostLines = 400;
const longestLine = 1000;
/** A page of markup, but not what a tool puts between tags: `<error>…</error>`. */
const markup = /^<(?!error|message|detail|reason|fault)/i;
/** `STDERR:` */
const heading = /^(?:std(?:err|out)|outputs?|errors?|results?|responses?|details?|messages?|logs?):$/i;
const letters = /\p{L}{2}/u;
/** Advice uses the words of the failure that it is about. */
const advice = anyOf(
  inRow(
    /^[^\p{L}\n]{0,6}/iu,
    [
      /if|please|try|check|make sure|ensure|see|note|hint|tip|use|usage|run|retry|example/iu,
      /for (?:more|further|quick|example)|to (?:fix|resolve|solve)|next steps?|suggestions?/iu,
    ],
    /\b/iu,
  ),
  /^[$%] |^💡/iu,
);
/** Progress and warnings of a log. */
const chatter = /^[^\p{L}\n]{0,40}(?:INFO|DEBUG|TRACE|WARN|WARNING|NOTICE|info|debug|warn|warning)\b/u;

/** null: its first line decided, or no line did. `sent`: texts of the caller, which decide nothing. */
export function decidingLine(
  lexicon: Lexicon,
  text: string,
  deciding: Claim | null,
  sent: readonly string[],
): string | null {
  if (!text.includes('\n')) return null;
  const [first = '', ...below] = linesOf(text);
  if (first === '' || deciding?.by === 'arguments') return null;
  // A bare status with a labeled message below it.
  const telling = tellingLine(text).trim();
  if (telling !== text.slice(0, text.indexOf('\n')).trim()) return null;
  const classesIn = (line: string) => phrasesIn(lexicon, line, sent).map(({ meaning }) => meaning.class);
  const decided = deciding?.by === 'words' ? deciding.row.meaning.class : null;
  const decides = (line: string) => decided !== null && !advice.test(line) && classesIn(line).includes(decided);
  const ofFirst = classesIn(first);
  // Below a rule or a heading, the first line with words is not the first of the text.
  const own = first === telling ? null : first;
  if (isLabeledError(first) || (decided !== null && ofFirst.includes(decided))) return own;
  const chosen = below.filter(decides);
  const labeled = (chosen.length > 0 ? chosen : below).findLast(isLabeledError);
  const isFailed = soundsFailed(first);
  // "Import failed" reports a failure without a reason of its own.
  const hasReason = isFailed && ofFirst.some((meaning) => meaning !== 'internal');
  if (chosen.length > 0) return labeled ?? (hasReason ? own : withoutChatter(chosen));
  // A code or a status decided. The line that is labeled as the error says more than one about progress.
  return isFailed ? own : (labeled ?? own);
}

const withoutChatter = (lines: readonly string[]): string =>
  lines.find((line) => !chatter.test(line)) ?? (lines[0] as string);

/** Without frames, rules and empty lines, and without the line in which a long text was cut. */
function linesOf(text: string): string[] {
  const isCut = text.length >= longestMessage;
  return text
    .split('\n', mostLines)
    .map((line) => line.trim())
    .filter(
      (line) =>
        letters.test(line) &&
        !heading.test(line) &&
        !markup.test(line) &&
        line.length <= longestLine &&
        !idleLine(line) &&
        !(isCut && line.includes(' … ')),
    );
}
