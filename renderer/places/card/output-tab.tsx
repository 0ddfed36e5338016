// What the server's process wrote to stderr around the failure, line by line, with the quoted one marked.

import type { Failure } from '../../../shared/failure.ts';
import { AnsiText } from '../../components/ansi-text.tsx';
import styles from './cause-section.module.css';

/** The quoted line, as a place among those of stderr; -1 where the quote is from elsewhere. */
export function quotedLine({ stderr, quote }: Failure): number {
  return quote?.path.startsWith('stderr') ? stderr.findIndex((line) => line.includes(quote.text)) : -1;
}

export function OutputLines({ failure }: { failure: Failure }) {
  const quoted = quotedLine(failure);
  return failure.stderr.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line may come twice; its place is its identity.
    <li key={index} className={index === quoted ? styles.cause : ''}>
      <AnsiText text={line} />
    </li>
  ));
}

export function OutputTab({ failure }: { failure: Failure }) {
  return (
    <ol className={`${styles.lines} ${styles.whole} mono`} aria-label="stderr">
      <OutputLines failure={failure} />
    </ol>
  );
}
