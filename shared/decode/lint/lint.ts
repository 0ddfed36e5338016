// What the server's author should hear about the error itself: one rule, one stable id, one sentence.
// Rules look at a finished reading and change nothing; which failures they suit is theirs to say.

import type { Row } from '../../dialects/compile.ts';
import type { Dialect } from '../../dialects/schema.ts';
import type { FailureClass, LintNote, Retry } from '../../failure.ts';
import type { Json } from '../../json.ts';
import type { Facts } from '../facts.ts';
import type { Fingerprint } from '../fingerprint.ts';
import type { Located } from '../located.ts';
import type { Subject } from '../subject.ts';
import { isPlainCode, robustnessRule, rpcCodeRules, tableRules } from './codes.ts';
import { leakRules, leaksOf } from './leaks.ts';
import { retryRules } from './retry.ts';
import { mayBeVague, oddityRules, prefixRule, problemRules, unflaggedRule, vagueRule } from './shapes.ts';

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

export const lintRules: readonly Pick<LintRule, 'id' | 'severity'>[] = [
  ...leakRules,
  ...retryRules,
  ...rpcCodeRules,
  ...tableRules,
  robustnessRule,
  ...oddityRules,
  prefixRule,
  vagueRule,
  unflaggedRule,
  ...problemRules,
];

export function lint(linted: Linted): LintNote[] {
  let notes: LintNote[] = noNotes;
  const { facts, located } = linted;
  // Most errors give most rules nothing to look at: one cheap question a group spares them.
  const leaks = leaksOf(facts);
  if (leaks !== 0)
    for (const { id, severity, leak, message } of leakRules)
      if ((leaks & leak) !== 0) notes = noted(notes, { id, severity, message });
  if (
    facts.retryable !== null ||
    facts.hint !== null ||
    facts.afterMs !== null ||
    facts.oddRetry.length > 0 ||
    linted.class === 'rate_limited'
  )
    notes = run(retryRules, linted, notes);
  if (located.carrier === 'jsonrpc.error' && !isPlainCode(linted)) notes = run(rpcCodeRules, linted, notes);
  if (
    facts.statuses.length > 0 ||
    linted.dialect !== null ||
    (located.carrier === 'result.isError' && linted.class === 'not_found')
  )
    notes = run(tableRules, linted, notes);
  if (facts.argumentIssues.length > 0) notes = ask(robustnessRule, linted, notes);
  if (located.oddities.length > 0) notes = run(oddityRules, linted, notes);
  if (facts.prefixed) notes = ask(prefixRule, linted, notes);
  if (mayBeVague(linted)) notes = ask(vagueRule, linted, notes);
  if (!located.flagged) notes = ask(unflaggedRule, linted, notes);
  if (facts.problem !== null) notes = run(problemRules, linted, notes);
  return notes;
}

// Most errors are well made: they share this, which no one writes to.
const noNotes: LintNote[] = Object.freeze([]) as never[];

function run(rules: readonly LintRule[], linted: Linted, before: LintNote[]): LintNote[] {
  let notes = before;
  for (let index = 0; index < rules.length; index++) notes = ask(rules[index] as LintRule, linted, notes);
  return notes;
}

function ask({ id, severity, check }: LintRule, linted: Linted, notes: LintNote[]): LintNote[] {
  const message = check(linted);
  return message === null ? notes : noted(notes, { id, severity, message });
}

function noted(notes: LintNote[], note: LintNote): LintNote[] {
  if (notes === noNotes) return [note];
  notes.push(note);
  return notes;
}
