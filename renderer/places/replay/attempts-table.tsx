// Every attempt of a replay after the failed one: when it started, how it ended, and its verdict.

import type { ReplayAttempt, ReplayDraft, ReplayView } from '../../../shared/retry/replay.ts';
import { duration } from '../../../shared/text/duration.ts';
import { Pill } from '../../components/pill.tsx';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { showPage } from '../../model/open-place.ts';
import { selectRow } from '../../model/selection.ts';
import { attemptTone } from '../../retry/lane-attempts.ts';
import { clock } from '../../text/format.ts';
import { verdictWord } from '../../text/replay-words.ts';
import { toneOf } from '../../text/row-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './replay-page.module.css';

export function AttemptsTable({ draft, view }: { draft: ReplayDraft; view: ReplayView | undefined }) {
  const model = useModel();
  const { row } = draft;
  const attempts = view?.attempts ?? [];
  return (
    <section aria-label="Attempts">
      <div className={styles.sectionHead}>
        <h3>Attempts</h3>
      </div>
      <table className={`${styles.table} ${styles.attempts}`}>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">sent</th>
            <th scope="col">outcome</th>
            <th scope="col">verdict</th>
            <th scope="col">took</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <RowLink number={1} row={row.id} />
            <Sent at={row.at} />
            <td>
              <Pill tone={toneOf(row) ?? 'ok'}>
                {row.failure ? visibleLine(maskLine(model, row.headline)) : 'Answered'}
              </Pill>
            </td>
            <td className={styles.quiet}>the original</td>
            <td className="mono">{row.latencyMs === null ? '' : duration(row.latencyMs)}</td>
          </tr>
          {attempts.map((attempt, index) => (
            <tr key={attempt.row ?? `next-${index}`}>
              <RowLink number={index + 2} row={attempt.row} />
              <Sent at={attempt.at} />
              <td>
                {attempt.row === null ? (
                  <span className={styles.quiet}>not sent yet</span>
                ) : (
                  <Pill tone={attemptTone(row, attempt.verdict)} title={visibleLine(maskLine(model, attempt.headline))}>
                    {passed(draft, attempt) ? 'Answered' : visibleLine(maskLine(model, attempt.headline))}
                  </Pill>
                )}
              </td>
              <td>
                {passed(draft, attempt) && !draft.row.failure
                  ? 'as before'
                  : attempt.verdict && verdictWord(attempt.verdict)}
              </td>
              <td className="mono">{attempt.latencyMs === null ? '' : duration(attempt.latencyMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** For a call that failed, `fixed` is the only success; for one that succeeded, `same` is. */
function passed(draft: ReplayDraft, { verdict }: ReplayAttempt): boolean {
  return verdict === (draft.row.failure ? 'fixed' : 'same');
}

function Sent({ at }: { at: number }) {
  const { time, fraction } = clock(at);
  return (
    <td className="mono">
      {time}
      <span className={styles.fraction}>{fraction}</span>
    </td>
  );
}

function RowLink({ number, row }: { number: number; row: number | null }) {
  const model = useModel();
  if (row === null) return <td className="mono">{number}</td>;
  const open = () => {
    showPage(model, 'timeline');
    void selectRow(model, row);
  };
  return (
    <td className="mono">
      <button type="button" className={styles.number} title="Show it in the timeline" onClick={open}>
        {number}
      </button>
    </td>
  );
}
