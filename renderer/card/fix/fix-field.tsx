// One value that the call needs: a field, empty because no evidence gives the value, or the allowed values as buttons. Up to five values
// are buttons, more a list with search. Nothing is preselected.

import { useState } from 'react';
import { placeName } from '../../../shared/correct/correction.ts';
import { schemasAt, typesAt } from '../../../shared/correct/schemas-at.ts';
import { choicesAt } from '../../../shared/correct/wanted.ts';
import type { Missing } from '../../../shared/failure.ts';
import { type Json, type JsonObject, parseJson } from '../../../shared/json/json.ts';
import { pathIn, valueAt } from '../../../shared/json/json-place.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { limitWords } from '../../arguments/limit-words.ts';
import field from '../../components/field.module.css';
import { choose, noChoices, useChoices } from '../../model/fix-choices.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { sentArguments } from '../../model/request-fix.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { shortValue } from '../../text/wording.ts';
import type { FixProblem } from './fix-problem.ts';
import styles from './fix-request.module.css';

const mostButtons = 5;
export const fieldId = (row: number, path: string): string => `fix-${row}-${path}`;

interface FixFieldProps {
  /** Unmasked. */
  detail: RowDetail;
  one: Missing;
  schema: JsonObject | null;
  problem: FixProblem | null;
}

export function FixField({ detail, one, schema, problem }: FixFieldProps) {
  const model = useModel();
  const { id: row } = detail.row;
  const { path } = one;
  const value = useChoices((state) => (state[row] ?? noChoices)[path]);
  const args = sentArguments(detail);
  const sent = valueAt(args, pathIn(args, path));
  const schemas = schema === null ? [] : schemasAt(schema, pathIn(args, path));
  const types = typesAt(schemas);
  const options = optionsOf(one, choicesAt(schemas), types, sent);
  const name = visibleLine(maskLine(model, placeName(path)));
  const show = (json: Json) => visibleLine(maskLine(model, shortValue(json, 60)));
  const set = (next: Json | undefined) => choose(model, row, path, next);
  const isButtons = options.length > 0 && options.length <= mostButtons;
  const about = isButtons ? '' : hintOf(one, schemas[0] ?? null, options.length);
  const hint = (
    <span className={styles.hint} id={`${fieldId(row, path)}-hint`}>
      {sent !== undefined && <s className="mono">{show(sent)}</s>}
      {about}
      {options.length === 0 && ' · no evidence for a value'}
    </span>
  );
  if (isButtons)
    return (
      <fieldset className={styles.field}>
        <legend className="mono">
          <bdi>{name}</bdi>
        </legend>
        <div className={styles.choices}>
          {options.map((option) => (
            <label key={JSON.stringify(option)} className={styles.choice}>
              <input
                type="radio"
                id={option === options[0] ? fieldId(row, path) : undefined}
                name={fieldId(row, path)}
                checked={value !== undefined && JSON.stringify(value) === JSON.stringify(option)}
                onChange={() => set(option)}
              />
              <span className="mono">{typeof option === 'string' ? visibleLine(option) : show(option)}</span>
            </label>
          ))}
        </div>
        {sent !== undefined && hint}
      </fieldset>
    );
  return (
    <div className={styles.field}>
      <label className="mono" htmlFor={fieldId(row, path)}>
        <bdi>{name}</bdi>
      </label>
      <Typed
        id={fieldId(row, path)}
        value={value}
        options={options}
        isWrong={value !== undefined && problem?.path === path}
        read={(text) => jsonOf(text, types, sent)}
        set={set}
      />
      {hint}
    </div>
  );
}

interface TypedProps {
  id: string;
  value: Json | undefined;
  options: readonly Json[];
  isWrong: boolean;
  read(text: string): Json | undefined;
  set(value: Json | undefined): void;
}

function Typed({ id, value, options, isWrong, read, set }: TypedProps) {
  const [text, setText] = useState(() => (value === undefined ? '' : textOf(value)));
  return (
    <>
      <input
        id={id}
        className={`${field.input} mono`}
        list={options.length > 0 ? `${id}-list` : undefined}
        placeholder={options.length > 0 ? 'Search' : undefined}
        aria-describedby={`${id}-hint`}
        aria-invalid={isWrong || undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          set(read(event.target.value));
        }}
      />
      {options.length > 0 && (
        <datalist id={`${id}-list`}>
          {options.map((option) => (
            <option key={JSON.stringify(option)} value={textOf(option)} />
          ))}
        </datalist>
      )}
    </>
  );
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The server's own list, else the schema's. */
function optionsOf(
  { choices = [] }: Missing,
  allowed: readonly Json[],
  types: readonly string[],
  sent: Json | undefined,
): readonly Json[] {
  if (choices.length > 1) return choices.map((choice) => jsonOf(choice, types, sent) ?? choice);
  if (allowed.length > 1) return allowed;
  return types.length === 1 && types[0] === 'boolean' ? [true, false] : [];
}

/** What was typed, in the type that the schema wants, or without one in the type that was sent. undefined: nothing. */
function jsonOf(text: string, types: readonly string[], sent: Json | undefined): Json | undefined {
  if (text === '') return undefined;
  if (types.includes('string') || (types.length === 0 && typeof sent === 'string')) return text;
  const read = parseJson(text.trim());
  return read.ok ? read.value : text;
}

function hintOf({ says, wants }: Missing, schema: JsonObject | null, options: number): string {
  const limits = schema === null ? '' : limitWords(schema, options);
  return limits || visibleLine((wants.replace(/ such as .*/, '') || says) ?? '');
}
