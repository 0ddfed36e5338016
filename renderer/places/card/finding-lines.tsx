// Under the headline of a card: what the server said, byte for byte and with its place, and Misfire's own check apart from it.
// Headline and quote have three lines together; a longer quote is cut, and a click shows all of it.

import { ScanSearch } from 'lucide-react';
import { useState } from 'react';
import type { Failure } from '../../../shared/failure.ts';
import { ForeignLine } from '../../components/foreign-text.tsx';
import { stripSgr } from '../../text/ansi.ts';
import { toneOfClass } from '../../text/row-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { checkName, quoteSource } from '../../text/wording.ts';
import styles from './card-head.module.css';

interface Props {
  failure: Failure;
  /** The server's code as rows show it; null where there is none. */
  code: string | null;
  /** How many lines the headline left for the quote. */
  lines: number;
}

export function FindingLines({ failure, code, lines }: Props) {
  const { quote, check, origin } = failure;
  const [isWhole, setWhole] = useState(false);
  const said = quote && (origin === 'process' ? stripSgr(quote.text) : quote.text);
  return (
    <>
      {quote && said && (
        <button
          type="button"
          className={`${styles.quote} ${styles[toneOfClass(failure.class)] ?? ''}`}
          aria-expanded={isWhole}
          title={isWhole ? undefined : visibleLine(said)}
          onClick={() => setWhole(!isWhole)}
          style={{ '--lines': lines } as React.CSSProperties}
        >
          <span className={`${styles.said} mono`}>
            “<ForeignLine text={said} />”{quote.isCut && '…'}
          </span>
          <span className={`${styles.source} mono`} title={visibleLine(quoteSource(quote.path))}>
            {visibleLine(quote.path.startsWith('stderr') ? quoteSource(quote.path) : (code ?? quoteSource(quote.path)))}
          </span>
        </button>
      )}
      {check && (
        <p className={styles.check} title={visibleLine(check.words)}>
          <ScanSearch size={13} aria-hidden="true" />
          <b>{checkName(check)}:</b> <span>{visibleLine(check.words)}</span>
        </p>
      )}
    </>
  );
}
