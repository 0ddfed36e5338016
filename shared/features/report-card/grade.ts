// The grade of a report card: pass 1, partly one half, three rules double, rules that were not seen left out.

import { type Grade, type Letter, letters, type RuleId, type RuleResult, type RuleVerdict } from './card.ts';

/** With fewer rules a letter would say more than was seen. */
export const leastRules = 5;

const least: readonly [number, Letter][] = [
  [0.9, 'A'],
  [0.8, 'B+'],
  [0.7, 'B'],
  [0.6, 'C+'],
  [0.5, 'C'],
  [0.35, 'D'],
];

const points: Record<Exclude<RuleVerdict, 'not seen'>, number> = { pass: 1, partly: 0.5, fail: 0 };

const capping: RuleId = 'no-unsafe-repeat';
const cap: Letter = 'D';

/** null: too few rules were seen. */
export function gradeOf(rules: readonly Pick<RuleResult, 'rule' | 'verdict' | 'weight'>[]): Grade | null {
  const seen = rules.flatMap(({ verdict, ...rule }) => (verdict === 'not seen' ? [] : [{ ...rule, verdict }]));
  if (seen.length < leastRules) return null;
  const of = seen.reduce((sum, { weight }) => sum + weight, 0);
  const earned = seen.reduce((sum, { weight, verdict }) => sum + weight * points[verdict], 0);
  const letter = least.find(([share]) => earned / of >= share)?.[1] ?? 'F';
  const sum = { points: earned, of, percent: Math.floor((earned / of) * 100) };
  const isCapped = seen.some(({ rule, verdict }) => rule === capping && verdict === 'fail');
  return isCapped && letters.indexOf(letter) < letters.indexOf(cap)
    ? { letter: cap, ...sum, cappedBy: capping }
    : { letter, ...sum };
}
