// Decides whether two failures are the same: by layer, carrier, class, code, target and fields, never by wording. Owns the identity that
// repro sets store, and the order of severity.

import { z } from 'zod';
import { carriers, type Failure, type FailureClass, failureClasses, layers } from '../failure.ts';
import type { ReplayVerdict } from '../retry/replay-verdict.ts';
import type { Row } from '../timeline.ts';

/** Independent of the server, so that a repro set can run against another one. */
export const identitySchema = z.object({
  layer: z.enum(layers),
  carrier: z.enum(carriers),
  class: z.enum(failureClasses),
  code: z.union([z.number(), z.string()]).nullable(),
  target: z.string().nullable(),
  /** JSON Pointers of the rejected arguments, sorted. */
  fields: z.array(z.string()),
});
export type FailureIdentity = z.infer<typeof identitySchema>;

const mostFields = 50;

export function failureIdentity(failure: Failure, target: string | null): FailureIdentity {
  return {
    layer: failure.layer,
    carrier: failure.carrier,
    class: failure.class,
    code: failure.code,
    target,
    fields: [...new Set(failure.issues.map(({ path }) => path))].sort().slice(0, mostFields),
  };
}

/** null: it succeeded. An unreadable failure is identified by how the call ended. */
export function identityOfRow(row: Pick<Row, 'outcome' | 'target'>, failure: Failure | null): FailureIdentity | null {
  if (row.outcome === 'answered') return null;
  if (failure) return failureIdentity(failure, row.target);
  return {
    layer: 'transport',
    carrier: row.outcome === 'timeout' ? 'timeout' : 'process',
    class: 'unknown',
    code: row.outcome,
    target: row.target,
    fields: [],
  };
}

export interface Judged {
  verdict: Exclude<ReplayVerdict, 'flaky'>;
  /** The reason, in a few words. */
  because: string;
}

/** null means a success. */
export function judgeAnswer(before: FailureIdentity | null, after: FailureIdentity | null): Judged {
  if (after === null) {
    return before === null
      ? { verdict: 'same', because: 'It passed before and passes now.' }
      : { verdict: 'fixed', because: 'The call passes now.' };
  }
  if (before === null) return { verdict: 'worse', because: 'It passed before and fails now.' };
  const was = grade(before.class);
  const is = grade(after.class);
  if (is > was) return { verdict: 'worse', because: `${gradeWords[was]} became ${lowerFirst(gradeWords[is])}.` };
  const changes = changesBetween(before, after);
  if (changes.length === 0) return { verdict: 'same', because: 'Same kind, code and place of failure.' };
  return { verdict: 'different', because: `${changes.join('; ')}.` };
}

function changesBetween(before: FailureIdentity, after: FailureIdentity): string[] {
  const changes: string[] = [];
  const note = (name: string, was: unknown, is: unknown) => {
    if (was !== is) changes.push(`${name} was ${shown(was)}, is ${shown(is)}`);
  };
  note('class', before.class, after.class);
  note('code', before.code, after.code);
  note('layer', before.layer, after.layer);
  note('carrier', before.carrier, after.carrier);
  note('target', before.target, after.target);
  note('fields', before.fields.join(', '), after.fields.join(', '));
  return changes;
}

const shown = (value: unknown): string => (value === null || value === '' ? 'none' : String(value).slice(0, 200));

/** 1: the server refused. 2: it failed while working. 3: the server or the connection is gone. */
function grade(failureClass: FailureClass): 1 | 2 | 3 {
  switch (failureClass) {
    case 'connection_lost':
      return 3;
    case 'internal':
    case 'invalid_response':
    case 'timeout':
      return 2;
    default:
      return 1;
  }
}

const gradeWords: Record<1 | 2 | 3, string> = {
  1: 'A refusal',
  2: 'A breakdown within the call',
  3: 'A lost connection',
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Over several attempts at the same call: mixed results are flaky, otherwise the worst counts. */
export function judgeAll(verdicts: readonly ReplayVerdict[]): { verdict: ReplayVerdict | null; fixedCount: number } {
  const fixedCount = verdicts.filter((verdict) => verdict === 'fixed').length;
  if (verdicts.length === 0) return { verdict: null, fixedCount };
  if (fixedCount > 0) return { verdict: fixedCount === verdicts.length ? 'fixed' : 'flaky', fixedCount };
  for (const verdict of ['worse', 'different', 'same'] as const)
    if (verdicts.includes(verdict)) return { verdict, fixedCount };
  return { verdict: null, fixedCount };
}
