// Which rules of a report card a plan is about. With too few rules for a grade, these decide whether the run proved anything.

import { readyPlans } from '../rehearse/ready-plans.ts';
import type { Injection, Plan } from '../rehearse/rehearsal-plan.ts';
import { type ReportCard, type RuleId, ruleTitles } from './card.ts';

export const cardRulesOf = ({ steps }: Plan): RuleId[] => [...new Set(steps.flatMap((step) => ruleOf(step.do) ?? []))];

/** Rules that no card saw, and the ready plans that show them; null if every rule was seen. */
export function notSeenWords(cards: readonly ReportCard[]): { rules: string; plans: string } | null {
  const seen = new Set(cards.flatMap(({ rules }) => rules.filter(isSeen).map(({ rule }) => rule)));
  const missing = (cards[0]?.rules ?? []).flatMap(({ rule }) => (seen.has(rule) ? [] : [rule]));
  if (missing.length === 0) return null;
  const plans: string[] = [];
  const open = new Set<RuleId>(missing);
  for (const plan of readyPlans) {
    const shown = cardRulesOf(plan).filter((rule) => open.delete(rule));
    if (shown.length > 0) plans.push(plan.title);
  }
  return {
    rules: `Not seen: ${missing.map((rule) => ruleTitles[rule]).join(' · ')}`,
    plans: plans.length === 0 ? '' : `Run ${plans.join(', ')} to see more rules.`,
  };
}

const isSeen = ({ verdict }: ReportCard['rules'][number]): boolean => verdict !== 'not seen';

function ruleOf(injection: Injection): RuleId | null {
  if ('spoil' in injection) {
    switch (injection.spoil) {
      case 'no-answer':
      case 'delay':
        return 'cancels-on-timeout';
      case 'reported-as-success':
        return 'notices-silent-failure';
      case 'broken-schema':
        return 'checks-schema';
      default:
        return null;
    }
  }
  if ('end' in injection) return injection.end === 'sign-in' ? 'signs-in-again' : 'new-session';
  if (injection.waitMs !== undefined) return 'waits-as-asked';
  switch (injection.answer) {
    case 'terminal':
      return 'stops-when-told';
    case 'validation':
      return 'fixes-before-retry';
    case 'dependency':
    case 'unavailable':
      return 'waits-grow';
    default:
      return null;
  }
}
