// Edits of a plan as text: each leaves a valid plan, and problems lead to the member that they are about.

import { describe, expect, it } from 'vitest';
import { answerClasses, answerDialects } from '../../../shared/features/rehearse/answer-pairs.ts';
import { readyPlans } from '../../../shared/features/rehearse/ready-plans.ts';
import { endKinds, readPlan, spoilKinds } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import type { JsonObject } from '../../../shared/json/json.ts';
import {
  blankPlan,
  copyOf,
  dialectsFor,
  formOf,
  movedStep,
  problemOf,
  withKind,
  withStep,
  withTitle,
} from './plan-draft.ts';

const form = (text: string) => {
  const read = formOf(text);
  if (!read) throw new Error('No form.');
  return read;
};

it('begins with a valid plan under a free name', () => {
  expect(problemOf(blankPlan([]))).toBeNull();
  expect(readPlan(blankPlan(['my-plan', 'my-plan-2']))).toMatchObject({
    plan: { name: 'my-plan-3', title: 'My plan 3' },
  });
});

it.each(readyPlans)('copies $name under another name', (plan) => {
  const read = readPlan(copyOf(plan, []));
  const { name, title } = plan;
  expect(read).toEqual({ ok: true, plan: { ...plan, name: `${name_(title)}-copy`, title: `${title} copy` } });
  expect(read).not.toMatchObject({ plan: { name } });
});
const name_ = (title: string) => title.toLowerCase().replaceAll(' ', '-');

it.each([
  ['{', []],
  ['[]', []],
  ['{"steps":[]}', ['steps']],
  ['{"seed":-1,"steps":[{"do":{"end":"session"}}]}', ['seed']],
  ['{"steps":[{"do":{"end":"session"}},{"do":{"spoil":"delay","ms":"soon"}}]}', ['steps', 1, 'do', 'ms']],
  ['{"steps":[{"do":{"end":"session"},"often":{"share":0}}]}', ['steps', 0, 'often', 'share']],
])('says where the problem of %s is', (text, path) => {
  expect(problemOf(text)?.path).toEqual(path);
});

describe('another failure in a step', () => {
  const full: JsonObject = {
    do: { answer: 'validation', field: 'zip', code: 7, sentence: 'No.', dialect: 'platica', waitMs: 1 },
  };
  const kinds = [
    ...answerClasses.map((one) => `answer:${one}`),
    ...spoilKinds.map((one) => `spoil:${one}`),
    ...endKinds.map((one) => `end:${one}`),
  ];
  it.each(kinds)('%s leaves a valid step', (kind) => {
    const steps = [withKind(full, kind)];
    expect(readPlan(JSON.stringify({ steps }))).toMatchObject({ ok: true });
  });

  it('keeps what still makes sense', () => {
    expect(withKind({ do: { answer: 'rate_limited', waitMs: 5, sentence: 'Slow.' } }, 'answer:unavailable').do).toEqual(
      {
        answer: 'unavailable',
        waitMs: 5,
        sentence: 'Slow.',
      },
    );
  });
});

it('offers only error models that have a word for the failure', () => {
  for (const answer of answerClasses)
    for (const dialect of answerDialects) {
      const text = JSON.stringify({ steps: [{ do: { answer, dialect } }] });
      expect(readPlan(text).ok, `${answer} in ${dialect}`).toBe(dialectsFor(answer).includes(dialect));
    }
});

it('lets the name follow the title until someone chooses one', () => {
  expect(withTitle({ name: 'a-b', title: 'A b' }, 'C d')).toContain('"name": "c-d"');
  expect(withTitle({ name: 'mine', title: 'A b' }, 'C d')).toContain('"name": "mine"');
});

it('adds and moves steps', () => {
  const { plan, steps } = form(blankPlan([]));
  const two = form(withStep(plan, steps));
  expect(two.steps).toHaveLength(2);
  expect(form(movedStep(two.plan, two.steps, 1, -1)).steps).toEqual([two.steps[1], two.steps[0]]);
  expect(problemOf(withStep(plan, steps))).toBeNull();
});

it('has no form for what it cannot show', () => {
  expect(formOf('{')).toBeNull();
  expect(formOf('{"steps":7}')).toBeNull();
  expect(formOf('{"steps":[{"do":{"answer":7}}]}')).toBeNull();
});
