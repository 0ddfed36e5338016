// Every attempt at a call: when it was sent, how it ended, the wait that was asked for and the actual one, and how long it took.

import type { Failure } from '../../../shared/failure.ts';
import { duration } from '../../../shared/text/duration.ts';
import { beganAt, type OriginalCall, type Row } from '../../../shared/timeline.ts';
import { Pill } from '../../components/pill.tsx';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { selectAttempt } from '../../model/selection.ts';
import { clock } from '../../text/format.ts';
import { originalLook } from '../../text/replay-words.ts';
import { happening, toneOf } from '../../text/row-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './attempts.module.css';

interface Attempt {
  row: Row;
  /** undefined: not loaded, as in a report. */
  failure?: Failure | null;
  original?: OriginalCall | null;
}

export function AttemptTable({ attempts, selected }: { attempts: readonly Attempt[]; selected: number }) {
  const model = useModel();
  const show = (text: string) => visibleLine(maskLine(model, text));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">Sent</th>
          <th scope="col">Outcome</th>
          <th scope="col">Wait asked / actual</th>
          <th scope="col">Took</th>
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt, index) => {
          const { row, failure, original } = attempt;
          const look = original ? originalLook(original) : null;
          const words = row.pending ? 'Waiting' : show(happening(row)) || 'Answered';
          return (
            <tr key={row.id} aria-current={row.id === selected ? 'true' : undefined}>
              <td>
                <button
                  type="button"
                  className={styles.number}
                  aria-label={`Show attempt ${index + 1}`}
                  onClick={() => void selectAttempt(model, row.id)}
                >
                  {index + 1}
                </button>
              </td>
              <td className="mono">{clock(row.at).time}</td>
              <td>
                <Pill tone={look?.tone ?? toneOf(row) ?? (row.pending ? 'mute' : 'ok')}>{look?.word ?? words}</Pill>
                {failure && <small>{show(failure.short)}</small>}
              </td>
              <td>{waitWords(attempts[index - 1], attempt)}</td>
              <td className="mono">{row.latencyMs === null ? '' : duration(row.latencyMs)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The time before this attempt, next to what the previous answer asked for. */
function waitWords(before: Attempt | undefined, { row }: Attempt): string {
  if (before === undefined) return '— / —';
  const actual = duration(Math.max(0, beganAt(row) - (before.row.endAt ?? before.row.at)), 2);
  if (before.failure === undefined) return actual;
  const asked = before.failure?.retry.afterMs ?? null;
  return `${asked === null ? 'none' : duration(asked, 2)} / ${actual}`;
}
