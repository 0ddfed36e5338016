// One rule for all compared servers, tested on every available response. Written as text to copy, with its known errors.

import type { FailureClass } from '../../../shared/failure.ts';
import { findRule, judges } from '../../../shared/features/compare/class-rule.ts';
import { classTitle } from '../../../shared/features/compare/compare-words.ts';
import type { RuleCode, RuleLanguage } from '../../../shared/features/compare/compared.ts';
import { classOf, type ServerFace } from '../../../shared/features/compare/comparison.ts';
import type { Observation } from '../../../shared/features/compare/probing.ts';
import { writeRule } from '../../../shared/features/compare/rule-code.ts';

const caseLimit = 1000;

export function writeProvenRule(
  { faces, observations }: { faces: readonly ServerFace[]; observations: readonly Observation[] },
  meaning: FailureClass,
  language: RuleLanguage,
): RuleCode {
  const nameOf = (server: string) => faces.find(({ id }) => id === server)?.name ?? server;
  const cases = observations
    .filter(({ state, failure, answered }) =>
      // The rule must not treat a success as a failure either.
      state === 'failed' ? failure !== null : state === 'passed' && answered.message !== null,
    )
    .slice(0, caseLimit)
    .map((it) => {
      const { message, status, body } = it.answered;
      const is = it.state === 'failed' && classOf(it) === meaning;
      return { server: nameOf(it.server), name: it.provocation.name, message, status, body, is };
    });
  const matched = cases.filter(({ is }) => is).length;
  const answer = { language, class: meaning, code: '', checked: cases.length, matched, wrong: [] as string[] };
  if (matched === 0) return { ...answer, problem: `None of the failures is ${classTitle(meaning)}.` };
  const rule = findRule(cases);
  if (!rule.ok) return { ...answer, problem: rule.problem };
  const servers = [...new Set(cases.filter(({ is }) => is).map(({ server }) => server))];
  const wrong = cases
    .filter((one) => judges(rule.terms, one) !== one.is)
    .map(({ server, name, is }) => `${server}, ${name}${is ? '' : ', though it is something else'}`);
  const code = writeRule(language, rule.terms, { class: meaning, servers, cases: cases.length, wrong });
  return { ...answer, wrong, code, problem: '' };
}
