// One step of a plan as a form that reads like a sentence: where, what and how often.

import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import styles from './plan-editor.module.css';
import { HowOften } from './step-how-often.tsx';
import type { StepPartProps } from './step-line.tsx';
import { What } from './step-what.tsx';
import { Where } from './step-where.tsx';

interface StepFormProps extends StepPartProps {
  /** From 0. */
  index: number;
  count: number;
  /** Tools to offer. */
  tools: readonly string[];
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
      <Where step={step} tools={tools} onChange={(names) => onChange(['tools'], names)} />
      <What step={step} isInvalid={isInvalid} onChange={onChange} />
      <HowOften step={step} isInvalid={isInvalid} onChange={onChange} />
    </fieldset>
  );
}
