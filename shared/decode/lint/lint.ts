// Reports problems of the error itself to the server's author: one rule, one stable id, one sentence. Rules inspect a finished decoding
// and change nothing. One check per group skips most rules for most errors.

import type { LintNote } from '../../failure.ts';
import { rpcCodeRules, tableRules } from './codes.ts';
import { leakRules } from './leaks.ts';
import type { Linted, LintRule } from './lint-rule.ts';
import { retryRules } from './retry.ts';
import { oddRules, problemRules, shapeRules } from './shape-rules.ts';

const groups: readonly { rules: readonly LintRule[]; suits(linted: Linted): boolean }[] = [
  { rules: leakRules, suits: () => true },
  {
    rules: retryRules,
    suits: ({ facts, class: failureClass }) =>
      facts.retryable !== null ||
      facts.hint !== null ||
      facts.afterMs !== null ||
      facts.oddRetry.length > 0 ||
      failureClass === 'rate_limited',
  },
  { rules: rpcCodeRules, suits: ({ located }) => located.carrier === 'jsonrpc.error' },
  {
    rules: tableRules,
    suits: ({ facts, dialect, class: failureClass, wrapped }) =>
      facts.statuses.length + facts.argumentIssues.length > 0 ||
      dialect !== null ||
      failureClass === 'not_found' ||
      wrapped !== null,
  },
  { rules: oddRules, suits: ({ located }) => located.oddities.length > 0 },
  { rules: shapeRules, suits: () => true },
  { rules: problemRules, suits: ({ facts }) => facts.problem !== null },
];

export const lintRules: readonly LintRule[] = groups.flatMap(({ rules }) => rules);

export function lint(linted: Linted): LintNote[] {
  const notes: LintNote[] = [];
  for (const { rules, suits } of groups) {
    if (!suits(linted)) continue;
    for (const { id, severity, check } of rules) {
      const message = check(linted);
      if (message !== null) notes.push({ id, severity, message });
    }
  }
  return notes;
}
