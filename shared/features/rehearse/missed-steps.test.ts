// Each step that touched no call has its reason, by the decisions of the engine.

import { expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { missedSteps } from './missed-steps.ts';
import type { Plan, RehearsalStep } from './rehearsal-plan.ts';

const planOf = (...steps: RehearsalStep[]): Plan => ({
  name: 'p',
  title: 'P',
  about: '',
  seed: 7,
  endsAfterMs: 1000,
  steps,
});
const listed = [
  { server: 's', result: { tools: [{ name: 'find', annotations: { readOnlyHint: true } }, { name: 'pay' }] } as Json },
];
const calls = (...tools: string[]) => tools.map((tool, at) => ({ server: 's', tool, at }));

const limited: RehearsalStep = { do: { answer: 'rate_limited' }, often: 'once' };
const dies: RehearsalStep = { do: { end: 'process' }, often: 'once' };

it.each<[string, Plan, ReturnType<typeof calls>, string[]]>([
  ['all happened', planOf(limited, dies), calls('pay', 'find'), []],
  ['no call', planOf(limited), [], ['the client called no tool']],
  ['another tool', planOf({ ...limited, tools: ['sell'] }), calls('find'), ['no call of sell']],
  [
    'only unsafe tools',
    planOf(limited, dies),
    calls('pay', 'pay'),
    ['it needs a call of a read-only tool, or of one that the plan names'],
  ],
  [
    'too few calls',
    planOf(limited, dies),
    calls('find'),
    ['the client made only 1 call, and earlier steps took those that fit'],
  ],
  [
    'too late',
    planOf(limited, dies),
    [...calls('pay'), { server: 's', tool: 'find', at: 2000 }],
    ['the plan was over before such a call'],
  ],
  ['not its turn', planOf({ ...limited, often: { every: 3 } }), calls('find', 'pay'), ['none of 2 calls was its turn']],
])('says why a step never happened: %s', (_what, plan, made, why) => {
  expect(missedSteps(plan, made, listed).map((step) => step.why)).toEqual(why);
});

it('counts the calls of all servers together, as the run does', () => {
  const made = [...calls('find'), { server: 'other', tool: 'find', at: 1 }];
  expect(missedSteps(planOf(limited, dies), made, listed)).toMatchObject([
    { step: 2, what: 'the server process ends' },
  ]);
});
