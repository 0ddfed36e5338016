// What was masked in this file: kinds, counts, and samples of placeholders.

import type { MaskSummary } from '../../shared/mask/masker.ts';
import { countInWords, groupDigits } from '../text/format.ts';
import { visibleLine } from '../text/visible-text.ts';
import styles from './report.module.css';

export function MaskedList({ masked }: { masked: readonly MaskSummary[] }) {
  const total = masked.reduce((sum, it) => sum + it.count, 0);
  return (
    <section className={styles.block} aria-labelledby="masked-title">
      <h2 id="masked-title">What was masked</h2>
      <p className={styles.quiet}>
        {total === 0
          ? 'No secrets were found.'
          : `${countInWords(total, 'place')}. The same placeholder always means the same secret.`}
      </p>
      {masked.map(({ kind, label, count: times, examples }) => (
        <details key={kind} className={styles.kind}>
          <summary>
            {label} <span>× {groupDigits(times)}</span>
          </summary>
          <ul className="mono">
            {examples.map((example) => (
              <li key={example}>
                <bdi>{visibleLine(example)}</bdi>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
