// One control per kind of value. Each shows its value in the JSON and changes only that.

import { useEffect, useState } from 'react';
import type { Json } from '../../shared/json/json.ts';
import { parseJson } from '../../shared/json/json.ts';
import field from '../components/field.module.css';
import { Segmented } from '../components/segmented.tsx';
import { Select } from '../components/select.tsx';
import { visibleLine } from '../text/visible-text.ts';
import styles from './form.module.css';
import { type FormField, numberInField } from './form-fields.ts';

/** What links a control to its label and its problems. */
export interface Ties {
  id: string;
  'aria-label'?: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

interface ControlProps {
  one: FormField;
  ties: Ties;
  /** A table cell has no space for choices side by side. */
  isNarrow: boolean;
  set: (value: Json | undefined) => void;
}

export function Control(props: ControlProps) {
  switch (props.one.control) {
    case 'text':
      return <TextControl {...props} />;
    case 'number':
      return <NumberControl {...props} />;
    case 'boolean':
    case 'choice':
      return canSegment(props.one) && !props.isNarrow ? <Segments {...props} /> : <Menu {...props} />;
    default:
      return <JsonControl {...props} />;
  }
}

/** An empty field sends nothing; an intentionally empty text is chosen next to the field. */
function TextControl({ one, ties, set }: ControlProps) {
  const text = typeof one.value === 'string' ? one.value : '';
  const shared = {
    ...ties,
    className: `${field.input} mono`,
    value: text,
    spellCheck: false,
    placeholder: one.value === undefined ? 'not sent' : 'empty text',
  };
  const write = (next: string) => set(next === '' ? undefined : next);
  return text.length > 60 || text.includes('\n') ? (
    <textarea {...shared} rows={4} onChange={(event) => write(event.target.value)} />
  ) : (
    <input {...shared} autoComplete="off" onChange={(event) => write(event.target.value)} />
  );
}

/** Keeps the typed text: `1.` may become a number. */
function NumberControl({ one, ties, set }: ControlProps) {
  const shown = one.value === undefined ? '' : String(one.value);
  const [text, setText] = useState(shown);
  useEffect(() => setText((now) => (numberInField(now) === one.value ? now : shown)), [shown, one.value]);
  const isText = typeof one.value === 'string';
  const described = [ties['aria-describedby'], isText ? `${ties.id}-note` : ''].filter(Boolean).join(' ');
  return (
    <>
      <input
        {...ties}
        className={`${field.input} mono`}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        placeholder="not sent"
        aria-describedby={described || undefined}
        onChange={(event) => {
          setText(event.target.value);
          set(numberInField(event.target.value));
        }}
      />
      {isText && (
        <span id={`${ties.id}-note`} className={styles.note}>
          {Number.isNaN(Number(one.value)) ? 'not a number' : 'not exact as a number'}: sent as text
        </span>
      )}
    </>
  );
}

const mostSegments = 4;
const longestSegments = 44;

/** The choices and their labels; an unlisted value is added. */
function optionsOf(one: FormField): { key: string; words: string }[] {
  const choices: Json[] = one.control === 'boolean' ? [true, false] : one.choices;
  const options = choices.map((choice, index) => {
    const key = JSON.stringify(choice);
    return { key, words: visibleLine(one.choiceNames?.[index] || (typeof choice === 'string' ? choice : key)) };
  });
  const now = one.value === undefined ? '' : JSON.stringify(one.value);
  const isOffered = now === '' || options.some(({ key }) => key === now);
  return isOffered ? options : [...options, { key: now, words: `${visibleLine(now)} (not offered)` }];
}

/** Whether the choices fit side by side. */
export function canSegment(one: FormField): boolean {
  const options = optionsOf(one);
  const length = options.reduce((sum, { words }) => sum + words.length, 0);
  return options.length <= mostSegments && length <= longestSegments;
}

function Segments({ one, ties, set }: ControlProps) {
  return (
    <Segmented
      label={ties['aria-label'] ?? `${one.name} ${one.type}`}
      value={one.value === undefined ? '' : JSON.stringify(one.value)}
      onChange={(next) => set(JSON.parse(next) as Json)}
      segments={optionsOf(one).map(({ key, words }) => ({ value: key, label: words }))}
    />
  );
}

function Menu({ one, ties, set }: ControlProps) {
  return (
    <Select
      {...ties}
      value={one.value === undefined ? '' : JSON.stringify(one.value)}
      onChange={(event) => set(event.target.value === '' ? undefined : (JSON.parse(event.target.value) as Json))}
    >
      <option value="">not sent</option>
      {optionsOf(one).map(({ key, words }) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </Select>
  );
}

/** Applies whenever it is valid JSON; until then the field shows an error and the arguments stay. */
function JsonControl({ one, ties, set }: ControlProps) {
  const shown = one.value === undefined ? '' : JSON.stringify(one.value);
  const [text, setText] = useState(shown);
  const parsed = parseJson(text === '' ? 'null' : text);
  useEffect(() => {
    setText((now) => {
      const known = parseJson(now);
      return known.ok && JSON.stringify(known.value) === shown ? now : shown;
    });
  }, [shown]);
  return (
    <>
      <textarea
        {...ties}
        className={`${field.input} mono`}
        rows={text.length > 60 ? 4 : 1}
        spellCheck={false}
        value={text}
        placeholder="not sent; JSON"
        aria-invalid={!parsed.ok || ties['aria-invalid']}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          const read = parseJson(next);
          if (next.trim() === '') set(undefined);
          else if (read.ok) set(read.value);
        }}
      />
      {!parsed.ok && (
        <span className={styles.note}>
          not JSON yet: {one.value === undefined ? 'not sent' : 'the last valid value is sent'}
        </span>
      )}
    </>
  );
}
