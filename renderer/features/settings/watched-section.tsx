// The watched clients, each with an undo, and how much of their traffic is recorded in the background.

import { Undo2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { WatchEntry } from '../../../shared/api/watching.ts';
import { Button } from '../../components/button.tsx';
import { openDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { SpoolLimitsFields } from '../watch/spool-limits.tsx';
import { undoWatch } from '../watch/watching.ts';
import styles from './settings-place.module.css';

export function WatchedSection() {
  const model = useModel();
  const [entries, setEntries] = useState<WatchEntry[] | null>(null);
  const [problem, setProblem] = useState('');
  // The dialog may have changed them.
  const isDialogOpen = useDialogs((state) => state.open === 'watch');
  const look = useCallback(async () => {
    const answer = await model.platform.call('watchEntries', {});
    setProblem(answer.ok ? '' : answer.error.message);
    setEntries(answer.ok ? answer.value.entries.filter(({ state }) => state === 'watched') : []);
  }, [model]);
  useEffect(() => {
    if (!isDialogOpen) void look();
  }, [look, isDialogOpen]);
  return (
    <>
      <div className={styles.row}>
        <p role="status">
          {problem !== ''
            ? problem
            : entries === null
              ? 'Reading the settings of your clients…'
              : entries.length === 0
                ? 'No client is watched.'
                : 'Undo restores the client’s own settings.'}
        </p>
        <Button onClick={() => openDialog(model, 'watch')}>Watch a client…</Button>
      </div>
      <ul className={styles.entries}>
        {(entries ?? []).map((entry) => (
          <li key={entry.id}>
            <b>{visibleLine(entry.client)}</b>
            <span>{visibleLine(entry.server)}</span>
            <Button
              aria-label={`Undo ${entry.server} of ${entry.client}`}
              onClick={() => void undoWatch(model, entry).then(look)}
            >
              <Undo2 size={14} aria-hidden="true" /> Undo
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.fields}>
        <SpoolLimitsFields />
      </div>
    </>
  );
}
