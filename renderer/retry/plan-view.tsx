// A plan before it runs: drawn, as text, and with the source of each value.

import type { RetryPlan } from '../../shared/retry/planned.ts';
import { countInWords } from '../text/format.ts';
import { visibleLine } from '../text/visible-text.ts';
import { laneOf } from './lane.ts';
import { LaneDrawing } from './lane.tsx';
import { planAttempts } from './lane-attempts.ts';
import styles from './plan-view.module.css';

const drawn = 8;

export function RetryPlanView({ plan }: { plan: RetryPlan }) {
  const more = plan.attempts.length - drawn;
  return (
    <div className={styles.plan}>
      <PlanLane plan={plan} />
      <p>
        {visibleLine(plan.words)}
        {more > 0 && `; ${countInWords(more, 'more attempt')} not drawn`}
      </p>
      {plan.sources.length > 0 && (
        <ul>
          {plan.sources.map((source) => (
            <li key={source}>{visibleLine(source)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The one drawing of planned attempts: on a failure's card and next to the replay controls. */
function PlanLane({ plan }: { plan: RetryPlan }) {
  return <LaneDrawing lane={laneOf(planAttempts(plan, drawn), [])} label={`The plan: ${plan.words}`} named />;
}
