// The card's verdict in two short lines: whether to retry, then the owner of the fix and the certainty. One explanation for all of it.

import { troubleOf } from '../../../../shared/incident/incident.ts';
import { verdictLine } from '../../../../shared/retry/verdict-words.ts';
import { duration } from '../../../../shared/text/duration.ts';
import { beganAt, type RowDetail } from '../../../../shared/timeline.ts';
import { Help } from '../../../components/help.tsx';
import { approvalHelp, certaintyHelp, ownerHelp, unflaggedHelp, verdictHelp } from '../../../components/help-texts.ts';
import { clockText } from '../../../text/format.ts';
import { certaintyWords, ownerWords } from '../../../text/wording.ts';
import { recoveryOf } from '../parts/card-recovery.ts';
import styles from './card-head.module.css';

export function VerdictLine({ detail }: { detail: RowDetail }) {
  const { failure } = detail;
  if (failure === null) return <div className={styles.verdict} />;
  const { retry, owner, certainty, flagged } = failure;
  const recovered = recoveredWords(detail);
  const isApproval = retry.verdict === 'after_auth' && failure.class === 'approval_required';
  const about = [
    isApproval ? approvalHelp : verdictHelp[retry.verdict],
    ownerHelp[owner],
    certaintyHelp[certainty],
    ...(flagged ? [] : [unflaggedHelp]),
  ];
  return (
    <Help about={about} className={styles.verdict}>
      <b className={recovered === null ? '' : styles.recovered}>
        {recovered ?? verdictLine(retry, failure.class, failure.fix.kind)}
      </b>{' '}
      <small>
        {ownerWords[owner]} · {certaintyWords[certainty]}
        {!flagged && ' · not flagged'}
      </small>
    </Help>
  );
}

/** null: not so far. */
function recoveredWords(detail: RowDetail): string | null {
  const { row, failure, incident } = detail;
  const passed = recoveryOf(detail);
  if (passed !== null) return `Recovered after ${duration(Math.max(0, beganAt(passed) - (row.endAt ?? row.at)), 2)}`;
  return failure !== null && incident?.healed && troubleOf(failure) !== null
    ? `Recovered at ${clockText(incident.healed.at)}`
    : null;
}
