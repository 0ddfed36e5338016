// What the server's author should hear about the error itself: one rule, one stable id, one sentence.
// Rules look at a finished reading and change nothing; which failures they suit is theirs to say.

import type { Row } from '../../dialects/compile.ts';
import type { Dialect } from '../../dialects/schema.ts';
import type { FailureClass, LintNote, Retry } from '../../failure.ts';
import type { Json } from '../../json.ts';
import type { Facts } from '../facts.ts';
import type { Fingerprint } from '../fingerprint.ts';
import type { Located } from '../locate.ts';
import type { Subject } from '../subject.ts';
import { rpcCodeRules, tableRules } from './codes.ts';
import { leakRules, mayLeak } from './leaks.ts';
import { retryRules } from './retry.ts';
import { oddityRules, problemRules, wordingRules } from './shapes.ts';

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
  /** The code of the JSON-RPC error object itself, where that carried the failure. */
  rpcCode: Json | undefined;
}

export interface LintRule {
  id: string;
  severity: LintNote['severity'];
  /** The sentence, or null when there is nothing to say. */
  check(linted: Linted): string | null;
}

export const lintRules: readonly LintRule[] = [
  ...leakRules,
  ...retryRules,
  ...rpcCodeRules,
  ...tableRules,
  ...oddityRules,
  ...wordingRules,
  ...problemRules,
];

export function lint(linted: Linted): LintNote[] {
  const notes: LintNote[] = [];
  const { facts, located } = linted;
  // Most errors give most rules nothing to look at: one cheap question a group spares them.
  if (mayLeak(linted)) run(leakRules, linted, notes);
  if (
    facts.retryable !== null ||
    facts.hint !== null ||
    facts.afterMs !== null ||
    facts.oddRetry.length > 0 ||
    linted.class === 'rate_limited'
  )
    run(retryRules, linted, notes);
  if (located.carrier === 'jsonrpc.error') run(rpcCodeRules, linted, notes);
  if (facts.statuses.length > 0 || linted.dialect !== null || located.carrier === 'result.isError')
    run(tableRules, linted, notes);
  if (located.oddities.length > 0) run(oddityRules, linted, notes);
  run(wordingRules, linted, notes);
  if (facts.problem !== null) run(problemRules, linted, notes);
  return notes;
}

function run(rules: readonly LintRule[], linted: Linted, notes: LintNote[]): void {
  for (const rule of rules) {
    const message = rule.check(linted);
    if (message !== null) notes.push({ id: rule.id, severity: rule.severity, message });
  }
}
