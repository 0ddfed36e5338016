// Why it failed, in a few words: for the sentence of the card, its advice and the row.

import type { Failure, FieldIssue } from '../failure.ts';
import { firstLine } from './facts.ts';
import { short } from './figures.ts';

const told = 3;

/** What was said of this very case, which is what a problem's detail is for (RFC 9457 section 3.1.4); '' when nothing was. */
export function reasonOf({ message, problem }: Pick<Failure, 'message' | 'problem'>): string {
  return problem?.detail || message;
}

/** `b (is required), c.d (must be a number), and 2 more` */
export function issueWords(issues: readonly FieldIssue[]): string {
  let text = '';
  for (let index = 0; index < issues.length && index < told; index++) {
    const { path, message } = issues[index] as FieldIssue;
    const where = path === '' ? 'the arguments as a whole' : short(dotted(path), 80);
    text += `${index === 0 ? '' : ', '}${where} (${stripDot(short(firstLine(message), 120))})`;
  }
  return issues.length > told ? `${text}, and ${issues.length - told} more` : text;
}

/** A JSON Pointer as people write it; it must not be empty. */
export function dotted(path: string): string {
  return path.slice(1).replaceAll('/', '.');
}

/** Without what would stand before the end of the sentence around it. */
export function stripDot(text: string): string {
  let end = text.length;
  while (end > 0 && isDot(text.charCodeAt(end - 1))) end--;
  return end === text.length ? text : text.slice(0, end);
}

/** One of `.:;, `, or a tab or return. */
function isDot(code: number): boolean {
  return code === 46 || code === 58 || code === 59 || code === 44 || code === 32 || code === 9 || code === 13;
}

/** A sentence that quotes one with a mark of its own would end in two. */
export function inOneMark(sentence: string): string {
  if (!sentence.endsWith('.')) return sentence;
  const quoted = sentence.slice(0, -1).trimEnd();
  const last = quoted.charAt(quoted.length - 1);
  if ('!?…。！？'.includes(last) && last !== '') return quoted;
  return `${stripDot(quoted)}.`;
}
