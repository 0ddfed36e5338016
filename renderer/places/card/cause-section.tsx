// What was written to stderr before the end, with the quoted line marked. Open where it holds the cause.

import { AnsiText } from '../../components/ansi-text.tsx';
import styles from './cause-section.module.css';
import { Fold } from './fold.tsx';
import type { SectionProps } from './section-props.ts';

export function CauseSection({ detail: { failure } }: SectionProps) {
  if (!failure || failure.stderr.length === 0) return null;
  const { stderr, quote } = failure;
  const isCause = quote?.path.startsWith('stderr') ?? false;
  const cause = isCause ? stderr.findIndex((line) => line.includes(quote?.text ?? '')) : -1;
  return (
    <Fold
      id="cause"
      title={isCause ? 'Likely cause (stderr)' : 'stderr'}
      count={stderr.length}
      summary={cause >= 0 && stderr.length > 1 ? `line ${cause + 1} of ${stderr.length} decides` : undefined}
      startsOpen={isCause || failure.origin === 'process'}
    >
      <ol className={`${styles.lines} mono`}>
        {stderr.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may come twice; its place is its identity.
          <li key={index} className={index === cause ? styles.cause : ''}>
            <AnsiText text={line} />
          </li>
        ))}
      </ol>
    </Fold>
  );
}
