// What is wrong with the arguments, in a few words: for the sentence of the card and for the row.

import type { FieldIssue } from '../failure.ts';
import { firstLine } from './facts.ts';
import { short } from './figures.ts';

const told = 3;

/** `b (is required), c.d (must be a number), and 2 more` */
export function issueWords(issues: readonly FieldIssue[]): string {
  let text = '';
  for (let index = 0; index < issues.length && index < told; index++) {
    const { path, message } = issues[index] as FieldIssue;
    text += `${index === 0 ? '' : ', '}${short(dotted(path), 80)} (${stripDot(short(firstLine(message), 120))})`;
  }
  return issues.length > told ? `${text}, and ${issues.length - told} more` : text;
}

/** A JSON Pointer as people write it. */
function dotted(path: string): string {
  return path === '' ? 'the arguments as a whole' : path.slice(1).replaceAll('/', '.');
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
