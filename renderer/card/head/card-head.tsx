// The head of a card, in the window and in a report: its location, the finding's sentence, quote and check, the verdict, and one button.
// At most 160 px high.

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { RowDetail } from '../../../shared/timeline.ts';
import { showQuote } from '../../model/detail.ts';
import { useModel } from '../../model/model.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { headline, plainSummary } from '../../text/wording.ts';
import styles from './card-head.module.css';
import { CardTrail, type Trail } from './card-trail.tsx';
import { FindingLines } from './finding-lines.tsx';
import { VerdictLine } from './verdict-line.tsx';

interface CardHeadProps extends Trail {
  detail: RowDetail;
  /** At the right of the verdict. */
  actions?: ReactNode;
}

const lineHeight = 20;
/** Headline and quote together. */
const mostLines = 3;

export function CardHead({ detail, actions, ...trail }: CardHeadProps) {
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
      <CardTrail row={row} {...trail} />
      <h2 ref={title}>{visibleLine(failure ? headline(failure, detail.params) : (plain?.title ?? ''))}</h2>
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
