// In the timeline: a call whose answer is held, with the time that is left.

import type { ReactNode } from 'react';
import { type HeldView, heldOf, heldSeconds } from '../../../shared/features/hold/held.ts';
import { heldLimitWords } from '../../../shared/features/hold/held-words.ts';
import type { Row } from '../../../shared/timeline.ts';
import { Pill } from '../../components/pill.tsx';
import { useNow } from '../../components/use-now.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './hold.module.css';
import { useHold } from './hold.ts';

export function HeldWaiting({ row, children }: { row: Row; children: ReactNode }) {
  const held = useHold((state) => heldOf(row, state.held));
  return held ? <Clock held={held} /> : children;
}

function Clock({ held }: { held: HeldView }) {
  const now = useNow(true, 1000);
  return (
    <span className={styles.waiting} title={visibleLine(heldLimitWords(held, now))}>
      <Pill tone="wait">Held answer</Pill> <b>{heldSeconds(held, now)} left</b>
    </span>
  );
}
