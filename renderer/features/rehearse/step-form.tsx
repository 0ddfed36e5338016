// One step of a plan as a form that reads like a sentence: where, what and how often.

import { ArrowDown, ArrowUp, Plus, Trash2, X } from 'lucide-react';
import { useId, useState } from 'react';
import { answerClasses, canWait } from '../../../shared/features/rehearse/answer-pairs.ts';
import {
  answerWords,
  asksServer,
  dialectWords,
  endWords,
  spoilWords,
} from '../../../shared/features/rehearse/plan-words.ts';
import { endKinds, type Injection, spoilKinds } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import { isObject, type Json, type JsonObject, member } from '../../../shared/json/json.ts';
import type { Path } from '../../../shared/json/json-place.ts';
import { Button } from '../../components/button.tsx';
import field from '../../components/field.module.css';
import { Segmented } from '../../components/segmented.tsx';
import { Select } from '../../components/select.tsx';
import { visibleLine } from '../../text/visible-text.ts';
import { NumberInput } from './number-input.tsx';
import { dialectsFor, draftAnswer, stepKindOf, withKind } from './plan-draft.ts';
import styles from './plan-editor.module.css';

interface StepFormProps {
  step: JsonObject;
  /** From 0. */
  index: number;
  count: number;
  /** Tools to offer. */
  tools: readonly string[];
  isInvalid: (path: Path) => boolean;
  onChange: (path: Path, value: Json | undefined) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

export function StepForm({ step, index, count, tools, isInvalid, onChange, onMove, onRemove }: StepFormProps) {
  return (
    <fieldset className={styles.step}>
      <legend className="visually-hidden">Step {index + 1}</legend>
      <div className={styles.stepHead}>
        <b aria-hidden="true">Step {index + 1}</b>
        <Button look="icon" aria-label={`Move step ${index + 1} up`} disabled={index === 0} onClick={() => onMove(-1)}>
          <ArrowUp size={14} aria-hidden="true" />
        </Button>
        <Button
          look="icon"
          aria-label={`Move step ${index + 1} down`}
          disabled={index === count - 1}
          onClick={() => onMove(1)}
        >
          <ArrowDown size={14} aria-hidden="true" />
        </Button>
        <Button look="icon" aria-label={`Remove step ${index + 1}`} disabled={count === 1} onClick={onRemove}>
          <Trash2 size={14} aria-hidden="true" />
        </Button>
      </div>
      <Where step={step} tools={tools} onChange={(value) => onChange(['tools'], value)} />
      <What step={step} isInvalid={isInvalid} onChange={onChange} />
      <HowOften step={step} isInvalid={isInvalid} onChange={onChange} />
    </fieldset>
  );
}

interface PartProps {
  step: JsonObject;
  isInvalid: StepFormProps['isInvalid'];
  onChange: StepFormProps['onChange'];
}

function Where({
  step,
  tools,
  onChange,
}: {
  step: JsonObject;
  tools: readonly string[];
  onChange: (tools: string[] | undefined) => void;
}) {
  const [typed, setTyped] = useState('');
  const list = useId();
  const chosen = Array.isArray(step.tools) ? step.tools.map(String) : [];
  const add = () => {
    const name = typed.trim();
    if (name !== '' && !chosen.includes(name)) onChange([...chosen, name]);
    setTyped('');
  };
  const isSpoiled = asksServer(step.do as unknown as Injection);
  return (
    <div className={styles.line}>
      <span className={styles.word}>Where</span>
      <div className={styles.parts}>
        {chosen.length === 0 && <span>any tool{isSpoiled && ' that the server lists as read-only'}</span>}
        {chosen.map((name) => (
          <span key={name} className={`mono ${styles.tool}`}>
            {visibleLine(name)}
            <button
              type="button"
              aria-label={`Remove ${visibleLine(name)}`}
              onClick={() => {
                const rest = chosen.filter((one) => one !== name);
                onChange(rest.length === 0 ? undefined : rest);
              }}
            >
              <X size={12} aria-hidden="true" />
            </button>
          </span>
        ))}
        <input
          className={`${field.input} mono ${styles.addTool}`}
          aria-label="Add a tool"
          placeholder={chosen.length === 0 ? 'only this tool' : 'another tool'}
          list={list}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            add();
          }}
        />
        <datalist id={list}>
          {tools
            .filter((name) => !chosen.includes(name))
            .map((name) => (
              <option key={name} value={name} />
            ))}
        </datalist>
        <Button look="quiet" disabled={typed.trim() === ''} onClick={add}>
          <Plus size={14} aria-hidden="true" /> Tool
        </Button>
      </div>
    </div>
  );
}

