// Says that what is shown is the past: a file that was opened, or an earlier recording. The way back is beside it.

import { History } from 'lucide-react';
import styles from '../../components/banner.module.css';
import { useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { backToNow } from './recording-actions.ts';

export function PastRecording() {
  const model = useModel();
  const recording = useConnection((state) => state.recording);
  if (!recording || recording.isLive) return null;
  return (
    <div className={`${styles.banner} ${styles.past}`} role="status">
      <History size={14} aria-hidden="true" />
      <span>
        {recording.kind === 'imported' ? (
          <>
            <b>{visibleLine(recording.name)}</b> was opened from a file. It is only read; new messages are recorded
            elsewhere.
          </>
        ) : (
          <>
            An earlier recording, <b>{visibleLine(recording.name)}</b>. New messages are recorded in a new one.
          </>
        )}
      </span>
      <button type="button" onClick={() => void backToNow(model)}>
        Back to now
      </button>
    </div>
  );
}
