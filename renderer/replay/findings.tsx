// Each wait of a chain in words: what was told, what was done, and whether that was right.

import type { HintJudgement } from '../../shared/replay.ts';
import { Pill } from '../components/pill.tsx';
import { visibleLine } from '../components/visible-text.ts';
import styles from './findings.module.css';
import { findingTone } from './lane.ts';
import { gapWords } from './told-and-did.ts';

export function Findings({ findings }: { findings: readonly HintJudgement[] }) {
  if (findings.length === 0) return null;
  return (
    <ol className={styles.list} aria-label="Told and did, wait by wait">
      {findings.map((judged, index) => {
        const { figures, meaning } = gapWords(judged);
        return (
          <li key={judged.row}>
            <span className={styles.gap}>
              {judged.finding === 'gave_up' ? `after ${index + 1}` : `${index + 1} → ${index + 2}`}
            </span>
            <span className={styles.figures}>{figures}</span>
            <Pill tone={findingTone(judged.finding)}>{meaning}</Pill>
            <p>{visibleLine(judged.words)}</p>
          </li>
        );
      })}
    </ol>
  );
}
