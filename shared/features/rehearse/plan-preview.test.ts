// A preview of a plan on recorded calls: the same decisions as the engine makes, and its rules for what may be touched.

import { expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { Injector } from './injector.ts';
import { type PastEvent, previewOf } from './plan-preview.ts';
import { readyPlans } from './ready-plans.ts';
import type { Plan, RehearsalStep } from './rehearsal-plan.ts';

const planOf = (steps: RehearsalStep[], more: Partial<Plan> = {}): Plan => ({
  name: 'p',
  title: 'P',
  about: '',
  seed: 7,
  endsAfterMs: 60_000,
  steps,
  ...more,
});
const listed: Json = { tools: [{ name: 'find', annotations: { readOnlyHint: true } }, { name: 'pay' }] };
const opening: PastEvent[] = [
  { at: 0, asksForList: true },
  { at: 1, listed },
];
const calls = (...tools: string[]): PastEvent[] => tools.map((call, index) => ({ at: 10 + index, call }));
const many = calls(...Array.from({ length: 40 }, (_, index) => (index % 3 === 0 ? 'pay' : 'find')));

it.each(readyPlans)('decides like the engine: $name', (plan) => {
  const engine = new Injector(plan);
  engine.decideList(0);
  engine.learnTools(listed);
  const decided = many.map((event) => ('call' in event ? engine.decide(event.call, event.at) : null));
  const { lanes, injected, calls: total } = previewOf(plan, { isLines: true, events: [...opening, ...many] });
  const shown = lanes.flatMap((lane) => lane.calls).sort((one, other) => one.at - other.at);
  expect(shown.map((call) => call.injected)).toEqual(decided.map((decision) => decision?.injected ?? null));
  expect(injected).toBe(decided.filter((decision) => decision !== null).length);
  expect(total).toBe(40);
});

it('has a lane per tool, with the touched ones first', () => {
  const plan = planOf([{ tools: ['pay'], do: { answer: 'timeout' }, often: 'once' }]);
  const { lanes, from, to } = previewOf(plan, { isLines: true, events: calls('find', 'find', 'pay', 'find', 'pay') });
  expect(lanes).toEqual([
    {
      tool: 'pay',
      calls: [
        { at: 12, injected: 'answer:timeout' },
        { at: 14, injected: null },
      ],
      injected: 1,
    },
    { tool: 'find', calls: [10, 11, 13].map((at) => ({ at, injected: null })), injected: 0 },
  ]);
  expect([from, to]).toEqual([10, 14]);
});

it('spoils only tools that were listed as read-only before their call', () => {
  const plan = planOf([{ do: { spoil: 'cut' } }]);
  const touched = (events: PastEvent[]) => previewOf(plan, { isLines: true, events }).injected;
  expect(touched([...opening, ...calls('find', 'pay')])).toBe(1);
  expect(touched([...calls('find', 'pay'), { at: 99, listed }])).toBe(0);
});

it('counts noise before a list of tools against the limit, over stdio only', () => {
  const plan = planOf([{ do: { spoil: 'noise' }, atMost: 1 }]);
  const events = [...opening, ...calls('find')];
  expect(previewOf(plan, { isLines: true, events }).injected).toBe(0);
  expect(previewOf(plan, { isLines: false, events }).injected).toBe(1);
});

it('ends with the time of the plan, from the first call', () => {
  const plan = planOf([{ do: { answer: 'timeout' } }], { endsAfterMs: 2 });
  expect(previewOf(plan, { isLines: true, events: calls('a', 'a', 'a', 'a') })).toMatchObject({
    injected: 2,
    afterEnd: 2,
  });
});
