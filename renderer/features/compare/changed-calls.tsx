// The calls of two recordings whose outcome changed, by what happened to them. Each outcome opens its row, in its own recording.

import type { RecordingView } from '../../../shared/api/views.ts';
import {
  type ChangedCall,
  type ChangedOutcome,
  type ChangedVerdict,
  type ComparedRecordings,
  changedVerdicts,
} from '../../../shared/features/compare/compared-recordings.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { countInWords } from '../../text/format.ts';
import { shownName, visibleLine } from '../../text/visible-text.ts';
import styles from './changed-calls.module.css';
import { openRecordedRow } from './open-recorded-row.ts';

const titles: Record<ChangedVerdict, string> = {
  worse: 'Broken',
  different: 'Fails differently',
  'only after': 'New',
  'only before': 'Gone',
  fixed: 'Fixed',
};

interface ComparedPair {
  before: RecordingView;
  after: RecordingView;
}

export function ChangedCalls({
  compared: { counts, changed },
  ...pair
}: { compared: ComparedRecordings } & ComparedPair) {
  const both = counts.same + counts.fixed + counts.worse + counts.different;
  const hasServers = new Set(changed.map(({ server }) => server)).size > 1;
  return (
    <>
      <p role="status">
        {both + changed.length === 0
          ? 'Neither recording has a call.'
          : `${countInWords(both, 'call')} in both recordings, ${counts.same === both && both > 0 ? 'all' : counts.same} with the same outcome.`}
      </p>
      {changedVerdicts
        .filter((verdict) => counts[verdict] > 0)
        .map((verdict) => {
          const calls = changed.filter((call) => call.verdict === verdict);
          return (
            <section key={verdict} aria-label={titles[verdict]}>
              <h3 className={styles.title}>
                {titles[verdict]} <span className={styles.count}>{counts[verdict]}</span>
              </h3>
              <CallTable calls={calls} hasServers={hasServers} {...pair} />
              {calls.length < counts[verdict] && (
                <p className={styles.count}>
                  The first {calls.length} are listed. In a terminal, misfire compare {pair.before.id} {pair.after.id}{' '}
                  has all.
                </p>
              )}
            </section>
          );
        })}
    </>
  );
}

function CallTable({ calls, hasServers, before, after }: { calls: ChangedCall[]; hasServers: boolean } & ComparedPair) {
  const model = useModel();
  return (
    <table className={styles.calls}>
      <thead>
        <tr>
          <th scope="col">Call</th>
          <th scope="col">Before: {visibleLine(before.name)}</th>
          <th scope="col">After: {visibleLine(after.name)}</th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => {
          const { method, target, args, server, verdict, because } = call;
          const name = shownName(target ?? method);
          return (
            <tr key={`${call.before?.row} ${call.after?.row}`}>
              <th scope="row">
                {hasServers && `${shownName(server)}: `}
                <span className="mono">{name}</span>
                {args !== '' && <p className={styles.count}>{visibleLine(maskLine(model, args))}</p>}
                {verdict === 'different' && <p className={styles.count}>{visibleLine(maskLine(model, because))}</p>}
              </th>
              <Outcome outcome={call.before} recording={before} label={`${name} before`} />
              <Outcome outcome={call.after} recording={after} label={`${name} after`} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface OutcomeProps {
  outcome: ChangedOutcome | null;
  recording: RecordingView;
  label: string;
}

function Outcome({ outcome, recording, label }: OutcomeProps) {
  const model = useModel();
  if (outcome === null) return <td>—</td>;
  const words = visibleLine(maskLine(model, outcome.words));
  return (
    <td>
      <button
        type="button"
        className={outcome.hasFailed ? styles.failed : styles.passed}
        aria-label={`Open ${label}: ${words}`}
        onClick={() => void openRecordedRow(model, recording.id, outcome.row)}
      >
        {words}
      </button>
    </td>
  );
}
