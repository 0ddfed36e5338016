// Which rules of a report card a plan is about. With too few rules for a grade, these decide whether the run proved anything.

import type { Injection, Plan } from '../rehearse/rehearsal-plan.ts';
import type { RuleId } from './card.ts';

export const rulesOf = ({ steps }: Plan): RuleId[] => [...new Set(steps.flatMap((step) => ruleOf(step.do) ?? []))];

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
