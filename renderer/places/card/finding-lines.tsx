// Under the headline of a card: what the server said, byte for byte and with its place, and Misfire's own check apart from it.

import type { Failure } from '../../../shared/failure.ts';
import { ForeignLine } from '../../components/foreign-text.tsx';
import { stripSgr } from '../../text/ansi.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { checkWords, quoteSource } from '../../text/wording.ts';
import styles from './finding-lines.module.css';

export function FindingLines({ failure: { quote, check, origin } }: { failure: Failure }) {
  const said = quote && (origin === 'process' ? stripSgr(quote.text) : quote.text);
  return (
    <>
      {quote && said && (
        <figure className={styles.quote}>
          <blockquote className="mono" title={visibleLine(said)}>
            “<ForeignLine text={said} />”{quote.isCut && '…'}
          </blockquote>
          <figcaption className="mono">{visibleLine(quoteSource(quote.path))}</figcaption>
        </figure>
      )}
      {check && <p className={styles.check}>{checkWords(check)}</p>}
    </>
  );
}
