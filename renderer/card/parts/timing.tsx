// The timing of a call's parts.

import { duration } from '../../../shared/text/duration.ts';
import { beganAt, type RowDetail } from '../../../shared/timeline.ts';
import { clockText } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './timing.module.css';

export function Timing({ detail }: { detail: RowDetail }) {
  const { row, events } = detail;
  const began = beganAt(row);
  return (
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
