// One line that says that the recording is finished: the file, its time, and a link back to live.

import { History } from 'lucide-react';
import styles from '../../components/banner.module.css';
import { Button } from '../../components/button.tsx';
import { useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { clock } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { backToNow } from './recording-actions.ts';

export function PastRecording() {
  const model = useModel();
  const recording = useConnection((state) => state.recording);
  if (!recording || recording.isLive) return null;
  const began = clock(recording.startedAt);
  const isFile = recording.kind === 'imported';
  return (
    <div className={`${styles.banner} ${styles.past}`} role="status">
      <History size={14} aria-hidden="true" />
      <b className="mono">{visibleLine(recording.name)}</b>
      <span>
        {isFile ? 'Opened from a file' : 'An earlier recording'}, recorded {began.day} from {began.time.slice(0, 5)}.
        Nothing is added to it.
      </span>
      <Button onClick={() => void backToNow(model)}>Close recording</Button>
    </div>
  );
}
