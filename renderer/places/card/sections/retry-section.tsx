// Retry: asked vs. actual. The server's hint next to the actual waits, and the source of each value.

import { planHint } from '../../../../shared/retry/retry-plan.ts';
import { useConnection } from '../../../model/connection.ts';
import { RetryBlock } from '../../../retry/retry-block.tsx';
import { RetryDrawing } from '../../../retry/retry-drawing.tsx';
import { isJudged, retrySummary } from '../../../retry/retry-summary.ts';
import { Fold } from '../parts/fold.tsx';
import type { SectionProps } from '../parts/section-props.ts';

export function RetrySection({ detail }: SectionProps) {
  const { failure, attempts, judgements } = detail;
  const isRecording = useConnection((state) => state.recording?.isLive === false);
  const isTried = attempts.length > 1;
  if (!failure) {
    if (!isTried) return null;
    return (
      <Fold id="retry" title="Retry: asked vs. actual" {...retrySummary(detail, isRecording)}>
        <RetryDrawing detail={detail} plan={null} />
      </Fold>
    );
  }
  if (!isTried && planHint(failure.retry) === null && !isJudged(judgements)) return null;
  return (
    <Fold id="retry" title="Retry: asked vs. actual" {...retrySummary(detail, isRecording)}>
      <RetryBlock detail={detail} failure={failure} />
    </Fold>
  );
}
