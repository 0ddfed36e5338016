// Who ended a call without an answer in time, on a time line: asked, progress, the end, and the late answer.

import type { Ending } from '../../../shared/ending/ending.ts';
import { endingLabels, waited, whoEnded } from '../../../shared/ending/ending-words.ts';
import { duration } from '../../../shared/text/duration.ts';
import { beganAt, type RowDetail } from '../../../shared/timeline.ts';
import { Fixed } from '../parts/fold.tsx';
import type { SectionProps } from '../parts/section-props.ts';
import styles from './ending-section.module.css';

export function EndingSection({ detail }: SectionProps) {
  const ending = detail.failure?.ending ?? null;
  if (ending === null || ending.kind === 'answered' || ending.afterMs === null) return null;
  const { row } = detail;
  // A server that did not start ended by itself: its card starts with the fix.
  if (row.method === 'initialize' && ending.kind === 'died') return null;
  const began = beganAt(row);
  const progress = detail.events.filter(({ label }) => label === 'progress').map(({ at }) => at - began);
  return (
    <Fixed id="ending" title="Who ended it" summary={whoEnded(ending)}>
      <TimeLine ending={ending} afterMs={ending.afterMs} progress={progress} client={clientOf(detail)} />
    </Fixed>
  );
}

const clientOf = ({ row }: RowDetail): string | null => row.client;

interface TimeLineProps {
  ending: Ending;
  afterMs: number;
  progress: readonly number[];
  client: string | null;
}

function TimeLine({ ending, afterMs, progress, client }: TimeLineProps) {
  const { lateMs, kind } = ending;
  const whole = Math.max(1, afterMs + (lateMs ?? 0));
  const place = (ms: number) => ({ left: `${(Math.min(ms, whole) / whole) * 100}%` });
  const last = progress.at(-1);
  const end = kind === 'client_timeout' && client !== null ? `${client} timed out` : endingLabels[kind];
  return (
    <figure className={styles.figure} aria-label={lineWords(ending, afterMs, progress.length, end)}>
      <div className={styles.track} aria-hidden="true">
        <span className={styles.waited} style={{ width: place(afterMs).left }} />
        {lateMs !== null && <span className={styles.late} style={place(afterMs)} />}
        <i className={styles.asked} style={place(0)} />
        {progress.map((ms) => (
          <i key={ms} className={styles.progress} style={place(ms)} />
        ))}
        <i className={styles.end} style={place(afterMs)} />
        {lateMs !== null && <i className={styles.answer} style={place(whole)} />}
      </div>
      <ol className={styles.steps} aria-hidden="true">
        <li>
          <b>Asked</b> 0 s
        </li>
        {last !== undefined && (
          <li>
            <b>Progress × {progress.length}</b> last after {waited(last)}
          </li>
        )}
        <li>
          <b>{end}</b> {waited(afterMs)}
          {last !== undefined && <small>{duration(Math.max(0, afterMs - last))} without progress</small>}
        </li>
        {lateMs !== null && (
          <li>
            <b>Late answer</b> {waited(whole)}
            <small>{duration(lateMs)} later</small>
          </li>
        )}
      </ol>
    </figure>
  );
}

/** The same for a screen reader. */
function lineWords({ lateMs }: Ending, afterMs: number, progress: number, end: string): string {
  const reported = progress === 0 ? '' : `, progress ${progress === 1 ? 'once' : `${progress} times`}`;
  const late = lateMs === null ? '' : `, late answer after ${waited(afterMs + lateMs)}`;
  return `Asked${reported}, ${end} after ${waited(afterMs)}${late}`;
}
