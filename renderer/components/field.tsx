// A labeled field. The label is always visible, with a hint next to it.

import { ChevronDown } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import styles from './field.module.css';

interface Labelled {
  label: string;
  hint?: string;
}

export function TextField({ label, hint, className = '', ...rest }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint}>
      {(id) => (
        <input id={id} className={`${styles.input} ${className}`} spellCheck={false} autoComplete="off" {...rest} />
      )}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  className = '',
  ...rest
}: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint}>
      {(id) => <textarea id={id} className={`${styles.input} mono ${className}`} spellCheck={false} {...rest} />}
    </Field>
  );
}

export function SelectField({ label, hint, children, ...rest }: Labelled & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Field label={label} hint={hint}>
      {(id) => (
        <div className={styles.select}>
          <select id={id} className={styles.input} {...rest}>
            {children}
          </select>
          <ChevronDown size={14} aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}

function Field({ label, hint, children }: Labelled & { children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label} {hint && <span className={styles.hint}>{hint}</span>}
      </label>
      {children(id)}
    </div>
  );
}
