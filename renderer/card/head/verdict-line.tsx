// The card's verdict in two short lines: whether to retry, then the owner of the fix and the certainty. One explanation for all of it.

import { troubleOf } from '../../../shared/incident/incident.ts';
import { verdictLine } from '../../../shared/retry/verdict-words.ts';
import { duration } from '../../../shared/text/duration.ts';
import { beganAt, type RowDetail } from '../../../shared/timeline.ts';
import { Help } from '../../components/help.tsx';
import { approvalHelp, certaintyHelp, ownerHelp, unflaggedHelp, verdictHelp } from '../../components/help-texts.ts';
import { useNow } from '../../components/use-now.ts';
import { useConnection } from '../../model/connection.ts';
import { clockText } from '../../text/format.ts';
import { certaintyWords, ownerWords } from '../../text/wording.ts';
import { recoveryOf } from '../parts/card-recovery.ts';
import styles from './card-head.module.css';

/** Times before this are relative. */
const firstDay = 86_400_000;

export function VerdictLine({ detail }: { detail: RowDetail }) {
  const { row, failure } = detail;
  const isLive = useConnection((state) => state.recording?.isLive !== false);
  // In a recording, and in a text without times, the wait is advice.
  const asked = isLive && row.at > firstDay && failure?.retry.verdict === 'wait' ? failure.retry.afterMs : null;
  const until = asked !== null && asked > 0 ? (row.endAt ?? row.at) + asked : null;
  const isWaiting = until !== null && until > Date.now();
  useNow(isWaiting, 250);
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
    <Help about={about} className={styles.verdict} isText>
      <b className={recovered === null ? '' : styles.recovered}>
        {recovered ?? (until === null || isWaiting ? verdictLine(failure) : 'The wait is over: retry now')}
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
