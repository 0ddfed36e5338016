// The retry advice as a drawing: dots are attempts, hatched stretches are waits, a band is jitter. After a retry it shows the server's hint
// above the client's wait.

import type { RetryPlan } from '../../shared/retry/planned.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { RetryFindings } from './findings.tsx';
import { laneOf } from './lane.ts';
import { LaneDrawing } from './lane.tsx';
import { chainAttempts, laneSentence, waitSource } from './lane-attempts.ts';
import { PlanLane } from './plan-view.tsx';
import styles from './retry-drawing.module.css';

/** Also for the successful attempt: the chain is the same. */
export function RetryDrawing({ detail, plan }: { detail: RowDetail; plan: RetryPlan | null }) {
  if (detail.attempts.length <= 1)
    return (
      <>
        {plan && <PlanLane plan={plan} />}
        <RetryFindings findings={detail.judgements} />
      </>
    );
  const attempts = chainAttempts(detail.attempts);
  return (
    <div className={styles.lane}>
      <LaneDrawing
        lane={laneOf(attempts, detail.judgements)}
        label={laneSentence(attempts, detail.judgements)}
        sources={waitSource(detail.row.id, detail.failure)}
      />
      <RetryFindings findings={detail.judgements} />
    </div>
  );
}
