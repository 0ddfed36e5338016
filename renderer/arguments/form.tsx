// The arguments as a form. Each field shows its place in the JSON and changes only that; what it cannot hold is JSON in place.

import { Plus, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { Json } from '../../shared/json/json.ts';
import { parseJson } from '../../shared/json/json.ts';
import { type Path, pointerOf } from '../../shared/json/json-place.ts';
import { Button } from '../components/button.tsx';
import field from '../components/field.module.css';
import { Select } from '../components/select.tsx';
import { maskLine } from '../model/masks.ts';
import { useModel } from '../model/model.ts';
import { visibleLine } from '../text/visible-text.ts';
import styles from './form.module.css';
import { type FormField, readNumber } from './form-fields.ts';

/** Something worth knowing about one field. */
export interface FieldMark {
  look: 'changed' | 'wanted' | 'done';
  words: string;
}

interface FormProps {
  fields: readonly FormField[];
  /** By JSON Pointer. */
  marks?: ReadonlyMap<string, FieldMark>;
  onChange: (path: Path, value: Json | undefined) => void;
}

export function Form({ fields, marks = noMarks, onChange }: FormProps) {
  if (fields.length === 0) return <p className={styles.none}>This tool takes no arguments.</p>;
  return (
    <div className={styles.form}>
      {fields.map((one) => (
        <FieldRow key={one.path.join('/')} one={one} marks={marks} onChange={onChange} />
      ))}
    </div>
  );
}

const noMarks: ReadonlyMap<string, FieldMark> = new Map();

interface FieldRowProps {
  one: FormField;
  marks: ReadonlyMap<string, FieldMark>;
  onChange: FormProps['onChange'];
}

function FieldRow({ one, marks, onChange }: FieldRowProps) {
  const model = useModel();
  const about = visibleLine(maskLine(model, one.about));
  const id = useId();
  const nested = one.control === 'object' || one.control === 'list';
  const isItem = typeof one.path.at(-1) === 'number';
  const canLeaveOut = one.value !== undefined;
  const place = pointerOf(one.path);
  const mark = marks.get(place);
  const markLine = mark && (
    <p id={`${id}-mark`} className={`${styles.mark} ${styles[mark.look]}`}>
      <bdi>{visibleLine(maskLine(model, mark.words))}</bdi>
    </p>
  );
  const head = (
    <>
      <b className="mono">
        <bdi>{visibleLine(one.name)}</bdi>
      </b>
      <span className={field.hint}>
        {[one.known ? one.type : 'not in the schema', one.required && !isItem ? 'required' : '']
          .filter(Boolean)
          .join(', ')}
      </span>
    </>
  );
  const leaveOut = canLeaveOut && (
    <Button
      look="icon"
      className={styles.out}
      aria-label={isItem ? `Remove item ${one.name}` : `Leave out ${one.name}`}
      title={isItem ? 'Remove' : 'Leave it out'}
      onClick={() => onChange(one.path, undefined)}
    >
      <X size={13} aria-hidden="true" />
    </Button>
  );
  if (nested) {
    return (
      <fieldset className={`${styles.group} ${mark ? styles[`${mark.look}Box`] : ''}`} data-place={place}>
        <legend>
          {head}
          {leaveOut}
        </legend>
        {about && <p className={styles.about}>{about}</p>}
        {markLine}
        {one.fields.map((inner) => (
          <FieldRow key={inner.path.join('/')} one={inner} marks={marks} onChange={onChange} />
        ))}
        {one.control === 'list' && (
          <Button look="quiet" onClick={() => onChange([...one.path, one.fields.length], one.blank)}>
            <Plus size={13} aria-hidden="true" /> Add to {visibleLine(one.name)}
          </Button>
        )}
      </fieldset>
    );
  }
  return (
    <div className={`${styles.row} ${mark ? styles[`${mark.look}Box`] : ''}`} data-place={place}>
      <label htmlFor={id} className={styles.name} title={about}>
        {head}
      </label>
      <div className={styles.value}>
        <Control one={one} id={id} onChange={onChange} />
        {leaveOut}
      </div>
      {about && <p className={styles.about}>{about}</p>}
      {markLine}
    </div>
  );
}

function Control({ one, id, onChange }: { one: FormField; id: string; onChange: FormProps['onChange'] }) {
  const set = (value: Json | undefined) => onChange(one.path, value);
  switch (one.control) {
    case 'text': {
      const text = typeof one.value === 'string' ? one.value : '';
      const shared = {
        id,
        className: field.input,
        value: text,
        spellCheck: false,
        placeholder: one.value === undefined ? 'not sent' : 'empty text',
      };
      return text.length > 60 || text.includes('\n') ? (
        <textarea {...shared} rows={4} onChange={(event) => set(event.target.value)} />
      ) : (
        <input {...shared} autoComplete="off" onChange={(event) => set(event.target.value)} />
      );
    }
    case 'number':
      return <NumberControl one={one} id={id} set={set} />;
    case 'boolean':
    case 'choice':
      return <Choice one={one} id={id} set={set} />;
    default:
      return <JsonControl one={one} id={id} set={set} />;
  }
}

interface ControlProps {
  one: FormField;
  id: string;
  set: (value: Json | undefined) => void;
}

/** Keeps what is typed: `1.` is on its way to a number. */
function NumberControl({ one, id, set }: ControlProps) {
  const shown = one.value === undefined ? '' : String(one.value);
  const [text, setText] = useState(shown);
  useEffect(() => setText((now) => (readNumber(now) === one.value ? now : shown)), [shown, one.value]);
  return (
    <>
      <input
        id={id}
        className={field.input}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        placeholder="not sent"
        aria-describedby={typeof one.value === 'string' ? `${id}-note` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          set(readNumber(event.target.value));
        }}
      />
      {typeof one.value === 'string' && (
        <span id={`${id}-note`} className={styles.note}>
          not a number: sent as text
        </span>
      )}
    </>
  );
}

function Choice({ one, id, set }: ControlProps) {
  const choices: Json[] = one.control === 'boolean' ? [true, false] : one.choices;
  const texts = choices.map((choice) => JSON.stringify(choice));
  const now = one.value === undefined ? '' : JSON.stringify(one.value);
  return (
    <Select
      id={id}
      value={now}
      onChange={(event) => set(event.target.value === '' ? undefined : (JSON.parse(event.target.value) as Json))}
    >
      <option value="">not sent</option>
      {now !== '' && !texts.includes(now) && <option value={now}>{visibleLine(now)} (not offered)</option>}
      {choices.map((choice, index) => (
        <option key={texts[index]} value={texts[index]}>
          {visibleLine(one.choiceNames?.[index] || (typeof choice === 'string' ? choice : texts[index]!))}
        </option>
      ))}
    </Select>
  );
}

/** Takes effect whenever it is JSON; until then the field says so and the arguments stay. */
function JsonControl({ one, id, set }: ControlProps) {
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
        id={id}
        className={`${field.input} mono`}
        rows={text.length > 60 ? 4 : 1}
        spellCheck={false}
        value={text}
        placeholder="not sent; JSON"
        aria-invalid={!parsed.ok}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          const read = parseJson(next);
          if (next.trim() === '') set(undefined);
          else if (read.ok) set(read.value);
        }}
      />
      {!parsed.ok && <span className={styles.note}>not JSON yet</span>}
    </>
  );
}
