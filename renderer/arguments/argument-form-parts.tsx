// What all form parts share: labels, omitting a value, and messages about a value.

import { X } from 'lucide-react';
import type { Json } from '../../shared/json/json.ts';
import type { Path } from '../../shared/json/json-place.ts';
import { Button } from '../components/button.tsx';
import { maskLine } from '../model/masks.ts';
import { useModel } from '../model/model.ts';
import { visibleLine } from '../text/visible-text.ts';
import type { SchemaIssue } from './check-arguments.ts';
import styles from './form.module.css';
import type { Ties } from './form-controls.tsx';
import type { FormField } from './form-fields.ts';

/** A note about one field. */
export interface FieldMark {
  look: 'changed' | 'wanted' | 'done';
  words: string;
}

/** Passed down unchanged. */
export interface Whole {
  marks: ReadonlyMap<string, FieldMark>;
  problems: ReadonlyMap<string, readonly SchemaIssue[]>;
  onChange: (path: Path, value: Json | undefined) => void;
  chooseForm: (path: Path, index: number, blank: Json) => void;
}

export interface FieldProps {
  one: FormField;
  whole: Whole;
}

export function useWords(): (text: string) => string {
  const model = useModel();
  return (text) => visibleLine(maskLine(model, text));
}

/** Omits a value, or sets the one that cannot be typed: empty text. */
export function Corner({ one, whole }: FieldProps) {
  const isItem = typeof one.path.at(-1) === 'number';
  if (one.value === undefined)
    return one.control !== 'text' ? null : (
      <Button
        look="icon"
        className={styles.out}
        aria-label={`Empty text for ${one.name}`}
        title="Send empty text"
        onClick={() => whole.onChange(one.path, '')}
      >
        <span className="mono" aria-hidden="true">
          ""
        </span>
      </Button>
    );
  return (
    <Button
      look="icon"
      className={styles.out}
      aria-label={isItem ? `Remove item ${one.name}` : `Leave out ${one.name}`}
      title={isItem ? 'Remove' : 'Leave it out'}
      onClick={() => whole.onChange(one.path, undefined)}
    >
      <X size={13} aria-hidden="true" />
    </Button>
  );
}

export function ArgumentMark({ id, mark }: { id: string; mark: FieldMark }) {
  const words = useWords();
  return (
    <p id={`${id}-mark`} className={`${styles.mark} ${styles[mark.look]}`}>
      <bdi>{words(mark.words)}</bdi>
    </p>
  );
}

interface ProblemsProps {
  id: string;
  one: FormField;
  problems: readonly SchemaIssue[];
  onChange: Whole['onChange'];
}

export function Problems({ id, one, problems, onChange }: ProblemsProps) {
  const words = useWords();
  if (problems.length === 0) return null;
  return (
    <div id={`${id}-problems`} className={styles.problems}>
      {problems.map(({ part, allowed }) => (
        <p key={part}>
          <bdi>{words(part)}</bdi>
          {allowed !== undefined && (
            <button type="button" onClick={() => onChange(one.path, allowed)}>
              Use {allowed}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

export function tiesOf(id: string, problems: readonly SchemaIssue[]): Ties {
  return problems.length === 0 ? { id } : { id, 'aria-invalid': true, 'aria-describedby': `${id}-problems` };
}

export function hintOf(one: FormField): string {
  const isItem = typeof one.path.at(-1) === 'number';
  const type = visibleLine(one.known ? one.type : 'not in the schema');
  return [type, one.required && !isItem ? 'required' : ''].filter(Boolean).join(', ');
}
