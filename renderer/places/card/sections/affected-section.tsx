// The other calls that the same cause made fail.

import { troubleOf } from '../../../../shared/incident/incident.ts';
import { duration } from '../../../../shared/text/duration.ts';
import { useModel } from '../../../model/model.ts';
import { selectRow } from '../../../model/selection.ts';
import { count } from '../../../text/format.ts';
import { actorName, callName } from '../../../text/row-words.ts';
import { Fold } from '../parts/fold.tsx';
import { callsOf } from '../parts/incident-calls.ts';
import styles from '../parts/lines.module.css';
import type { SectionProps } from '../parts/section-props.ts';

const most = 8;
const named = 2;

export function AffectedSection({ detail: { row, failure, incident } }: SectionProps) {
  const model = useModel();
  if (!failure || !incident || troubleOf(failure) === null) return null;
  const calls = callsOf({ row, incident }).filter(({ id }) => id !== row.id);
  if (calls.length === 0) return null;
  return (
    <Fold
      id="affected"
      title="Also affected"
      count={calls.length}
      summary={calls.length <= named ? calls.map(callName).join(', ') : undefined}
    >
      {calls.slice(0, most).map((call) => (
        <button key={call.id} type="button" className={styles.line} onClick={() => void selectRow(model, call.id)}>
          <span>
            <bdi className={styles.name}>{callName(call)}</bdi> by {actorName(call)}
          </span>
          <span>{call.endAt === null ? 'no answer' : `no answer after ${duration(call.endAt - call.at)}`}</span>
          <span className={`${styles.row} mono`}>#{call.id}</span>
        </button>
      ))}
      {calls.length > most && <p>and {count(calls.length - most, 'more call')}, under Rows</p>}
    </Fold>
  );
}
