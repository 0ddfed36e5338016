// The states of rehearsal plans: the form of a step by what it does, a plan as sentences, its editor, and a file that is no plan.

import { useState } from 'react';
import { readPlan } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import type { Json, JsonObject } from '../../../shared/json/json.ts';
import { setAt } from '../../../shared/json/json-place.ts';
import type { Shown } from '../../testing/showcase/shown.ts';
import { WithHost } from '../../testing/with-host.tsx';
import { InvalidPlan } from './invalid-plan.tsx';
import { planText } from './plan-draft.ts';
import { PlanEditor } from './plan-editor.tsx';
import { PlanView } from './plan-view.tsx';
import type { PlanDraft } from './rehearse-state.ts';
import { StepForm } from './step-form.tsx';

const long = 'a_very_long_name_of_a_tool_that_says_what_it_does_in_every_detail_and_in_one_word';

function Step({ start, isInvalid = false }: { start: JsonObject; isInvalid?: boolean }) {
  const [step, setStep] = useState<JsonObject>(start);
  return (
    <StepForm
      step={step}
      index={0}
      count={2}
      tools={['search', long]}
      isInvalid={([first]) => isInvalid && first === 'often'}
      onChange={(path, value: Json | undefined) => setStep(setAt(step, path, value) as JsonObject)}
      onMove={() => undefined}
      onRemove={() => undefined}
    />
  );
}

const steps: Record<string, JsonObject> = {
  'an answer': { do: { answer: 'rate_limited', waitMs: 2_000 }, often: { first: 2 } },
  'a rejected value': { do: { answer: 'validation', field: 'amount' }, often: 'once' },
  'a delay': { do: { spoil: 'delay', ms: 3_000 }, often: { share: 0.5 }, atMost: 8 },
  'an end': { do: { end: 'session' } },
  'named tools': { tools: ['search', long], do: { answer: 'unauthorized' }, often: { every: 3 } },
};

const plan = (title: string) => {
  const read = readPlan(
    JSON.stringify({ title, about: 'The first calls are rate limited.', steps: [steps['an answer']!] }),
  );
  if (!read.ok) throw new Error(read.problem);
  return read.plan;
};

const draft = (mode: PlanDraft['mode']): PlanDraft => {
  const text = planText(plan('Busy'));
  return { text, seed: { text }, original: text, replaces: null, mode };
};

export const shown: readonly Shown[] = [
  {
    component: 'Step of a plan',
    states: [
      ...Object.entries(steps).map(([state, step]) => ({ state, element: <Step start={step} /> })),
      { state: 'invalid', element: <Step start={{ do: { answer: 'timeout' }, often: { first: -1 } }} isInvalid /> },
    ],
  },
  {
    component: 'Plan',
    width: 900,
    states: [
      {
        state: 'no client',
        element: (
          <WithHost>
            <PlanView plan={plan('Busy')} own={null} />
          </WithHost>
        ),
      },
      {
        state: 'not valid',
        element: <InvalidPlan own={{ file: long, text: '{}' }} problem="steps is missing." />,
      },
    ],
  },
  {
    component: 'Editor of a plan',
    states: (['form', 'json'] as const).map((mode) => ({
      state: mode,
      element: (
        <WithHost>
          <PlanEditor draft={draft(mode)} tools={['search']} />
        </WithHost>
      ),
    })),
  },
];
