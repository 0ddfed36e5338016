// A lint rule: one stable id, one sentence.

import type { LintNote } from '../../failure.ts';
import type { Decision } from '../finding/decision.ts';

export interface LintRule {
  id: string;
  severity: LintNote['severity'];
  /** The sentence, or null if the rule does not apply. */
  check(decision: Decision): string | null;
}
