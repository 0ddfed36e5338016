// Each wait of a chain as text: what the server asked for, what the client did, and whether that was right.

import type { HintJudgement } from '../../shared/timeline.ts';
import { Pill } from '../components/pill.tsx';
import { visibleLine } from '../text/visible-text.ts';
import styles from './findings.module.css';
import { findingTone, findingWord } from './lane-words.ts';

export function RetryFindings({ findings }: { findings: readonly HintJudgement[] }) {
  // A wait without a hint needs no sentence; the drawing shows its length.
  const judged = findings.map((one, index) => ({ ...one, index })).filter(({ finding }) => finding !== 'no_hint');
  if (findings.length === 0) return null;
  if (judged.length === 0) return <p className={styles.none}>The server did not say when to try again.</p>;
  return (
    <ol className={styles.list} aria-label="Retry: asked vs. actual, wait by wait">
      {judged.map(({ row, finding, words, index }) => (
        <li key={row}>
          <span className={styles.gap}>
            {finding === 'gave_up' ? `after ${index + 1}` : `${index + 1} → ${index + 2}`}
          </span>
          <p>{visibleLine(words)}</p>
          <Pill tone={findingTone(finding)}>{findingWord(finding)}</Pill>
        </li>
      ))}
    </ol>
  );
}
