// A word on a tinted background: an outcome, or a fact.

import type { ReactNode } from 'react';
import type { Tone } from '../text/row-words.ts';
import styles from './pill.module.css';

export function Pill({ tone, children, title }: { tone: Tone | 'outline'; children: ReactNode; title?: string }) {
  return (
    <span className={`${styles.pill} ${styles[tone]}`} title={title}>
      <span>{children}</span>
    </span>
  );
}
