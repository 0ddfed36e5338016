// What a step does to a call: an answer instead of the server's, a changed answer, or an end. Answers have a line of their own for what
// they say.

import { answerClasses, canWait } from '../../../shared/features/rehearse/answer-pairs.ts';
import { dialectWords } from '../../../shared/features/rehearse/plan-words.ts';
import { endKinds, spoilKinds } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import { type Json, member } from '../../../shared/json/json.ts';
import field from '../../components/field.module.css';
import { Select } from '../../components/select.tsx';
import { FailureOptions } from './failure-options.tsx';
import { NumberInput } from './number-input.tsx';
import { dialectsFor, draftAnswer, stepKindOf, withKind } from './plan-draft.ts';
import styles from './plan-editor.module.css';
import { StepLine, type StepPartProps } from './step-line.tsx';

export function What({ step, isInvalid, onChange }: StepPartProps) {
  const answer = draftAnswer(step);
  const set = (name: string) => (value: Json | undefined) => onChange(['do', name], value);
  const seconds = (name: string) => ({
    value: member(step.do, name),
    unit: 1000,
    isInvalid: isInvalid(['do', name]),
    onChange: set(name),
  });
  return (
    <>
      <StepLine word="What">
        <KindSelect {...{ step, isInvalid, onChange }} />
        {stepKindOf(step) === 'spoil:delay' && (
          <>
            <span>by</span>
            <NumberInput label="Delay in seconds" {...seconds('ms')} />
            <span>s</span>
          </>
        )}
        {answer !== null && canWait(answer) && (
          <>
            <span>asking to wait</span>
            <NumberInput label="Stated wait in seconds" empty="none" {...seconds('waitMs')} />
            <span>s</span>
          </>
        )}
        {answer !== null && (
          <>
            <span>written in</span>
            <Select
              aria-label="Error model"
              aria-invalid={isInvalid(['do', 'dialect'])}
              value={String(member(step.do, 'dialect') ?? 'own')}
              onChange={(event) => set('dialect')(event.target.value === 'own' ? undefined : event.target.value)}
            >
              {(['own', ...dialectsFor(answer)] as const).map((one) => (
                <option key={one} value={one}>
                  {dialectWords[one]}
                </option>
              ))}
            </Select>
          </>
        )}
      </StepLine>
      {answer !== null && (
        <StepLine word="It says">
          <TextPart label="Message" name="sentence" empty="the usual message" {...{ step, isInvalid, onChange }} />
          <span>code</span>
          <NumberInput
            label="Code"
            value={member(step.do, 'code')}
            empty="usual"
            isInvalid={isInvalid(['do', 'code'])}
            onChange={set('code')}
          />
          {answer === 'validation' && (
            <>
              <span>about</span>
              <TextPart label="Argument" name="field" empty="first argument" {...{ step, isInvalid, onChange }} />
            </>
          )}
        </StepLine>
      )}
    </>
  );
}

const groups = [
  { title: 'Misfire answers instead of the server', failures: answerClasses.map((one) => `answer:${one}`) },
  { title: 'The server is asked, and its answer is changed', failures: spoilKinds.map((one) => `spoil:${one}`) },
  { title: 'Something ends', failures: endKinds.map((one) => `end:${one}`) },
];

function KindSelect({ step, isInvalid, onChange }: StepPartProps) {
  return (
    <Select
      aria-label="What happens"
      aria-invalid={['answer', 'spoil', 'end'].some((name) => isInvalid(['do', name]))}
      value={stepKindOf(step)}
      onChange={(event) => onChange(['do'], withKind(step, event.target.value).do)}
    >
      <FailureOptions groups={groups} />
    </Select>
  );
}

function TextPart({
  label,
  name,
  empty,
  step,
  isInvalid,
  onChange,
}: StepPartProps & { label: string; name: string; empty: string }) {
  const value = member(step.do, name);
  return (
    <input
      className={`${field.input} ${name === 'sentence' ? styles.message : styles.short}`}
      aria-label={label}
      aria-invalid={isInvalid(['do', name])}
      placeholder={empty}
      autoComplete="off"
      value={value === undefined ? '' : String(value)}
      onChange={(event) => onChange(['do', name], event.target.value === '' ? undefined : event.target.value)}
    />
  );
}
