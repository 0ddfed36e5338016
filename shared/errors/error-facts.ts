// What the author of a server knows about a failure, and the words for it that reach every model.

import type { FailureClass } from '../failure.ts';
import { duration } from '../text/duration.ts';

/** Classes that a server can report about a call. The others are noticed by clients. */
export const reportedClasses = [
  'validation',
  'unauthorized',
  'forbidden',
  'approval_required',
  'not_found',
  'conflict',
  'rate_limited',
  'timeout',
  'too_large',
  'unsupported',
  'not_ready',
  'dependency',
  'unavailable',
  'internal',
  'terminal',
] as const satisfies readonly FailureClass[];
export type ReportedClass = (typeof reportedClasses)[number];

export interface ErrorFacts {
  class: ReportedClass;
  /** One sentence that names the thing: `nights must be at most 30`. */
  sentence: string;
  /** Each wrong argument, by its name or its JSON Pointer. */
  fields?: readonly { path: string; message: string }[];
  /** When the same call may pass. Left out: no wait is known. */
  retry?: { afterMs: number };
  /** Your own code. Left out: the usual one of the dialect. In HTTP the status is the code, and this stands beside it. */
  code?: number;
}

/** Throws a TypeError that names what is wrong: a server should not find out from its users. */
export function checkFacts({ class: failureClass, sentence, fields = [], retry, code }: ErrorFacts): void {
  const wrong = (what: string): never => {
    throw new TypeError(what);
  };
  if (!reportedClasses.includes(failureClass))
    wrong(`Unknown class "${failureClass}". Known: ${reportedClasses.join(', ')}.`);
  if (typeof sentence !== 'string' || sentence.trim() === '') wrong('The sentence is empty. Say what went wrong.');
  if (sentence.length > 8_000) wrong('The sentence is longer than 8,000 characters. Some clients would cut it.');
  if (retry && !(Number.isFinite(retry.afterMs) && retry.afterMs >= 0))
    wrong('retry.afterMs must be a number of milliseconds, 0 or more.');
  if (retry && !waits(failureClass))
    wrong(`A wait does not help against ${failureClass}. Leave retry out, or choose another class.`);
  if (code !== undefined && !Number.isSafeInteger(code)) wrong('code must be a whole number.');
  for (const { path, message } of fields)
    if (typeof path !== 'string' || typeof message !== 'string') wrong('Each field needs a path and a message.');
}

const waiting: ReadonlySet<ReportedClass> = new Set([
  'rate_limited',
  'timeout',
  'not_ready',
  'dependency',
  'unavailable',
  'internal',
  'conflict',
]);

/** Whether the same call may pass later. */
export const waits = (failureClass: ReportedClass): boolean => waiting.has(failureClass);

/** Some clients pass on nothing but this text: it says that it failed, why, and when to try again, in this order. */
export function errorText({ sentence, fields = [], retry }: ErrorFacts): string {
  const said = asSentence(sentence);
  const first = /^error\b/i.test(said) ? said : `Error: ${said}`;
  const wait = retry ? ` Retry after ${duration(retry.afterMs, 2)}.` : '';
  const wrong = fields.map(({ path, message }) => `\n- ${fieldName(path)}: ${message}`).join('');
  return `${first}${wait}${wrong}`;
}

/** With its end, so that what follows it reads on. */
export function asSentence(text: string): string {
  const plain = text.trim();
  return /[.!?…]$/.test(plain) ? plain : `${plain}.`;
}

/** `/order/id` as people write it. */
const fieldName = (path: string): string => path.replace(/^\//, '').replaceAll('/', '.') || '(all)';

export const pointerOf = (path: string): string => (path === '' || path.startsWith('/') ? path : `/${path}`);
