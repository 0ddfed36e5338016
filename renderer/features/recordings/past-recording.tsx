// One line about a recording that is not live: the file, its time, a link back to live, and whether its transcript is followed.

import { History } from 'lucide-react';
import type { FollowedTranscript } from '../../../shared/api/transcripts.ts';
import styles from '../../components/banner.module.css';
import { Button } from '../../components/button.tsx';
import { useConnection } from '../../model/connection.ts';
import { stopFollowing, useFollowedBy } from '../../model/followed.ts';
import { useModel } from '../../model/model.ts';
import { clock } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { backToNow } from './recording-actions.ts';
import { UnknownLinesButton } from './unknown-lines.tsx';

export function PastRecording() {
  const model = useModel();
  const recording = useConnection((state) => state.recording);
  const followed = useFollowedBy(recording?.id);
  if (!recording || recording.isLive) return null;
  const began = clock(recording.startedAt);
  const isFile = recording.kind === 'imported';
  return (
    <div className={`${styles.banner} ${styles.past}`} role="status">
      <History size={14} aria-hidden="true" />
      <b className="mono">{visibleLine(recording.name)}</b>
      <span>
        {isFile ? 'Opened from a file' : 'An earlier recording'}, recorded {began.day} from {began.time.slice(0, 5)}.{' '}
        {followed ? followedWords(followed) : 'Nothing is added to it.'}
      </span>
      {isFile && <UnknownLinesButton recording={recording.id} readAt={followed?.at ?? null} />}
      {followed && <Button onClick={() => void stopFollowing(model, followed.recording)}>Stop following</Button>}
      <Button onClick={() => void backToNow(model)}>Close recording</Button>
    </div>
  );
}

function followedWords({ client, kind, at, problem }: FollowedTranscript): string {
  if (problem !== '') return visibleLine(`Following the ${kind} of ${client}. ${problem}`);
  const last = at === null ? '' : ` Last read at ${clock(at).time.slice(0, 8)}.`;
  return visibleLine(`Following the ${kind} of ${client}: new ${kind === 'log' ? 'lines' : 'calls'} are added.${last}`);
}
