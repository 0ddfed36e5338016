// All recordings: names, notes, sizes; open, rename, delete with confirmation; and retention.

import { FileDown, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { RecordingView } from '../../../shared/api/views.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { countedWords } from '../../text/counted-words.ts';
import { bytesWords, clock, countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { listRecordings, showRecording } from './recording-actions.ts';
import styles from './recordings.module.css';
import { RetentionFields } from './retention-fields.tsx';

export function RecordingsDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'recordings');
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title="Recordings"
      about="Everything that was recorded or opened, newest first."
      width={720}
    >
      {open && <Recordings />}
    </Dialog>
  );
}

function Recordings() {
  const model = useModel();
  const [recordings, setRecordings] = useState<RecordingView[]>([]);
  const refresh = useCallback(async () => setRecordings(await listRecordings(model)), [model]);
  useEffect(() => {
    void refresh();
  }, [refresh]);
  return (
    <div className={styles.body}>
      <ul className={styles.list}>
        {recordings.map((recording) => (
          <RecordingLine key={recording.id} recording={recording} onChange={refresh} />
        ))}
      </ul>
      <RetentionFields onKept={refresh} />
    </div>
  );
}

function RecordingLine({ recording, onChange }: { recording: RecordingView; onChange: () => Promise<void> }) {
  const model = useModel();
  const [name, setName] = useState(recording.name);
  const [note, setNote] = useState(recording.note);
  const [sure, setSure] = useState(false);
  const inUse = recording.isShown || recording.isLive;
  const save = async () => {
    if (name === recording.name && note === recording.note) return;
    const answer = await model.platform.call('changeRecording', { recording: recording.id, name, note });
    if (answer.ok) setName(answer.value.name);
    else say(model, answer.error.message, 'bad');
    await onChange();
  };
  const remove = async () => {
    if (!sure) return setSure(true);
    const answer = await model.platform.call('deleteRecording', { recording: recording.id });
    if (!answer.ok) say(model, answer.error.message, 'bad');
    await onChange();
  };
  const { day, time } = clock(recording.startedAt);
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <input
          className={styles.edit}
          value={name}
          aria-label="Name of the recording"
          spellCheck={false}
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
          onBlur={() => void save()}
        />
        <input
          className={`${styles.edit} ${styles.note}`}
          value={note}
          aria-label={`Note on ${recording.name}`}
          placeholder="Add a note"
          maxLength={5000}
          onChange={(event) => setNote(event.target.value)}
          onBlur={() => void save()}
        />
      </div>
      <div className={styles.facts}>
        <span>
          {recording.kind === 'imported' && <FileDown size={12} aria-label="from a file" />}{' '}
          {visibleLine(`${day} ${time}`)}
        </span>
        <span>
          {countInWords(recording.messages, 'message')} ·{' '}
          <b className={recording.counted?.failedCalls ? styles.bad : ''}>{countedWords(recording.counted)}</b> ·{' '}
          {bytesWords(recording.bytes)}
        </span>
      </div>
      <div className={styles.act}>
        <Button
          disabled={recording.isShown}
          onClick={async () => {
            if (await showRecording(model, recording.id)) closeDialog(model);
          }}
        >
          {recording.isShown ? 'Shown' : 'Open'}
        </Button>
        <Button
          look={sure ? 'plain' : 'icon'}
          disabled={inUse}
          className={sure ? styles.danger : ''}
          title={inUse ? 'In use: open another recording first' : 'Delete the recording and all that is in it'}
          aria-label={sure ? `Yes, delete ${recording.name}` : `Delete ${recording.name}`}
          onBlur={() => setSure(false)}
          onClick={() => void remove()}
        >
          {sure ? 'Yes, delete' : <Trash2 size={14} aria-hidden="true" />}
        </Button>
      </div>
    </li>
  );
}
