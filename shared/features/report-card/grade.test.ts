import { describe, expect, it } from 'vitest';
import { type RuleId, type RuleVerdict, ruleIds } from './card.ts';
import { gradeOf } from './grade.ts';

const rules = (verdicts: Partial<Record<RuleId, RuleVerdict>>) =>
  ruleIds.map((rule, index) => ({
    rule,
    weight: index < 3 ? (2 as const) : (1 as const),
    verdict: verdicts[rule] ?? ('not seen' as const),
  }));
/** `count` of ten rules with weight 1 pass, the others fail. */
const share = (passed: number) =>
  rules(Object.fromEntries(ruleIds.slice(3, 13).map((rule, index) => [rule, index < passed ? 'pass' : 'fail'])));

describe('the grade', () => {
  it.each([
    [10, 'A', 100],
    [9, 'A', 90],
    [8, 'B+', 80],
    [7, 'B', 70],
    [6, 'C+', 60],
    [5, 'C', 50],
    [4, 'D', 40],
    [3, 'F', 30],
    [0, 'F', 0],
  ])('of %i passed out of 10 is %s', (passed, letter, percent) => {
    expect(gradeOf(share(passed))).toEqual({ letter, points: passed, of: 10, percent });
  });

  it('counts three rules double and partly as one half', () => {
    const seen = rules({
      'waits-as-asked': 'fail',
      'no-unsafe-repeat': 'pass',
      'stops-when-told': 'partly',
      'waits-grow': 'pass',
      'new-session': 'partly',
    });
    expect(gradeOf(seen)).toEqual({ letter: 'C', points: 4.5, of: 8, percent: 56 });
  });

  it('is at most D after an unsafe repeat, and says so', () => {
    const others = Object.fromEntries(ruleIds.map((rule) => [rule, 'pass' as const]));
    expect(gradeOf(rules({ ...others, 'no-unsafe-repeat': 'fail' }))).toMatchObject({
      letter: 'D',
      percent: 88,
      cappedBy: 'no-unsafe-repeat',
    });
    const failing = Object.fromEntries(ruleIds.map((rule) => [rule, 'fail' as const]));
    expect(gradeOf(rules(failing))).toEqual({ letter: 'F', points: 0, of: 17, percent: 0 });
  });

  it('needs five rules', () => {
    const pass = (count: number) => rules(Object.fromEntries(ruleIds.slice(0, count).map((rule) => [rule, 'pass'])));
    expect(gradeOf(pass(4))).toBeNull();
    expect(gradeOf(pass(5))).toMatchObject({ letter: 'A' });
  });

  it('rounds down, so that a share below a limit never reads as that limit', () => {
    const seen = rules(
      Object.fromEntries(ruleIds.map((rule, at) => [rule, at < 12 ? 'pass' : at === 12 ? 'partly' : 'fail'])),
    );
    // 15.5 of 17 is 91.2 %.
    expect(gradeOf(seen)).toMatchObject({ percent: 91, letter: 'A' });
  });
});
