// The current long-running task, at the end of the window: text after half a second, a stop button after two.

import { LoaderCircle } from 'lucide-react';
import { useNow } from '../components/use-now.ts';
import { stoppableAfter, useWork } from '../model/work.ts';
import { running } from '../text/format.ts';
import styles from './work-strip.module.css';

export function WorkStrip() {
  const jobs = useWork((state) => state.jobs);
  const now = useNow(jobs.length > 0, 250);
  const job = jobs[0];
  if (!job) return null;
  const took = Math.max(0, now - job.startedAt);
  const others = jobs.length > 1 ? `, and ${jobs.length - 1} more` : '';
  const { stop } = job;
  return (
    <span className={styles.strip}>
      <LoaderCircle size={13} aria-hidden="true" />
      {job.words}
      {others}… {took >= 1_000 && running(took)}
      {stop && took >= stoppableAfter && (
        <button type="button" onClick={stop}>
          Stop
        </button>
      )}
    </span>
  );
}
