// The client of a request as letters, without the app's icons. A pasted text that names no client has no mark.

import type { Row } from '../../../shared/timeline.ts';
import styles from '../../components/actor-mark.module.css';
import { actorName, clientLetters } from '../../text/row-words.ts';

export function ActorMark({ of }: { of: Pick<Row, 'actor' | 'client'> }) {
  if (of.client === null) return null;
  return (
    <span className={styles.mark} title={actorName(of)} data-boxed="">
      {clientLetters(of.client)}
    </span>
  );
}
