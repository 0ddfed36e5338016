// What the model of each client receives from this response, folded to a summary.

import { Fold } from '../parts/fold.tsx';
import type { SectionProps } from '../parts/section-props.ts';

export function ModelsFold({ detail, acts }: SectionProps) {
  if (acts === null) return null;
  return (
    <acts.ModelsSection
      key={detail.row.id}
      detail={detail}
      wrap={(summary, isLossy, children) => (
        <Fold id="models" title="What each model gets" summary={summary} {...(isLossy ? { tone: 'warn' } : {})}>
          {children}
        </Fold>
      )}
    />
  );
}
