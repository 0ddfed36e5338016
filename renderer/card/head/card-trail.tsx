// The first line of a card: which server, what was called, by whom and when.

import type { ReactNode } from 'react';
import type { Row } from '../../../shared/timeline.ts';
import { ActorMark } from '../../components/actor-mark.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { clockText } from '../../text/format.ts';
import { isSameName, shownName } from '../../text/visible-text.ts';
import styles from './card-head.module.css';

export interface Trail {
  /** What was called, masked. */
  callName: string;
  serverName: string;
  colour: number;
  /** The user's mark on similar failures. */
  mark?: ReactNode;
  corner?: ReactNode;
}

/** Times before this are relative to the start of a text without times. */
const firstDay = 86_400_000;

export function CardTrail({ row, callName, serverName, colour, mark, corner }: Trail & { row: Row }) {
  return (
    <div className={styles.trail}>
      <ServerMark colour={colour} />
      <div className={styles.names}>
        {!isSameName(serverName, callName) && (
          <>
            <bdi title={shownName(serverName)}>{shownName(serverName)}</bdi>
            <span aria-hidden="true">›</span>
          </>
        )}
        <bdi className={styles.call} title={callName}>
          {callName}
        </bdi>
        <span className={styles.mark}>
          <ActorMark of={row} />
        </span>
        {/* A pasted text may have no time. */}
        {row.at > firstDay && <span className={`${styles.when} mono`}>{clockText(row.at)}</span>}
        {mark}
      </div>
      {corner && <div className={styles.corner}>{corner}</div>}
    </div>
  );
}
