// Parts of the server form: folded sections, a checkbox, fields with their problems, the dialect choice.

import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react';
import { SelectField, TextField } from '../../components/field.tsx';
import { useModel } from '../../model/model.ts';
import styles from './server-fields.module.css';
import type { FormPlace, ServerForm } from './server-form.ts';

/** What each part of the form gets. */
export interface FormFields {
  form: ServerForm;
  set: (change: Partial<ServerForm>) => void;
  /** '' if there is none. */
  problemAt: (place: FormPlace) => string;
}

type TextMember = { [Name in keyof ServerForm]: ServerForm[Name] extends string ? Name : never }[keyof ServerForm];

interface FormTextProps extends ComponentProps<typeof TextField> {
  fields: FormFields;
  of: TextMember;
  /** Below the field, for its problem too. */
  children?: ReactNode;
}

/** A text of the form, with its problem. */
export function FormText({ fields: { form, set, problemAt }, of, children, ...rest }: FormTextProps) {
  return (
    <FieldProblem words={problemAt(of)}>
      <TextField value={form[of]} onChange={(event) => set({ [of]: event.target.value })} {...rest} />
      {children}
    </FieldProblem>
  );
}

export function DialectField({ value, onChange }: { value: string; onChange: (dialect: string) => void }) {
  const { platform } = useModel();
  const [known, setKnown] = useState<{ id: string; name: string }[]>([]);
  useEffect(() => {
    let wanted = true;
    void platform.call('dialects', {}).then((answer) => wanted && answer.ok && setKnown(answer.value.dialects));
    return () => {
      wanted = false;
    };
  }, [platform]);
  return (
    <SelectField
      label="Dialect"
      hint="how its errors are read"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">recognized from the traffic</option>
      {value !== '' && !known.some(({ id }) => id === value) && <option value={value}>{value}</option>}
      {known.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

export function FormCheck({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

export function FormFold({
  title,
  says,
  open,
  children,
}: {
  title: string;
  says: string;
  open: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(open);
  // A problem inside opens it; fixing the problem must not close it under the cursor.
  useEffect(() => {
    if (open) setOpen(true);
  }, [open]);
  return (
    <details className={styles.fold} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{title}</b> {says && <span>{says}</span>}
      </summary>
      <div className={styles.folded}>{children}</div>
    </details>
  );
}

/** A field and its problem, linked for screen readers. */
export function FieldProblem({ words, children }: { words: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame around one field.
    <div role="group" className={styles.withProblem} aria-describedby={words ? id : undefined}>
      {children}
      {words && (
        <p id={id} className={styles.problem}>
          {words}
        </p>
      )}
    </div>
  );
}
