// Retry: asked vs. actual. What the server asked for, drawn beside what was done, and where each figure came from.

import { planHint } from '../../../../shared/retry/retry-plan.ts';
import { useConnection } from '../../../model/connection.ts';
import { RetryBlock, RetryLane } from '../../../retry/retry-block.tsx';
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
        <RetryLane detail={detail} />
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
