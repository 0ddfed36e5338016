// The result of a call that did not fail. That of a failure is a part of Details.

import { ResultSection } from '../../results/result-section.tsx';
import { Fold } from '../parts/fold.tsx';
import type { SectionProps } from '../parts/section-props.ts';

export function ResultFold({ detail }: SectionProps) {
  if (detail.failure !== null) return null;
  return (
    <ResultSection
      key={detail.row.id}
      detail={detail}
      wrap={(children, summary) => (
        <Fold id="result" title="Result" summary={summary} startsOpen>
          {children}
        </Fold>
      )}
    />
  );
}
