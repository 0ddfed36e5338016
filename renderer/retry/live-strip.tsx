// A running replay: the time until the next attempt, and buttons to pause, skip the wait and stop.

import { FastForward, Pause, Play, X } from 'lucide-react';
import type { ReplayView } from '../../shared/retry/replay.ts';
import { Button } from '../components/button.tsx';
import { useNow } from '../components/use-now.ts';
import { useModel } from '../model/model.ts';
import { control } from '../model/replay-actions.ts';
import { liveWords } from '../text/replay-words.ts';
import styles from './live-strip.module.css';

export function LiveStrip({ view }: { view: ReplayView }) {
  const model = useModel();
  const now = useNow(view.state === 'waiting');
  const run = (action: Parameters<typeof control>[2]) => () => control(model, view.id, action);
  return (
    <section className={styles.strip} aria-label="Running replay">
      <span className={styles.words} role="timer">
        {liveWords(view, now)}
      </span>
      <span className={styles.actions}>
        {view.state === 'waiting' && (
          <Button onClick={run('pause')}>
            <Pause size={13} aria-hidden="true" /> Pause
          </Button>
        )}
        {view.state === 'paused' && (
          <Button onClick={run('resume')}>
            <Play size={13} aria-hidden="true" /> Resume
          </Button>
        )}
        {view.state !== 'running' && (
          <Button onClick={run('skip')} title="Send the next attempt now">
            <FastForward size={13} aria-hidden="true" /> Skip ahead
          </Button>
        )}
        <Button onClick={run('cancel')}>
          <X size={13} aria-hidden="true" /> Cancel
        </Button>
      </span>
    </section>
  );
}
