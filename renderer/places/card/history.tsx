// All attempts at the same call, oldest first, with the wait before each.

import { Fragment } from 'react';
import { duration } from '../../../shared/text/duration.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Pill } from '../../components/pill.tsx';
import { endOf } from '../../components/waterfall-scale.ts';
import { useModel } from '../../model/model.ts';
import { selectRow } from '../../model/selection.ts';
import { clockText } from '../../text/format.ts';
import { happening, toneOf } from '../../text/row-words.ts';
import styles from './history.module.css';

export function History({ detail }: { detail: RowDetail }) {
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
