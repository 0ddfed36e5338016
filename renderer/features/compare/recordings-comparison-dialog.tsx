// *Compare with…*: the shown recording and another one, call by call. The one that began first is *Before*.

import { useEffect, useState } from 'react';
import type { RecordingView } from '../../../shared/api/views.ts';
import type { ComparedRecordings } from '../../../shared/features/compare/compared-recordings.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { useConnection } from '../../model/connection.ts';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { ChangedCalls } from './changed-calls.tsx';
import styles from './recordings-comparison-dialog.module.css';

export function RecordingsComparisonDialog() {
  const model = useModel();
  const isOpen = useDialogs((state) => state.open === 'compare-recordings');
  return (
    <Dialog
      open={isOpen}
      onClose={() => closeDialog(model)}
      title="Compare recordings"
      about="Which calls are new, gone, fixed or broken. Nothing is sent."
      width={860}
    >
      <div className={styles.body}>{isOpen && <Choice />}</div>
    </Dialog>
  );
}

function Choice() {
  const { platform } = useModel();
  const shown = useConnection((state) => state.recording);
  const [recordings, setRecordings] = useState<RecordingView[] | null>(null);
  const [problem, setProblem] = useState('');
  const [chosen, setChosen] = useState('');
  useEffect(() => {
    let left = false;
    void platform.call('recordings', {}).then((answer) => {
      if (left) return;
      if (answer.ok) setRecordings(answer.value.recordings);
      else setProblem(answer.error.message);
    });
    return () => {
      left = true;
    };
  }, [platform]);
  if (problem !== '') return <Problem text={problem} />;
  if (recordings === null || shown === null) return <p role="status">Loading the recordings…</p>;
  const others = recordings.filter(({ id }) => id !== shown.id);
  if (others.length === 0) return <p>There is no other recording yet. Begin a new one, or open a file.</p>;
  const other = others.find(({ id }) => String(id) === chosen);
  const [before, after] = other && isEarlier(shown, other) ? [shown, other] : [other, shown];
  return (
    <>
      <SelectField
        label={`Compare ${visibleLine(shown.name)} with`}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">Choose a recording</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {visibleLine(name)}
          </option>
        ))}
      </SelectField>
      {before && <Compared key={chosen} before={before} after={after} />}
    </>
  );
}

const isEarlier = (one: RecordingView, other: RecordingView): boolean =>
  one.startedAt === other.startedAt ? one.id < other.id : one.startedAt < other.startedAt;

function Compared({ before, after }: { before: RecordingView; after: RecordingView }) {
  const { platform } = useModel();
  const [compared, setCompared] = useState<ComparedRecordings | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let left = false;
    void platform.call('compareRecordings', { before: before.id, after: after.id }).then((answer) => {
      if (left) return;
      if (answer.ok) setCompared(answer.value);
      else setProblem(answer.error.message);
    });
    return () => {
      left = true;
    };
  }, [platform, before.id, after.id]);
  if (problem !== '') return <Problem text={problem} />;
  if (compared === null) return <p role="status">Comparing each call…</p>;
  return <ChangedCalls compared={compared} before={before} after={after} />;
}

const Problem = ({ text }: { text: string }) => (
  <p role="alert" className={styles.problem}>
    {visibleLine(text)}
  </p>
);
