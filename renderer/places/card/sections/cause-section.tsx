// stderr before the end, with the quoted line marked. Open if it contains the cause.

import { Fold } from '../parts/fold.tsx';
import type { SectionProps } from '../parts/section-props.ts';
import styles from './cause-section.module.css';
import { OutputLines, quotedLine } from './output-tab.tsx';

export function CauseSection({ detail: { failure } }: SectionProps) {
  if (!failure || failure.stderr.length === 0) return null;
  const { stderr, quote } = failure;
  const isCause = quote?.path.startsWith('stderr') ?? false;
  const cause = quotedLine(failure);
  return (
    <Fold
      id="cause"
      title={isCause ? 'Likely cause (stderr)' : 'stderr'}
      count={stderr.length}
      summary={cause >= 0 && stderr.length > 1 ? `line ${cause + 1} of ${stderr.length} decides` : undefined}
      startsOpen={isCause || failure.origin === 'process'}
    >
      <ol className={`${styles.lines} mono`}>
        <OutputLines failure={failure} />
      </ol>
    </Fold>
  );
}
