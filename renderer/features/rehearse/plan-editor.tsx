// Edits a plan: as a form, or as JSON with hints. Both change the same text. Save is possible once it is a plan.

import { CircleAlert, CircleCheck, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { planSchema } from '../../../shared/features/rehearse/plan-schema.ts';
import { mostSteps, readPlan } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import type { Json } from '../../../shared/json/json.ts';
import type { Path } from '../../../shared/json/json-place.ts';
import { JsonEditor } from '../../arguments/json-editor.tsx';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { useModel } from '../../model/model.ts';
import { keyLabel } from '../../text/keys.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { NumberInput } from './number-input.tsx';
import { formOf, movedStep, problemOf, withStep, withTitle, withValue } from './plan-draft.ts';
import styles from './plan-editor.module.css';
import { Preview } from './preview.tsx';
import { changeDraft, discardDraft, type PlanDraft, rehearseOf, saveDraft } from './rehearse-state.ts';
import { StepForm } from './step-form.tsx';

export function PlanEditor({ draft, tools }: { draft: PlanDraft; tools: readonly string[] }) {
  const model = useModel();
  const { text, replaces, mode } = draft;
  const problem = useMemo(() => problemOf(text), [text]);
  const read = useMemo(() => readPlan(text), [text]);
  const form = useMemo(() => formOf(text), [text]);
  const shown = form === null ? 'json' : mode;
  const save = () => void saveDraft(model);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the button Save, from any field.
    <div
      className={styles.page}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
        event.preventDefault();
        save();
      }}
    >
      <header className={styles.head}>
        <h2 className={styles.title}>{replaces === null ? 'New plan' : 'Edit plan'}</h2>
        <Segmented
          label="How to write the plan"
          value={shown}
          segments={[
            {
              value: 'form',
              label: 'Form',
              disabled: form === null,
              ...(form === null ? { title: 'The JSON has no steps that a form can show.' } : {}),
            },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={(next) => rehearseOf(model).setState({ draft: { ...draft, mode: next, seed: { text } } })}
        />
      </header>
      {shown === 'form' ? (
        <PlanForm text={text} tools={tools} problemPath={problem?.path ?? null} />
      ) : (
        <div className={styles.json}>
          <JsonEditor
            label="Plan, JSON"
            start={draft.seed}
            schema={planSchema}
            check={checkPlan}
            onChange={(next) => changeDraft(model, next, 'json')}
            onSend={save}
          />
        </div>
      )}
      {read.ok && (
        <div className={styles.preview}>
          <Preview plan={read.plan} />
        </div>
      )}
      <footer className={styles.foot}>
        <p role="status" className={problem ? styles.bad : styles.good}>
          {problem ? <CircleAlert size={14} aria-hidden="true" /> : <CircleCheck size={14} aria-hidden="true" />}{' '}
          {problem ? visibleLine(problem.text) : 'This is a valid plan.'}
        </p>
        <Button onClick={() => discardDraft(model)}>Cancel</Button>
        <Button look="primary" disabled={problem !== null} onClick={save}>
          Save <kbd>{keyLabel('Mod+↵')}</kbd>
        </Button>
      </footer>
    </div>
  );
}

/** Outside of the component: the editor compares it by identity. */
function checkPlan(_value: Json, text: string): { path: Path; message: string }[] {
  const problem = problemOf(text);
  return problem ? [{ path: problem.path, message: problem.text }] : [];
}

function PlanForm({ text, tools, problemPath }: { text: string; tools: readonly string[]; problemPath: Path | null }) {
  const model = useModel();
  const read = formOf(text);
  if (!read) return null;
  const { plan, steps } = read;
  const put = (next: string) => changeDraft(model, next, 'form');
  const set = (path: Path) => (value: Json | undefined) => put(withValue(plan, path, value));
  const isInvalid = (path: Path) => problemPath !== null && path.join('.') === problemPath.join('.');
  return (
    <div className={styles.form}>
      <div className={styles.names}>
        <TextField
          label="Title"
          value={String(plan.title ?? '')}
          aria-invalid={isInvalid(['title']) || isInvalid(['name'])}
          onChange={(event) => put(withTitle(plan, event.target.value))}
        />
        <TextField
          label="About"
          hint="optional"
          value={String(plan.about ?? '')}
          aria-invalid={isInvalid(['about'])}
          onChange={(event) => set(['about'])(event.target.value)}
        />
      </div>
      <p className={styles.note}>
        {steps.length > 1 ? 'The first matching step applies to each call.' : 'What happens to which calls.'}
      </p>
      {steps.map((step, index) => (
        <StepForm
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a plan have no other name.
          key={index}
          step={step}
          index={index}
          count={steps.length}
          tools={tools}
          isInvalid={(path) => isInvalid(['steps', index, ...path])}
          onChange={(path, value) => set(['steps', index, ...path])(value)}
          onMove={(by) => put(movedStep(plan, steps, index, by))}
          onRemove={() => set(['steps', index])(undefined)}
        />
      ))}
      <Button className={styles.add} disabled={steps.length >= mostSteps} onClick={() => put(withStep(plan, steps))}>
        <Plus size={14} aria-hidden="true" /> Add step
      </Button>
      <fieldset className={styles.step}>
        <legend className="visually-hidden">The whole plan</legend>
        <div className={styles.line}>
          <span className={styles.word}>Ends</span>
          <div className={styles.parts}>
            by itself after
            <NumberInput
              label="Ends after, in seconds"
              value={plan.endsAfterMs}
              unit={1000}
              empty="60"
              isInvalid={isInvalid(['endsAfterMs'])}
              onChange={set(['endsAfterMs'])}
            />
            s from the first call
          </div>
        </div>
        <div className={styles.line}>
          <span className={styles.word}>Seed</span>
          <div className={styles.parts}>
            <NumberInput
              label="Seed"
              value={plan.seed}
              empty="1"
              isInvalid={isInvalid(['seed'])}
              onChange={set(['seed'])}
            />
            the same seed picks the same calls for a share
          </div>
        </div>
      </fieldset>
    </div>
  );
}