function What({ step, isInvalid, onChange }: PartProps) {
  const answer = draftAnswer(step);
  const set = (name: string) => (value: Json | undefined) => onChange(['do', name], value);
  const at = (name: string) => member(step.do, name);
  return (
    <>
      <div className={styles.line}>
        <span className={styles.word}>What</span>
        <div className={styles.parts}>
          <Select
            aria-label="What happens"
            aria-invalid={isInvalid(['do', 'answer']) || isInvalid(['do', 'spoil']) || isInvalid(['do', 'end'])}
            value={stepKindOf(step)}
            onChange={(event) => onChange(['do'], withKind(step, event.target.value).do)}
          >
            <optgroup label="Misfire answers instead of the server">
              {answerClasses.map((one) => (
                <option key={one} value={`answer:${one}`}>
                  Answer: {answerWords(one)}
                </option>
              ))}
            </optgroup>
            <optgroup label="The server is asked, and its answer is changed">
              {spoilKinds.map((one) => (
                <option key={one} value={`spoil:${one}`}>
                  {capital(spoilWords[one])}
                </option>
              ))}
            </optgroup>
            <optgroup label="Something ends">
              {endKinds.map((one) => (
                <option key={one} value={`end:${one}`}>
                  {capital(endWords[one])}
                </option>
              ))}
            </optgroup>
          </Select>
          {stepKindOf(step) === 'spoil:delay' && (
            <>
              <span>by</span>
              <NumberInput
                label="Delay in seconds"
                value={at('ms')}
                unit={1000}
                isInvalid={isInvalid(['do', 'ms'])}
                onChange={set('ms')}
              />
              <span>s</span>
            </>
          )}
          {answer !== null && canWait(answer) && (
            <>
              <span>asking to wait</span>
              <NumberInput
                label="Stated wait in seconds"
                value={at('waitMs')}
                unit={1000}
                empty="none"
                isInvalid={isInvalid(['do', 'waitMs'])}
                onChange={set('waitMs')}
              />
              <span>s</span>
            </>
          )}
          {answer !== null && (
            <>
              <span>written in</span>
              <Select
                aria-label="Error model"
                aria-invalid={isInvalid(['do', 'dialect'])}
                value={String(at('dialect') ?? 'own')}
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
        </div>
      </div>
      {answer !== null && (
        <div className={styles.line}>
          <span className={styles.word}>It says</span>
          <div className={styles.parts}>
            <TextPart label="Message" name="sentence" empty="the usual message" {...{ step, isInvalid, onChange }} />
            <span>code</span>
            <NumberInput
              label="Code"
              value={at('code')}
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
          </div>
        </div>
      )}
    </>
  );
}

function TextPart({
  label,
  name,
  empty,
  step,
  isInvalid,
  onChange,
}: PartProps & { label: string; name: string; empty: string }) {
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

const rhythms = ['each', 'once', 'first', 'every', 'share'] as const;
type Rhythm = (typeof rhythms)[number];
const starts: Record<Rhythm, Json | undefined> = {
  each: undefined,
  once: 'once',
  first: { first: 2 },
  every: { every: 3 },
  share: { share: 0.5 },
};

function HowOften({ step, isInvalid, onChange }: PartProps) {
  const { often } = step;
  const rhythm = rhythmOf(often);
  const [before, unit, after] = sentences[rhythm];
  return (
    <div className={styles.line}>
      <span className={styles.word}>How often</span>
      <div className={styles.parts}>
        <Segmented<Rhythm>
          label="How often"
          value={rhythm}
          segments={[
            { value: 'each', label: 'Each call' },
            { value: 'once', label: 'Once' },
            { value: 'first', label: 'First' },
            { value: 'every', label: 'Every nth' },
            { value: 'share', label: 'Share' },
          ]}
          onChange={(next) => onChange(['often'], starts[next])}
        />
        {isObject(often) && (
          <>
            {before !== '' && <span>{before}</span>}
            <NumberInput
              label={`${capital(rhythm)}: number`}
              value={member(often, rhythm)}
              unit={unit}
              isInvalid={isInvalid(['often', rhythm])}
              onChange={(value) => onChange(['often', rhythm], value ?? '')}
            />
            <span>{after}</span>
          </>
        )}
        {rhythm !== 'once' && (
          <>
            <span>at most</span>
            <NumberInput
              label="At most, times"
              value={step.atMost}
              empty="any"
              isInvalid={isInvalid(['atMost'])}
              onChange={(value) => onChange(['atMost'], value)}
            />
            <span>times</span>
          </>
        )}
      </div>
    </div>
  );
}

const sentences: Record<Rhythm, [before: string, unit: number, after: string]> = {
  each: ['', 1, ''],
  once: ['', 1, ''],
  first: ['the first', 1, 'calls,'],
  every: ['every', 1, 'th call,'],
  share: ['', 0.01, '% of the calls,'],
};

const rhythmOf = (often: Json | undefined): Rhythm =>
  often === 'once' ? 'once' : (rhythms.find((one) => member(often, one) !== undefined) ?? 'each');

const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
