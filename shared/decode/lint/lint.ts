// Reports problems of the error itself to the server's author: one rule, one stable id, one sentence. Rules inspect a finished decoding
// and change nothing. One check per group skips most rules for most errors.

import type { LintNote } from '../../failure.ts';
import type { Decision } from '../finding/decision.ts';
import { rpcCodeRules, tableRules } from './codes.ts';
import { leakRules } from './leaks.ts';
import type { LintRule } from './lint-rule.ts';
import { retryRules } from './retry.ts';
import { oddRules, problemRules, shapeRules } from './shape-rules.ts';

const groups: readonly { rules: readonly LintRule[]; suits(decision: Decision): boolean }[] = [
  { rules: leakRules, suits: () => true },
  {
    rules: retryRules,
    suits: ({ reading, class: failureClass }) =>
      reading.retryable !== null ||
      reading.hint !== null ||
      reading.afterMs !== null ||
      reading.oddRetry.length > 0 ||
      failureClass === 'rate_limited',
  },
  { rules: rpcCodeRules, suits: ({ reading }) => reading.carrier === 'jsonrpc.error' },
  {
    rules: tableRules,
    suits: ({ reading, vendor, class: failureClass, wrapper }) =>
      reading.statuses.length + reading.argumentIssues.length > 0 ||
      vendor !== null ||
      failureClass === 'not_found' ||
      wrapper !== null,
  },
  { rules: oddRules, suits: ({ reading }) => reading.oddities.length > 0 },
  { rules: shapeRules, suits: () => true },
  { rules: problemRules, suits: ({ reading }) => reading.problem !== null },
];

export const lintRules: readonly LintRule[] = groups.flatMap(({ rules }) => rules);

/** Nothing was written that could be wrong if there is no error to read. */
export function lintFailure(decision: Decision): LintNote[] {
  if (decision.deciding?.told !== undefined) return [];
  const notes: LintNote[] = [];
  for (const { rules, suits } of groups) {
    if (!suits(decision)) continue;
    for (const { id, severity, check } of rules) {
      const message = check(decision);
      if (message !== null) notes.push({ id, severity, message });
    }
  }
  return notes;
}
