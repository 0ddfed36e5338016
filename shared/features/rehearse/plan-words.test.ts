import { expect, it } from 'vitest';
import { asksServer, planStepWords } from './plan-words.ts';
import { readyPlans } from './ready-plans.ts';
import type { RehearsalStep } from './rehearsal-plan.ts';

it.each<[RehearsalStep, string]>([
  [
    { do: { answer: 'rate_limited', waitMs: 2000 }, often: { first: 2 } },
    'Any tool | answered “rate limited”, asking to wait 2 s | The first 2 calls',
  ],
  [
    { tools: ['pay', 'find'], do: { spoil: 'delay', ms: 8000 }, often: { share: 0.5 }, atMost: 3 },
    'pay, find | the answer comes late, after 8 s | 50 % of the calls, at most 3 times',
  ],
  [{ do: { end: 'process' }, often: 'once' }, 'Any tool | the server process ends | Once'],
  [{ do: { answer: 'too_large' }, often: { every: 3 } }, 'Any tool | answered “too large” | Every 3rd call'],
  [{ do: { spoil: 'no-answer' } }, 'Any tool | no answer comes | Each call'],
])('says a step in words: %j', (step, words) => {
  const { where, what, often } = planStepWords(step);
  expect([where, what, often].join(' | ')).toBe(words);
});

it('has words for each step of the ready plans', () => {
  for (const { steps } of readyPlans)
    for (const step of steps) expect(planStepWords(step).what).not.toMatch(/_|undefined/);
});

it('says whether the server is asked', () => {
  expect(asksServer({ answer: 'rate_limited' })).toBe(false);
  expect(asksServer({ end: 'session' })).toBe(false);
  expect(asksServer({ end: 'process' })).toBe(true);
  expect(asksServer({ spoil: 'cut' })).toBe(true);
});
