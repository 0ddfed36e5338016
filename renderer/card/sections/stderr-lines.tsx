// stderr of the server's process around the failure, line by line, with the quoted one marked.

import { useEffect, useRef } from 'react';
import type { Failure } from '../../../shared/failure.ts';
import { AnsiText } from '../../components/ansi-text.tsx';
import { useDetail } from '../../model/detail.ts';
import styles from './stderr-lines.module.css';

/** The index of the quoted line in stderr; -1 if the quote is from elsewhere. */
function quotedLine({ stderr, quote }: Failure): number {
  return quote?.path.startsWith('stderr') ? stderr.findIndex((line) => line.includes(quote.text)) : -1;
}

export function StderrLines({ row, failure }: { row: number; failure: Failure }) {
  const list = useRef<HTMLOListElement>(null);
  const quoted = quotedLine(failure);
  const reveal = useDetail(({ quoteShown }) => (quoteShown.row === row ? quoteShown.times : 0));
  useEffect(() => {
    if (reveal > 0) list.current?.querySelector('[data-quoted]')?.scrollIntoView({ block: 'center' });
  }, [reveal]);
  return (
    <ol ref={list} className={`${styles.lines} mono`} aria-label="stderr">
      {failure.stderr.map((line, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may occur twice, so its index identifies it.
          key={index}
          className={index === quoted ? styles.cause : ''}
          data-quoted={index === quoted ? '' : undefined}
        >
          <AnsiText text={line} />
        </li>
      ))}
    </ol>
  );
}
