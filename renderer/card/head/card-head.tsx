// The head of a card, in the window and in a report: its location, the finding's sentence, quote and check, the verdict, and one button.
// At most 160 px high.

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { RowDetail } from '../../../shared/timeline.ts';
import { ActorMark } from '../../components/actor-mark.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { showQuote } from '../../model/detail.ts';
import { useModel } from '../../model/model.ts';
import { clockText } from '../../text/format.ts';
import { visibleLine, visibleName } from '../../text/visible-text.ts';
import { headline, plainSummary } from '../../text/wording.ts';
import styles from './card-head.module.css';
import { FindingLines } from './finding-lines.tsx';
import { VerdictLine } from './verdict-line.tsx';

interface CardHeadProps {
  detail: RowDetail;
  /** What was called, masked. */
  callName: string;
  serverName: string;
  colour: number;
  /** In the trail: the user's mark on similar failures. */
  mark?: ReactNode;
  corner?: ReactNode;
  /** At the right of the verdict. */
  actions?: ReactNode;
}

/** Times before this are relative to the start of a text without times. */
const firstDay = 86_400_000;
const lineHeight = 20;
/** Headline and quote together. */
const mostLines = 3;

export function CardHead({ detail, callName, serverName, colour, mark, corner, actions }: CardHeadProps) {
  const { row, failure, strays } = detail;
  const model = useModel();
  const title = useRef<HTMLHeadingElement>(null);
  const [lines, setLines] = useState(1);
  // A short headline leaves more lines for the quote.
  useLayoutEffect(() => {
    const target = title.current;
    if (!target) return;
    const measure = () => setLines(mostLines - Math.max(1, Math.round(target.clientHeight / lineHeight)));
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    measure();
    return () => observer.disconnect();
  }, []);
  const plain = failure === null ? plainSummary(row, strays !== undefined) : null;
  return (
    <header className={styles.header}>
      <div className={styles.trail}>
        <ServerMark colour={colour} />
        <div className={styles.names}>
          <bdi title={visibleName(serverName)}>{visibleName(serverName)}</bdi>
          <span aria-hidden="true">›</span>
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
      <h2 ref={title}>{visibleLine(failure ? headline(failure) : (plain?.title ?? ''))}</h2>
      {plain && plain.text !== '' && (
        <p className={styles.text} title={visibleLine(plain.text)}>
          {visibleLine(plain.text)}
        </p>
      )}
      {failure && (
        <FindingLines failure={failure} code={row.code} lines={lines} onQuote={() => showQuote(model, detail)} />
      )}
      {(failure || actions) && (
        <div className={styles.actions}>
          <VerdictLine detail={detail} />
          {actions}
        </div>
      )}
    </header>
  );
}
