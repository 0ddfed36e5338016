// One rule for all compared servers, judged on every failure at hand, and written as text to copy only if it was right about all.

import type { RuleCode, RuleLanguage } from '../../../shared/compare/compared.ts';
import { classOf, type ServerFace } from '../../../shared/compare/comparison.ts';
import type { Observation } from '../../../shared/compare/probing.ts';
import { findRule, judges } from '../../../shared/compare/rule.ts';
import { writeRule } from '../../../shared/compare/rule-code.ts';
import { classWords } from '../../../shared/compare/words.ts';
import type { FailureClass } from '../../../shared/failure.ts';

const caseLimit = 1000;

export function writeProvenRule(
  { faces, observations }: { faces: readonly ServerFace[]; observations: readonly Observation[] },
  meaning: FailureClass,
  language: RuleLanguage,
): RuleCode {
  const nameOf = (server: string) => faces.find(({ id }) => id === server)?.name ?? server;
  const cases = observations
    .filter(({ state, failure }) => state === 'failed' && failure !== null)
    .slice(0, caseLimit)
    .map((it) => {
      const { message, status, body } = it.answered;
      return { server: nameOf(it.server), message, status, body, is: classOf(it) === meaning };
    });
  const matched = cases.filter(({ is }) => is).length;
  const answer = { language, class: meaning, code: '', checked: cases.length, matched };
  if (matched === 0) return { ...answer, problem: `None of the failures is “${classWords(meaning)}”.` };
  const rule = findRule(cases);
  if (!rule.ok) return { ...answer, problem: rule.problem };
  const servers = [...new Set(cases.filter(({ is }) => is).map(({ server }) => server))];
  const wrong = cases.filter((one) => judges(rule.terms, one) !== one.is).length;
  if (wrong > 0)
    return { ...answer, problem: `The rule was wrong about ${wrong} of ${cases.length} failures, so it is not shown.` };
  const code = writeRule(language, rule.terms, { class: meaning, servers, cases: cases.length });
  return { ...answer, code, problem: '' };
}
