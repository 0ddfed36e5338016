// The server's side and the model's side of a call in a client's transcript.

import { Fold } from '../parts/fold.tsx';
import type { SectionProps } from '../parts/section-props.ts';

export function SeenFold({ detail, acts }: SectionProps) {
  if (!acts?.TranscriptSection) return null;
  return (
    <acts.TranscriptSection
      key={detail.row.id}
      detail={detail}
      wrap={(summary, isLossy, children) => (
        <Fold
          id="seen"
          title="Server said / Model got"
          summary={summary}
          startsOpen
          {...(isLossy ? { tone: 'warn' } : {})}
        >
          {children}
        </Fold>
      )}
    />
  );
}
