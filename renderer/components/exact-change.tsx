// The exact change of a settings file and its effect, before anything is written.

import type { WatchChange } from '../../shared/api/watching.ts';
import { visibleLine } from '../text/visible-text.ts';
import styles from './exact-change.module.css';

export function ExactChange({ lines, notes }: Pick<WatchChange, 'lines' | 'notes'>) {
  return (
    <>
      <section aria-label="The exact change" className={styles.diff}>
        {lines.map(({ sign, line, text }) => (
          <pre key={`${sign}${line}`} className={sign === '+' ? styles.plus : styles.minus}>
            <span>{line}</span>
            <span>{sign}</span>
            {visibleLine(text)}
          </pre>
        ))}
      </section>
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note}>{visibleLine(note)}</li>
        ))}
      </ul>
    </>
  );
}
