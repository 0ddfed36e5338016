// Form parts with several similar values: short items side by side, table rows, and alternatives.

import { useId } from 'react';
import { pointerOf } from '../../shared/json/json-place.ts';
import field from '../components/field.module.css';
import { visibleLine } from '../text/visible-text.ts';
import { Corner, type FieldProps, Problems, tiesOf } from './argument-form-parts.tsx';
import styles from './form.module.css';
import { Control } from './form-controls.tsx';

export function ListFieldItem({ one, list, whole }: FieldProps & { list: string }) {
  const id = useId();
  const place = pointerOf(one.path);
  const problems = whole.problems.get(place) ?? [];
  return (
    <div className={styles.item} data-place={place}>
      <div className={styles.itemValue}>
        <Control
          one={one}
          ties={{ ...tiesOf(id, problems), 'aria-label': `${list} ${one.name}` }}
          isNarrow
          // Removing an item moves the others, so it cannot be unset.
          set={(value) => whole.onChange(one.path, value ?? (one.control === 'text' ? '' : null))}
        />
        <Corner one={one} whole={whole} />
      </div>
      <Problems id={id} one={one} problems={problems} onChange={whole.onChange} />
    </div>
  );
}

export function Table({ one, whole }: FieldProps) {
  const { columns = [] } = one;
  if (one.fields.length === 0) return null;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th className={styles.number}>
            <span className="visually-hidden">Row</span>
          </th>
          {columns.map((column) => (
            <th key={column.name} title={visibleLine(column.about)}>
              <b className="mono">
                <bdi>{visibleLine(column.name)}</bdi>
              </b>{' '}
              <span className={field.hint}>
                {visibleLine([column.type, column.required ? 'required' : ''].filter(Boolean).join(', '))}
              </span>
            </th>
          ))}
          <th className={styles.number}>
            <span className="visually-hidden">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {one.fields.map((row) => (
          <tr key={row.path.join('/')} data-place={pointerOf(row.path)}>
            <th scope="row" className={styles.number}>
              {row.name}
            </th>
            {row.fields.map((cell) => (
              <Cell key={cell.name} one={cell} list={one.name} row={row.name} whole={whole} />
            ))}
            <td>
              <Corner one={row} whole={whole} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ one, list, row, whole }: FieldProps & { list: string; row: string }) {
  const id = useId();
  const place = pointerOf(one.path);
  const problems = whole.problems.get(place) ?? [];
  return (
    <td data-place={place}>
      <Control
        one={one}
        ties={{ ...tiesOf(id, problems), 'aria-label': `${list} ${row} ${one.name}` }}
        isNarrow
        set={(value) => whole.onChange(one.path, value)}
      />
      <Problems id={id} one={one} problems={problems} onChange={whole.onChange} />
    </td>
  );
}

export function Forms({ one, whole }: FieldProps) {
  const name = useId();
  return (
    <div className={styles.forms} role="radiogroup" aria-label={`Form of ${visibleLine(one.name)}`}>
      {(one.forms ?? []).map((form, index) => (
        <label key={`${form.title} ${form.about}`} className={styles.formCard}>
          <input
            type="radio"
            name={name}
            checked={one.form === index}
            onChange={() => whole.chooseForm(one.path, index, form.blank)}
          />
          <span className={styles.cardWords}>
            <b className={styles.cardTitle}>
              <bdi>{visibleLine(form.title)}</bdi>
            </b>
            <small className={`${styles.cardAbout} mono`}>
              <bdi>{visibleLine(form.about)}</bdi>
            </small>
          </span>
        </label>
      ))}
    </div>
  );
}
