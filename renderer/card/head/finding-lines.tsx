// Below the headline of a card: the server's message, verbatim with its path, and separately Misfire's own check if it found something
// else. Headline and quote share three lines; a longer quote is cut, and a click shows it in the message.

import type { Failure, Quote } from '../../../shared/failure.ts';
import { quoteSource } from '../../../shared/findings/finding-words.ts';
import { ForeignLine } from '../../components/foreign-text.tsx';
import { stripSgr } from '../../text/ansi.ts';
import { toneOfClass } from '../../text/row-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { CheckLine } from '../parts/check-line.tsx';
import styles from './card-head.module.css';

interface Props {
  failure: Failure;
  /** The server's code as in rows; null if there is none. */
  code: string | null;
  /** How many lines the headline leaves for the quote. */
  lines: number;
  onQuote: () => void;
}

/** In a long text the line says more than the path, which is in the tooltip, and needs less room. */
function shortSource(quote: Quote, code: string | null): string {
  if (quote.path.startsWith('stderr')) return quoteSource(quote);
  return code ?? (quote.line === undefined ? quoteSource(quote) : `line ${quote.line}`);
}

/** There is nothing more to show in the message. */
const isWholeMessage = (quote: Quote): boolean =>
  !quote.isCut && quote.text.length <= oneLine && /^(?:result\.)?error\.message$/.test(quote.path);

const oneLine = 60;

export function FindingLines({ failure, code, lines, onQuote }: Props) {
  const { quote, check, origin } = failure;
  const said = quote && (origin === 'process' ? stripSgr(quote.text) : quote.text);
  const looks = {
    className: `${styles.quote} ${styles[toneOfClass(failure.class)] ?? ''}`,
    'data-quote': '',
    style: { '--lines': lines } as React.CSSProperties,
  };
  const words = quote && said && (
    <>
      <span className={`${styles.said} mono`}>
        “<ForeignLine text={said} />”{quote.isCut && '…'}
      </span>
      <span
        className={`${styles.source} ${code === null ? styles.path : ''} mono`}
        title={visibleLine(quoteSource(quote))}
      >
        {visibleLine(shortSource(quote, code))}
      </span>
    </>
  );
  return (
    <>
      {quote && said && isWholeMessage(quote) && (
        <p {...looks} title={visibleLine(said)}>
          {words}
        </p>
      )}
      {quote && said && !isWholeMessage(quote) && (
        <button
          type="button"
          {...looks}
          title={`${visibleLine(said)}\nClick to show it in the message`}
          onClick={onQuote}
        >
          {words}
        </button>
      )}
      {check && check.result !== 'agrees' && <CheckLine check={check} />}
    </>
  );
}
