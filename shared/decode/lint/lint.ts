// What the server's author should hear about the error itself: one rule, one stable id, one sentence.
// Rules look at a finished reading and change nothing; which failures they suit is theirs to say.

import type { Row } from '../../dialects/compile.ts';
import type { Dialect } from '../../dialects/schema.ts';
import type { FailureClass, LintNote, Retry } from '../../failure.ts';
import type { Facts } from '../facts.ts';
import type { Fingerprint } from '../fingerprint.ts';
import type { Located } from '../locate.ts';
import type { Subject } from '../subject.ts';
import { codeRules } from './codes.ts';
import { leakRules } from './leaks.ts';
import { retryRules } from './retry.ts';
import { shapeRules } from './shapes.ts';

export interface Linted {
  subject: Subject;
  located: Located;
  facts: Facts;
  class: FailureClass;
  retry: Retry;
  /** The dialect whose tables were used, if a vendor's. */
  dialect: Dialect | null;
  codeRow: Row | null;
  message: string;
  fingerprint: Fingerprint | undefined;
}

export interface LintRule {
  id: string;
  severity: LintNote['severity'];
  /** The sentence, or null when there is nothing to say. */
  check(linted: Linted): string | null;
}

export const lintRules: readonly LintRule[] = [...leakRules, ...retryRules, ...codeRules, ...shapeRules];

export function lint(linted: Linted): LintNote[] {
  const notes: LintNote[] = [];
  for (const rule of lintRules) {
    const message = rule.check(linted);
    if (message !== null) notes.push({ id: rule.id, severity: rule.severity, message });
  }
  return notes;
}
