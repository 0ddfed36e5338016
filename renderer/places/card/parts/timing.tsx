// The timing of a call's parts, and all attempts at it, oldest first, with the wait before each.

import { Fragment } from 'react';
import { duration } from '../../../../shared/text/duration.ts';
import { beganAt, type RowDetail } from '../../../../shared/timeline.ts';
import { Pill } from '../../../components/pill.tsx';
import { endOf } from '../../../components/waterfall-scale.ts';
import { useModel } from '../../../model/model.ts';
import { selectRow } from '../../../model/selection.ts';
import { clockText } from '../../../text/format.ts';
import { happening, toneOf } from '../../../text/row-words.ts';
import { visibleLine } from '../../../text/visible-text.ts';
import styles from './timing.module.css';

export function Timing({ detail }: { detail: RowDetail }) {
  const { row, events } = detail;
  const began = beganAt(row);
  return (
    <>
      <dl className={styles.parts}>
        <Part name="Began" at={began} since={began} />
        {events.map(({ seq, at, label }) => (
          <Part key={seq} name={label} at={at} since={began} />
        ))}
        {row.latencyMs !== null && (
          <div>
            <dt>Latency</dt>
            <dd className="mono">{duration(row.latencyMs)}</dd>
          </div>
        )}
      </dl>
      {detail.attempts.length > 1 && <Attempts detail={detail} />}
    </>
  );
}

function Part({ name, at, since }: { name: string; at: number; since: number }) {
  return (
    <div>
      <dt>{visibleLine(name)}</dt>
      <dd className="mono">
        {clockText(at)} {at > since && <span>+{duration(at - since)}</span>}
      </dd>
    </div>
  );
}

function Attempts({ detail }: { detail: RowDetail }) {
  const model = useModel();
  return (
    <ol className={styles.list}>
      {detail.attempts.map((attempt, index) => {
        const before = detail.attempts[index - 1];
        return (
          <Fragment key={attempt.id}>
            {before && (
              <li className={styles.gap}>waited {duration(Math.max(0, attempt.at - endOf(before, attempt.at)))}</li>
            )}
            <li>
              <button
                type="button"
                className={styles.attempt}
                aria-current={attempt.id === detail.row.id ? 'true' : undefined}
                onClick={() => selectRow(model, attempt.id)}
              >
                <b>{attempt.attempt}</b>
                <span className="mono">{clockText(attempt.at)}</span>
                <span>
                  <Pill tone={toneOf(attempt) ?? 'ok'}>
                    {attempt.pending ? 'waiting' : happening(attempt) || 'Answered'}
                  </Pill>
                </span>
                <span className="mono">{attempt.latencyMs === null ? '' : duration(attempt.latencyMs)}</span>
              </button>
            </li>
          </Fragment>
        );
      })}
    </ol>
  );
}
