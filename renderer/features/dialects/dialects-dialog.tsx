// The dialect of a server's errors, and the user's dialects: adding a file, and its errors.

import { FilePlus2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { DialectsView } from '../../../shared/api/views.ts';
import { Button } from '../../components/button.tsx';
import { Caption } from '../../components/caption.tsx';
import { Dialog, DialogFoot } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import styles from './dialects-dialog.module.css';

export function DialectsDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'dialects');
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title="Dialects"
      about="Each server fails in its own way. A dialect defines what its codes and fields mean."
      width={600}
    >
      {open && <DialectsForm />}
    </Dialog>
  );
}

const itself = '';

function DialectsForm() {
  const model = useModel();
  const server = useDialogs((state) => state.server);
  const view = useConnection((state) => (server === null ? undefined : serverById(state.servers, server)));
  const [known, setKnown] = useState<DialectsView>({ dialects: [], problems: [], folder: '' });
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  const load = useCallback(async () => {
    const answer = await model.platform.call('dialects', {});
    if (answer.ok) setKnown(answer.value);
    else setProblem(answer.error.message);
  }, [model]);
  useEffect(() => void load(), [load]);

  const pin = async (dialect: string) => {
    if (!view) return;
    setBusy(true);
    const answer = await model.platform.call('pinDialect', {
      server: view.id,
      dialect: dialect === itself ? null : dialect,
    });
    setBusy(false);
    setProblem(answer.ok ? '' : answer.error.message);
  };
  const add = async () => {
    const chosen = await model.platform.openFile({ accept: ['.json'] });
    if (chosen.outcome === 'failed') setProblem(chosen.reason);
    if (chosen.outcome !== 'opened') return;
    const { file } = chosen;
    setBusy(true);
    const answer = await model.platform.call('addDialect', { fileName: file.name, text: await file.text() });
    setBusy(false);
    setProblem(answer.ok ? '' : answer.error.message);
    await load();
  };
  const own = known.dialects.filter((dialect) => dialect.own);
  return (
    <>
      <div className={styles.body}>
        {view && (
          <SelectField
            label={`Read the errors of ${view.name} as`}
            hint={view.pinnedDialect === null && view.dialect ? `recognized: ${view.dialect.name}` : undefined}
            value={view.pinnedDialect ?? itself}
            disabled={busy}
            onChange={(event) => void pin(event.target.value)}
          >
            <option value={itself}>What its traffic shows</option>
            {known.dialects.map((dialect) => (
              <option key={dialect.id} value={dialect.id}>
                {dialect.name}
              </option>
            ))}
          </SelectField>
        )}
        <section>
          <Caption>Your own</Caption>
          {own.length === 0 && known.problems.length === 0 && (
            <p className={styles.none}>
              None yet. A dialect is a small JSON file; earlier failures are read again with it.
            </p>
          )}
          <ul className={styles.list}>
            {own.map((dialect) => (
              <li key={dialect.id}>
                <span>{dialect.name}</span> <span className="mono">{dialect.id}</span>
                {dialect.about && <p>{dialect.about}</p>}
              </li>
            ))}
          </ul>
          {known.problems.length > 0 && (
            <>
              <Caption>Not loaded</Caption>
              <ul className={`${styles.list} ${styles.problems} mono`}>
                {known.problems.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          )}
          <p className={styles.folder}>
            Files in <span className="mono">{known.folder}</span> are read as soon as they change.
          </p>
        </section>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      <DialogFoot
        left={
          <Button disabled={busy} onClick={add}>
            <FilePlus2 size={14} aria-hidden="true" /> Add a file…
          </Button>
        }
      >
        <Button look="primary" onClick={() => closeDialog(model)}>
          Done
        </Button>
      </DialogFoot>
    </>
  );
}
