// What a server's author knows about a failure, and the text for it that reaches every model.

import type { FailureClass } from '../failure.ts';
import { asSentence } from '../text/as-sentence.ts';
import { duration } from '../text/duration.ts';

/** Classes that a server can report about a call. Clients detect the others. */
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
  /** One sentence that names the subject: `nights must be at most 30`. */
  sentence: string;
  /** Each wrong argument, by its name or its JSON Pointer. */
  fields?: readonly { path: string; message: string }[];
  /** When the same call may succeed. Omit it if no wait is known. */
  retry?: { afterMs: number };
  /** Your own code. Default: the dialect's usual one. In HTTP the status is the code, and this is added. */
  code?: number;
}

/** Throws a TypeError that names the invalid field, so that it does not surface in production. */
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

/** Whether the same call may succeed later. */
export const waits = (failureClass: ReportedClass): boolean => waiting.has(failureClass);

/** Some clients pass on only this text: that it failed, why, and when to retry, in this order. */
export function errorText({ sentence, fields = [], retry }: ErrorFacts): string {
  const said = asSentence(sentence);
  const first = /^error\b/i.test(said) ? said : `Error: ${said}`;
  const wait = retry ? ` Retry after ${duration(retry.afterMs, 2)}.` : '';
  const wrong = fields.map(({ path, message }) => `\n- ${fieldName(path)}: ${message}`).join('');
  return `${first}${wait}${wrong}`;
}

/** `/order/id` in readable form. */
const fieldName = (path: string): string => path.replace(/^\//, '').replaceAll('/', '.') || '(all)';

export const asPointer = (path: string): string => (path === '' || path.startsWith('/') ? path : `/${path}`);
