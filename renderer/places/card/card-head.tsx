// The head of a card, in the window and in a report alike: where it was, the finding's sentence, quote and check, and the verdict.

import type { ReactNode } from 'react';
import { troubleOf } from '../../../shared/incident/incident.ts';
import { duration } from '../../../shared/text/duration.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { ServerMark } from '../../components/server-mark.tsx';
import { stripSgr } from '../../text/ansi.ts';
import { clockText } from '../../text/format.ts';
import { spanOf } from '../../text/row-words.ts';
import { visibleLine, visibleName } from '../../text/visible-text.ts';
import { plainSummary } from '../../text/wording.ts';
import styles from './detail-pane.module.css';
import { FindingLines } from './finding-lines.tsx';
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
      {failure && <FindingLines failure={failure} />}
      {failure && incident && troubleOf(failure) !== null ? (
        <IncidentPills failure={failure} incident={incident} serverName={serverName} />
      ) : (
        failure && <Provenance failure={failure} serverName={serverName} />
      )}
      {children}
    </header>
  );
}

function summaryOf({ row, failure, strays }: RowDetail): { title: string; text: string } {
  if (!failure) return plainSummary(row, strays !== undefined);
  const { sentence, explanation, origin, quote } = failure;
  // What the server said is shown below, and the explanation with the evidence.
  if (quote !== null) return { title: sentence, text: '' };
  return { title: sentence, text: origin === 'process' ? stripSgr(explanation) : explanation };
}
