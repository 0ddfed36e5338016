import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { checkSchema } from '../../schema/check-schema.ts';
import { planSchema } from './plan-schema.ts';
import { readyPlan, readyPlans } from './ready-plans.ts';
import { injectionWord, readPlan } from './rehearsal-plan.ts';

const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/rehearsal-plan.schema.json'), 'utf8'));

const problemOf = (plan: unknown): string => {
  const read = readPlan(JSON.stringify(plan));
  return read.ok ? '' : read.problem;
};
const step = (one: object) => ({ steps: [one] });

describe('readPlan', () => {
  it('fills in what a small plan leaves out', () => {
    const read = readPlan('{"$schema":"x","steps":[{"do":{"answer":"rate_limited","waitMs":3000}}]}', 'my-plan');
    expect(read).toEqual({
      ok: true,
      plan: {
        name: 'my-plan',
        title: 'my-plan',
        about: '',
        seed: 1,
        endsAfterMs: 60_000,
        steps: [{ do: { answer: 'rate_limited', waitMs: 3000 } }],
      },
    });
  });

  const wrongPlans: [plan: unknown, problem: string][] = [
    [[], 'The plan must be an object.'],
    [{}, 'steps must be a list of at least one step.'],
    [
      { steps: [], when: 1 },
      'The plan has an unknown member "when". Known: name, title, about, seed, endsAfterMs, steps.',
    ],
    [step({}), 'steps[0] has no "do". Say what happens: {"answer":"rate_limited"}.'],
    [
      step({ do: { answer: 'timeout', end: 'process' } }),
      'steps[0].do needs exactly one of "answer", "spoil" and "end".',
    ],
    [step({ do: { end: 'world' } }), 'steps[0].do.end is "world". Known: process, stream, session, sign-in.'],
    [step({ do: { spoil: 'delay' } }), 'steps[0].do needs "ms": how long the answer is delayed.'],
    [step({ do: { spoil: 'cut', ms: 5 } }), 'steps[0].do.ms is only for "delay".'],
    [
      step({ do: { answer: 'validation', waitMs: 5 } }),
      'steps[0].do.waitMs does not help against validation. Remove it.',
    ],
    [
      step({ do: { answer: 'connection_lost' } }),
      'steps[0].do.answer cannot be answered. Use "end": "process" or "stream".',
    ],
    [
      step({ do: { answer: 'timeout', dialect: 'platica' } }),
      'steps[0].do.dialect has no word for timeout. platica has: validation, unauthorized, forbidden, not_found, internal.',
    ],
    [
      step({ do: { end: 'session' }, often: { share: 2 } }),
      'steps[0].often.share must be a number above 0 and up to 1. Half of the calls: 0.5.',
    ],
    [
      step({ do: { end: 'session' }, often: 'always' }),
      'steps[0].often must be "once", {"every":3}, {"first":2} or {"share":0.5}.',
    ],
    [step({ do: { end: 'session' }, atMost: 0 }), 'steps[0].atMost must be a whole number from 1 to 1,000,000.'],
    [
      step({ do: { end: 'session' }, tools: [] }),
      'steps[0].tools must be a list of tool names. Leave it out for every tool.',
    ],
    [
      { steps: [{ do: { end: 'session' } }], endsAfterMs: 1e9 },
      'endsAfterMs must be a whole number from 1 to 3,600,000.',
    ],
  ];

  it.each(wrongPlans)('rejects %j and names the member', (plan, problem) => {
    expect(problemOf(plan)).toBe(problem);
    // What cannot be said in the schema: which class goes with which dialect or wait.
    if (!/waitMs|dialect has/.test(problem)) expect(checkSchema(schema, plan as Json)).not.toEqual([]);
  });

  it('says where a text stops being JSON', () => {
    expect(readPlan('{"steps": [')).toMatchObject({ ok: false, problem: expect.stringContaining('is not JSON') });
  });

  it('takes no member from a prototype', () => {
    expect(problemOf(JSON.parse('{"__proto__":{"steps":[]},"steps":[{"do":{"end":"session"}}]}'))).toContain(
      '"__proto__"',
    );
  });
});

it('has the same schema as a file', () => {
  expect(schema).toEqual(planSchema);
});

describe('the ready plans', () => {
  it('are eleven', () => {
    expect(readyPlans.map(({ name }) => name)).toEqual([
      'rate-limit-storm',
      'flaky-upstream',
      'expired-sign-in',
      'lost-session',
      'slow-server',
      'half-dead-server',
      'validation-maze',
      'noisy-stdout',
      'silent-failure',
      'quota-exhausted',
      'one-of-each',
    ]);
  });

  it.each(readyPlans)('$name is a valid plan that ends within five minutes', (plan) => {
    expect(readPlan(JSON.stringify(plan))).toEqual({ ok: true, plan });
    expect(checkSchema(schema, JSON.parse(JSON.stringify(plan)))).toEqual([]);
    expect(plan.endsAfterMs).toBeLessThanOrEqual(300_000);
  });

  it('state a wait of 1 to 5 s in a rate-limit storm', () => {
    for (const { do: injection } of readyPlan('rate-limit-storm')?.steps ?? []) {
      expect(injectionWord(injection)).toBe('answer:rate_limited');
      const { waitMs = 0 } = injection as { waitMs?: number };
      expect(waitMs >= 1000 && waitMs <= 5000).toBe(true);
    }
  });
});
