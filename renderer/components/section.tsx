// A block of the card: a small heading and its content.

import type { ReactNode } from 'react';
import styles from './section.module.css';

export function Section({ title, side, children }: { title: string; side?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section} data-value={side ? '' : undefined}>
      <h3>
        {title}
        {side}
      </h3>
      {children}
    </section>
  );
}
