// The result of a call, if there is one. Open on the card of a successful call.

import { ResultSection } from '../../../results/result-section.tsx';
import { Fold } from '../parts/fold.tsx';
import type { SectionProps } from '../parts/section-props.ts';

export function ResultFold({ detail }: SectionProps) {
  const isFailed = detail.failure !== null;
  return (
    <ResultSection
      key={detail.row.id}
      detail={detail}
      wrap={(children, summary) => (
        <Fold id={isFailed ? 'failed-result' : 'result'} title="Result" summary={summary} startsOpen={!isFailed}>
          {children}
        </Fold>
      )}
    />
  );
}
