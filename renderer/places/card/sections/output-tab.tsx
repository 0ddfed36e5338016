// stderr of the server's process around the failure, line by line, with the quoted one marked.

import { useEffect, useRef } from 'react';
import type { Failure } from '../../../../shared/failure.ts';
import type { RowDetail } from '../../../../shared/timeline.ts';
import { AnsiText } from '../../../components/ansi-text.tsx';
import { useDetail } from '../../../model/detail.ts';
import styles from './cause-section.module.css';

/** The index of the quoted line in stderr; -1 if the quote is from elsewhere. */
export function quotedLine({ stderr, quote }: Failure): number {
  return quote?.path.startsWith('stderr') ? stderr.findIndex((line) => line.includes(quote.text)) : -1;
}

export function OutputLines({ failure }: { failure: Failure }) {
  const quoted = quotedLine(failure);
  return failure.stderr.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line may occur twice, so its index identifies it.
    <li key={index} className={index === quoted ? styles.cause : ''} data-quoted={index === quoted ? '' : undefined}>
      <AnsiText text={line} />
    </li>
  ));
}

export function OutputTab({ detail, failure }: { detail: RowDetail; failure: Failure }) {
  const list = useRef<HTMLOListElement>(null);
  const reveal = useDetail(({ quoteShown: { row, times } }) => (row === detail.row.id ? times : 0));
  useEffect(() => {
    if (reveal > 0) list.current?.querySelector('[data-quoted]')?.scrollIntoView({ block: 'center' });
  }, [reveal]);
  return (
    <ol ref={list} className={`${styles.lines} ${styles.whole} mono`} aria-label="stderr">
      <OutputLines failure={failure} />
    </ol>
  );
}
