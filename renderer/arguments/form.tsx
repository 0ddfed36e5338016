// The arguments as a form: a row per value, a group per object, a table for a list of similar objects, and cards for alternatives. What a
// form cannot show is inline JSON. Problems appear under the field and are counted at its group.

import { Plus } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import type { Json, JsonObject } from '../../shared/json/json.ts';
import { type Path, pointerOf } from '../../shared/json/json-place.ts';
import { Button } from '../components/button.tsx';
import field from '../components/field.module.css';
import { visibleLine } from '../text/visible-text.ts';
import {
  ArgumentMark,
  Corner,
  type FieldMark,
  type FieldProps,
  hintOf,
  Problems,
  tiesOf,
  useWords,
  type Whole,
} from './argument-form-parts.tsx';
import type { SchemaIssue } from './check-arguments.ts';
import styles from './form.module.css';
import { Control, canSegment } from './form-controls.tsx';
import { type ChosenForms, type FormField, formFields, nothingChosen } from './form-fields.ts';
import { Forms, ListFieldItem, Table } from './form-lists.tsx';

interface FormProps {
  schema: JsonObject;
  args: Json | undefined;
  /** By JSON Pointer. */
  marks?: ReadonlyMap<string, FieldMark>;
  problems?: ReadonlyMap<string, readonly SchemaIssue[]>;
  onChange: (path: Path, value: Json | undefined) => void;
}

export function Form({ schema, args, marks = nothing, problems = nothing, onChange }: FormProps) {
  const [chosen, setChosen] = useState<ChosenForms>(nothingChosen);
  const fields = useMemo(() => formFields(schema, args, chosen) ?? [], [schema, args, chosen]);
  const chooseForm: Whole['chooseForm'] = (path, index, blank) => {
    setChosen(new Map(chosen).set(pointerOf(path), index));
    onChange(path, blank);
  };
  if (fields.length === 0) return <p className={styles.none}>This tool takes no arguments.</p>;
  const whole = { marks, problems, onChange, chooseForm };
  return (
    <div className={styles.form}>
      {fields.map((one) => (
        <FieldRow key={one.path.join('/')} one={one} whole={whole} />
      ))}
    </div>
  );
}

const nothing: ReadonlyMap<string, never> = new Map<string, never>();

function FieldRow({ one, whole }: FieldProps) {
  const isGroup = ['object', 'list', 'table', 'forms'].includes(one.control);
  return isGroup ? <Group one={one} whole={whole} /> : <ValueRow one={one} whole={whole} />;
}

function ValueRow({ one, whole }: FieldProps) {
  const words = useWords();
  const id = useId();
  const place = pointerOf(one.path);
  const mark = whole.marks.get(place);
  const problems = whole.problems.get(place) ?? [];
  const isSegmented = (one.control === 'boolean' || one.control === 'choice') && canSegment(one);
  const head = (
    <>
      <b className="mono">
        <bdi>{visibleLine(one.name)}</bdi>
      </b>{' '}
      <span className={field.hint}>{hintOf(one)}</span>
    </>
  );
  const about = words(one.about);
  return (
    <div className={`${styles.row} ${mark ? styles[`${mark.look}Box`] : ''}`} data-place={place}>
      {isSegmented ? (
        <div className={styles.name} title={about}>
          {head}
        </div>
      ) : (
        <label htmlFor={id} className={styles.name} title={about}>
          {head}
        </label>
      )}
      <div className={styles.value}>
        <Control
          one={one}
          ties={tiesOf(id, problems)}
          isNarrow={false}
          set={(value) => whole.onChange(one.path, value)}
        />
        <Corner one={one} whole={whole} />
      </div>
      {about && <p className={styles.about}>{about}</p>}
      {mark && <ArgumentMark id={id} mark={mark} />}
      <Problems id={id} one={one} problems={problems} onChange={whole.onChange} />
    </div>
  );
}

function Group({ one, whole }: FieldProps) {
  const words = useWords();
  const id = useId();
  const place = pointerOf(one.path);
  const mark = whole.marks.get(place);
  const about = words(one.about);
  const inside = [...whole.problems]
    .filter(([at]) => at === place || at.startsWith(`${place}/`))
    .reduce((sum, [, found]) => sum + found.length, 0);
  return (
    <fieldset className={`${styles.group} ${mark ? styles[`${mark.look}Box`] : ''}`} data-place={place}>
      <legend>
        <b className="mono">
          <bdi>{visibleLine(one.name)}</bdi>
        </b>
        <span className={field.hint}>{hintOf(one)}</span>
        {one.path.length > 0 && <Corner one={one} whole={whole} />}
        {inside > 0 && <span className={styles.count}>{inside === 1 ? '1 problem' : `${inside} problems`}</span>}
      </legend>
      {about && <p className={styles.about}>{about}</p>}
      {mark && <ArgumentMark id={id} mark={mark} />}
      {one.control === 'table' && <Table one={one} whole={whole} />}
      {one.control === 'forms' && <Forms one={one} whole={whole} />}
      {one.control !== 'table' && <Members one={one} whole={whole} />}
      <Problems id={id} one={one} problems={whole.problems.get(place) ?? []} onChange={whole.onChange} />
      {(one.control === 'list' || one.control === 'table') && (
        <Button
          look="quiet"
          className={styles.add}
          onClick={() => whole.onChange([...one.path, one.fields.length], one.blank)}
        >
          <Plus size={13} aria-hidden="true" /> Add to {visibleLine(one.name)}
        </Button>
      )}
    </fieldset>
  );
}

/** Short list values are side by side. */
function Members({ one, whole }: FieldProps) {
  const isShort = one.control === 'list' && one.fields.length > 0 && one.fields.every(isShortValue);
  if (isShort)
    return (
      <div className={styles.items}>
        {one.fields.map((item) => (
          <ListFieldItem key={item.path.join('/')} one={item} list={one.name} whole={whole} />
        ))}
      </div>
    );
  return one.fields.map((inner) => <FieldRow key={inner.path.join('/')} one={inner} whole={whole} />);
}

const isShortValue = ({ control, value }: FormField) =>
  (control === 'text' || control === 'number') && String(value).length <= 40;
