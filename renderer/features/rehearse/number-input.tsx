// A number in a sentence. Keeps what is typed, also while it is no number: then the plan says what is wrong with it.

import { useState } from 'react';
import type { Json } from '../../../shared/json/json.ts';
import field from '../../components/field.module.css';
import styles from './plan-editor.module.css';

interface NumberInputProps {
  label: string;
  value: Json | undefined;
  /** What one unit of the field is in the plan: 1000 for seconds, 0.01 for percent. */
  unit?: number;
  /** Shown while the field is empty. */
  empty?: string;
  isInvalid: boolean;
  /** undefined: the field is empty. */
  onChange: (value: Json | undefined) => void;
}

export function NumberInput({ label, value, unit = 1, empty = '', isInvalid, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState(() => shown(value, unit));
  // The value may change from outside: by the JSON, or with another step in this place.
  const text = read(typed, unit) === value ? typed : shown(value, unit);
  return (
    <input
      className={`${field.input} ${styles.number}`}
      aria-label={label}
      aria-invalid={isInvalid}
      inputMode="decimal"
      autoComplete="off"
      placeholder={empty}
      value={text}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(read(event.target.value, unit));
      }}
    />
  );
}

function shown(value: Json | undefined, unit: number): string {
  if (value === undefined) return '';
  return typeof value === 'number' ? String(rounded(value / unit)) : String(value);
}

function read(text: string, unit: number): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? rounded(number * unit) : text;
}

/** 0.07 * 100 is not 7. */
const rounded = (value: number): number => Number(value.toPrecision(12));
