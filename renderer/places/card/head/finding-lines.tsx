// Below the headline of a card: the server's message, verbatim with its path, and separately Misfire's own check. Headline and quote
// share three lines; a longer quote is cut, and a click shows it in the message.

import { ScanSearch } from 'lucide-react';
import type { Failure } from '../../../../shared/failure.ts';
import { ForeignLine } from '../../../components/foreign-text.tsx';
import { stripSgr } from '../../../text/ansi.ts';
import { toneOfClass } from '../../../text/row-words.ts';
import { visibleLine } from '../../../text/visible-text.ts';
import { checkName, quoteSource } from '../../../text/wording.ts';
import styles from './card-head.module.css';

interface Props {
  failure: Failure;
  /** The server's code as in rows; null if there is none. */
  code: string | null;
  /** How many lines the headline leaves for the quote. */
  lines: number;
  onQuote: () => void;
}

export function FindingLines({ failure, code, lines, onQuote }: Props) {
  const { quote, check, origin } = failure;
  const said = quote && (origin === 'process' ? stripSgr(quote.text) : quote.text);
  return (
    <>
      {quote && said && (
        <button
          type="button"
          className={`${styles.quote} ${styles[toneOfClass(failure.class)] ?? ''}`}
          data-quote=""
          title={`${visibleLine(said)}\nClick to show it in the message`}
          onClick={onQuote}
          style={{ '--lines': lines } as React.CSSProperties}
        >
          <span className={`${styles.said} mono`}>
            “<ForeignLine text={said} />”{quote.isCut && '…'}
          </span>
          <span
            className={`${styles.source} ${code === null ? styles.path : ''} mono`}
            title={visibleLine(quoteSource(quote.path))}
          >
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
