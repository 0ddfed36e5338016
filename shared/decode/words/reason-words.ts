// The reason in a few words: for the card's sentence, its advice and the row.

import { inRow } from '../../dialects/patterns.ts';
import type { Failure, FieldIssue } from '../../failure.ts';
import { withoutColors } from '../../stderr/colors.ts';
import { firstLine } from '../reading/reading.ts';
import { short } from './fact-words.ts';

const mostIssues = 3;

/** The text about this occurrence, which is the purpose of a problem's detail (RFC 9457 section 3.1.4); '' if there is none. */
export function reasonOf({ message, problem }: Pick<Failure, 'message' | 'problem'>): string {
  return withoutColors(problem?.detail || message);
}

const bareStatus = /^[^\n]{0,80}\b(?:error|failed|failure|status)\b[^\n]{0,20}\b[1-5]\d\d\b[\s.:)]{0,5}$/i;
const labelled = /^\s{0,20}(?:message|details?|reason|cause|description): {0,3}(\S[^\n]{7,300})$/im;

/** The first line, or the one labeled as message if the first has only a status. */
export function tellingLine(text: string): string {
  const first = firstLine(text);
  // Most messages are one line.
  if (first.length === text.length) return first;
  return (bareStatus.test(first) ? labelled.exec(text.slice(0, 2000))?.[1] : undefined) ?? first;
}

const stamp = /^[[(]?\d{1,4}[-/:.]\d[\d:.,TZ+/ -]{2,32}[\])]?\s{0,3}/;
const label = inRow(
  /^(?:[\w./@-]{1,40}(?:: | - ))?(?:npm )?[[(<*]{0,2}/,
  [
    /ERROR|FATAL|CRITICAL|SEVERE|ERR!?|(?:[Ff]atal )?[Ee]rror|[Ff]atal|FAILED|panic/,
    /[A-Za-z_][\w.]{0,60}(?:Error|Exception)/,
  ],
  /[\])>*]{0,2}(?::\w{1,40}:\s{0,3}|:\s{0,3}| - |\s{1,3})(?=\S)/,
);
const bullet = /^(?:[-*•>✖✗❌]|\d{1,3}[.)])\s{1,3}(?=\S)/u;

/** `ERROR …`, `2026-11-18 09:20:08 - api - ERROR - …`, `npm ERR! …`, `Stderr: fatal: …`, `ValueError: …` */
export function isLabeledError(line: string): boolean {
  return label.test(withoutStamp(line));
}

/** What a line of a log or a list says, without its time, level and bullet. */
export function withoutLabel(line: string): string {
  const bare = withoutStamp(line).replace(bullet, '');
  return bare.replace(label, '');
}

const withoutStamp = (line: string): string => line.trimStart().replace(stamp, '');

/** `b (is required), c.d (must be a number), and 2 more` */
export function issueWords(all: readonly FieldIssue[]): string {
  // Of several with the same path, the first: unions list every mismatch of a value.
  const issues = all.filter(({ path }, index) => all.findIndex((other) => other.path === path) === index);
  const words = issues.slice(0, mostIssues).map(({ path, message }) => {
    const where = path === '' ? 'the arguments as a whole' : short(dotted(path), 80);
    return `${where} (${stripDot(short(firstLine(message), 120))})`;
  });
  if (issues.length > mostIssues) words.push(`and ${issues.length - mostIssues} more`);
  return words.join(', ');
}

/** A JSON Pointer in readable form; never empty. */
export function dotted(path: string): string {
  return path.lastIndexOf('/') === 0 ? path.slice(1) : path.slice(1).replaceAll('/', '.');
}

/** Without punctuation that would precede the end of the surrounding sentence. */
export function stripDot(text: string): string {
  let end = text.length;
  while (end > 0 && '.:;, \t\r'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

const closing = /[\w)”"']/;

/** A sentence that quotes one with its own period would end in two. */
export function inOneMark(sentence: string): string {
  // Nearly every sentence ends in a word: nothing to change.
  if (!sentence.endsWith('.') || closing.test(sentence.charAt(sentence.length - 2))) return sentence;
  const quoted = sentence.slice(0, -1).trimEnd();
  const last = quoted.charAt(quoted.length - 1);
  if ('!?…。！？'.includes(last) && last !== '') return quoted;
  return `${stripDot(quoted)}.`;
}
