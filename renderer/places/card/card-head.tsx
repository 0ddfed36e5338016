// What the head of a card says, in the window and in a report alike: where it was, what happened, and why it is believed.

import type { ReactNode } from 'react';
import { duration } from '../../../shared/duration.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { ServerMark } from '../../components/server-mark.tsx';
import { stripSgr } from '../../text/ansi.ts';
import { clockText } from '../../text/format.ts';
import { spanOf } from '../../text/row-words.ts';
import { visibleLine, visibleName } from '../../text/visible-text.ts';
import { plainSummary } from '../../text/wording.ts';
import styles from './detail-pane.module.css';
import { IncidentPills } from './incident-head.tsx';
import { Provenance } from './provenance.tsx';

interface CardHeadProps {
  detail: RowDetail;
  /** What was called, as it may be shown. */
  callName: string;
  serverName: string;
  colour: number;
  corner?: ReactNode;
  /** Beside the title. */
  help?: ReactNode;
  children?: ReactNode;
}

export function CardHead({ detail, callName, serverName, colour, corner, help, children }: CardHeadProps) {
  const { row, failure, incident } = detail;
  const span = spanOf(row);
  const { title, text } = summaryOf(detail);
  return (
    <header className={styles.header}>
      <div className={styles.where}>
        <ServerMark colour={colour} />
        <bdi title={visibleName(serverName)}>{visibleName(serverName)}</bdi>
        <span>›</span>
        <bdi className="mono" title={callName}>
          {callName}
        </bdi>
        <span className={`${styles.clock} mono`}>{clockText(row.at)}</span>
        {span !== null && <span className="mono">{duration(span)}</span>}
      </div>
      {corner && <div className={styles.corner}>{corner}</div>}
      <div className={styles.title}>
        <h2>{visibleLine(title)}</h2>
        {help}
        {detail.attempts.length > 1 && (
          <small>
            attempt {row.attempt} of {detail.attempts.length}
          </small>
        )}
      </div>
      {text && (
        <p className={styles.text} title={visibleLine(text)}>
          {visibleLine(text)}
        </p>
      )}
      {incident?.cause ? (
        <IncidentPills detail={detail} incident={incident} cause={incident.cause} />
      ) : (
        failure && <Provenance failure={failure} serverName={serverName} />
      )}
      {children}
    </header>
  );
}

function summaryOf({ row, failure, incident, strays }: RowDetail): { title: string; text: string } {
  if (incident?.cause) return incident.cause;
  if (!failure) return plainSummary(row, strays !== undefined);
  const { title, explanation, origin } = failure;
  return { title, text: origin === 'process' ? stripSgr(explanation) : explanation };
}
