// The exact change of another program's settings and its effect, before anything is written. The button follows.

import type { ReactNode } from 'react';
import type { WatchChange } from '../../../shared/api/watching.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './watch-dialog.module.css';

interface Props {
  /** null: not known yet. */
  change: Pick<WatchChange, 'lines' | 'notes'> | null;
  problem: string;
  /** The same from the shell. */
  command: string;
  children: ReactNode;
}

export function ExactChange({ change, problem, command, children }: Props) {
  return (
    <div className={styles.change}>
      {problem && (
        <p className={styles.problem} role="alert">
          {visibleLine(problem)}
        </p>
      )}
      {change && (
        <>
          <section aria-label="The exact change" className={styles.diff}>
            {change.lines.map(({ sign, line, text }) => (
              <pre key={`${sign}${line}`} className={sign === '+' ? styles.plus : styles.minus}>
                <span>{line}</span>
                <span>{sign}</span>
                {visibleLine(text)}
              </pre>
            ))}
          </section>
          <ul className={styles.notes}>
            {change.notes.map((note) => (
              <li key={note}>{visibleLine(note)}</li>
            ))}
          </ul>
          <div className={styles.top}>
            <code className="mono">{command}</code>
            {children}
          </div>
        </>
      )}
    </div>
  );
}
