// Lists of small inputs: ordered arguments, and names with values, some of them secret. Enter adds a line.

import { KeyRound, Plus, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { namesSecret } from '../../../shared/server-text/likely-secrets.ts';
import { Button } from '../../components/button.tsx';
import field from '../../components/field.module.css';
import styles from './server-fields.module.css';
import type { PairRow } from './server-form.ts';

/** Focuses a line that the next render creates. */
function useLineFocus() {
  const box = useRef<HTMLFieldSetElement>(null);
  const focusLine = (index: number) =>
    setTimeout(() => box.current?.querySelector<HTMLElement>(`[data-line="${index}"]`)?.focus(), 0);
  return { box, focusLine };
}

export function WordRows({
  label,
  hint,
  one,
  words,
  onChange,
}: {
  label: string;
  hint: string;
  /** The label of one item. */
  one: string;
  words: readonly string[];
  onChange: (words: string[]) => void;
}) {
  const { box, focusLine } = useLineFocus();
  const insert = (at: number) => {
    onChange([...words.slice(0, at), '', ...words.slice(at)]);
    focusLine(at);
  };
  const remove = (at: number) => {
    onChange(words.filter((_, index) => index !== at));
    focusLine(Math.max(0, at - 1));
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      insert(index + 1);
    } else if (event.key === 'Backspace' && words[index] === '') {
      event.preventDefault();
      remove(index);
    }
  };
  return (
    <fieldset ref={box} className={styles.lines}>
      <legend className={field.label}>
        {label} <span className={field.hint}>{hint}</span>
      </legend>
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words may repeat, so their index identifies them.
        <div key={index} className={styles.word}>
          <input
            data-line={index}
            className={`${field.input} mono`}
            aria-label={`${one} ${index + 1}`}
            spellCheck={false}
            autoComplete="off"
            placeholder="empty"
            value={word}
            onKeyDown={(event) => onKeyDown(event, index)}
            onChange={(event) => onChange(words.map((old, at) => (at === index ? event.target.value : old)))}
          />
          <RemoveButton what={`${one.toLowerCase()} ${index + 1}`} onClick={() => remove(index)} />
        </div>
      ))}
      <Button look="quiet" className={styles.addLine} onClick={() => insert(words.length)}>
        <Plus size={13} aria-hidden="true" /> Add {words.length === 0 ? 'an argument' : 'another'}
      </Button>
    </fieldset>
  );
}

export function PairRows({
  label,
  hint,
  one,
  rows,
  onChange,
}: {
  label: string;
  hint: string;
  /** The label of one item: `variable`, `header`. */
  one: string;
  rows: readonly PairRow[];
  onChange: (rows: PairRow[]) => void;
}) {
  const { box, focusLine } = useLineFocus();
  const set = (index: number, change: Partial<PairRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const add = () => {
    onChange([...rows, { name: '', value: '', secret: false, kept: false }]);
    focusLine(rows.length);
  };
  return (
    <fieldset ref={box} className={styles.lines}>
      <legend className={field.label}>
        {label} <span className={field.hint}>{hint}</span>
      </legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line that is being typed is identified by its index.
        <div key={index} className={styles.pair}>
          <input
            data-line={index}
            className={`${field.input} mono`}
            aria-label={`Name of ${one} ${index + 1}`}
            placeholder="Name"
            spellCheck={false}
            autoComplete="off"
            readOnly={row.kept}
            value={row.name}
            onChange={(event) => set(index, { name: event.target.value })}
            // Only with a name: while typing, the switch would flicker.
            onBlur={() => !row.secret && row.value === '' && namesSecret(row.name) && set(index, { secret: true })}
          />
          {row.kept ? (
            <span className={styles.kept}>
              <span>kept, not shown</span>
              <Button look="quiet" onClick={() => set(index, { kept: false })}>
                Replace
              </Button>
            </span>
          ) : (
            <input
              className={`${field.input} mono`}
              aria-label={`Value of ${row.name || `${one} ${index + 1}`}`}
              placeholder="Value"
              type={row.secret ? 'password' : 'text'}
              spellCheck={false}
              autoComplete={row.secret ? 'new-password' : 'off'}
              value={row.value}
              onChange={(event) => set(index, { value: event.target.value })}
            />
          )}
          <label className={styles.secret} title="Kept apart from the list of servers, and never shown or exported">
            <input
              type="checkbox"
              aria-label={`${row.name || `${one} ${index + 1}`} is secret`}
              checked={row.secret}
              onChange={(event) => set(index, { secret: event.target.checked, kept: false })}
            />
            <KeyRound size={13} aria-hidden="true" /> secret
          </label>
          <RemoveButton
            what={row.name || `${one} ${index + 1}`}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button look="quiet" className={styles.addLine} onClick={add}>
        <Plus size={13} aria-hidden="true" /> Add a {one}
      </Button>
    </fieldset>
  );
}

function RemoveButton({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <Button look="icon" aria-label={`Remove ${what}`} title="Remove" onClick={onClick}>
      <X size={13} aria-hidden="true" />
    </Button>
  );
}
