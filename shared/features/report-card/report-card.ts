// The report card of a client: per rule what it was told, what it did and the rows that prove it, and a grade whose sum is shown.
// Pure. Reads findings and never judges a failure again; the rules are in the files beside this one.

import {
  type CardEvidence,
  type CardInput,
  type CardRule,
  type ReportCard,
  type RuleId,
  type RuleResult,
  ruleIds,
  ruleTitles,
} from './card.ts';
import { gradeOf, leastRules } from './grade.ts';
import { ModelCalls } from './model-calls.ts';
import type { RowRef } from './recorded-run.ts';
import { connectionRules } from './rules-connection.ts';
import { retryCardRules } from './rules-retry.ts';
import { tellingRules } from './rules-telling.ts';

/** These count double, and a fail of the second one caps the grade. */
const doubles: readonly RuleId[] = ['waits-as-asked', 'no-unsafe-repeat', 'stops-when-told'];

const rules: Record<RuleId, CardRule> = { ...retryCardRules, ...connectionRules, ...tellingRules };

export function reportCard({ run, model, shown, missed = [] }: CardInput): ReportCard {
  const evidence: CardEvidence = { run, model: new ModelCalls(run.calls, model ?? null), shown: shown ?? null };
  const results = ruleIds.map((rule): RuleResult => {
    const { rows, ...found } = rules[rule](evidence);
    const weight = doubles.includes(rule) ? 2 : 1;
    return { rule, title: ruleTitles[rule], ...found, weight, rows: distinct(rows) };
  });
  const seen = results.filter(({ verdict }) => verdict !== 'not seen').length;
  const grade = gradeOf(results);
  return {
    client: run.client,
    plan: run.plan,
    servers: run.servers,
    injected: run.injected,
    asker: evidence.model.tellsApart ? 'client' : 'client or its model',
    rules: results,
    grade,
    ...(grade === null ? { whyNoGrade: `${seen} of ${ruleIds.length} rules seen, ${leastRules} are needed.` } : {}),
    ...(missed.length > 0 ? { missed: [...missed] } : {}),
  };
}

/** A row proves a rule once, and the first few are enough to look at. */
const mostRows = 12;
function distinct(rows: readonly RowRef[]): RowRef[] {
  const known = new Map(rows.map((ref) => [`${ref.file ?? ''}\n${ref.row}`, ref]));
  return [...known.values()].slice(0, mostRows);
}
