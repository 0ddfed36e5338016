// An exact change of another program's settings, its problem, its command, and the button that confirms it.

import type { ReactNode } from 'react';
import type { WatchChange } from '../../../shared/api/watching.ts';
import { ExactChange } from '../../components/exact-change.tsx';
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

export function ConfirmedChange({ change, problem, command, children }: Props) {
  return (
    <div className={styles.change}>
      {problem && (
        <p className={styles.problem} role="alert">
          {visibleLine(problem)}
        </p>
      )}
      {change && (
        <>
          <ExactChange {...change} />
          <div className={styles.top}>
            <code className="mono">{command}</code>
            {children}
          </div>
        </>
      )}
    </div>
  );
}
