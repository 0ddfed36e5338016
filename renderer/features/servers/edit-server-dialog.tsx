// Edits a server with the same form that adds one. Stored secrets are not shown; an open connection stays until it is restarted.

import { useEffect, useState } from 'react';
import type { Results } from '../../../shared/contract/api.ts';
import { Button } from '../../components/button.tsx';
import { Consent } from '../../components/consent.tsx';
import { Dialog, DialogFoot } from '../../components/dialog.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './add-server-dialog.module.css';
import { ServerFields } from './server-fields.tsx';
import { emptyForm, formOfServer, readForm, type ServerForm } from './server-form.ts';

export function EditServerDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'edit');
  const server = useDialogs((state) => state.server);
  const view = useConnection((state) => (server === null ? undefined : serverById(state.servers, server)));
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title={view ? `Edit ${visibleLine(view.name)}` : 'Edit the server'}
      about="Its log is kept."
      width={680}
    >
      {open && server !== null && <EditForm server={server} />}
    </Dialog>
  );
}

function EditForm({ server }: { server: string }) {
  const model = useModel();
  const view = useConnection((state) => serverById(state.servers, server));
  const [saved, setSaved] = useState<Results['serverConfig'] | null>(null);
  const [form, setForm] = useState<ServerForm>(emptyForm);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const read = readForm(form, saved?.config ?? null);
  const config = 'config' in read ? read.config : null;
  const isUp = view?.state === 'connected' || view?.state === 'connecting';
  const isDown = view?.state === 'failed' || view?.state === 'exited';

  useEffect(() => {
    let wanted = true;
    void model.platform.call('serverConfig', { server }).then((answer) => {
      if (!wanted) return;
      if (!answer.ok) return setProblem(answer.error.message);
      setSaved(answer.value);
      setForm(formOfServer(answer.value.config, true));
    });
    return () => {
      wanted = false;
    };
  }, [model, server]);

  const save = async (restart: boolean) => {
    setTried(true);
    if (!config || busy) return;
    setBusy(true);
    const answer = await model.platform.call('changeServer', { server, config });
    if (answer.ok && restart) {
      closeDialog(model);
      const started = await model.platform.call(isUp ? 'restart' : 'connect', { server });
      if (!started.ok) say(model, started.error.message, 'bad');
      return;
    }
    setBusy(false);
    if (!answer.ok) return setProblem(answer.error.message);
    say(model, isUp ? 'Saved. The open connection goes on as it was until you restart it.' : 'Saved.');
    closeDialog(model);
  };
  return (
    <form
      className={styles.frame}
      onSubmit={(event) => {
        event.preventDefault();
        void save(false);
      }}
    >
      <div className={styles.body}>
        {saved === null && !problem && (
          <p className={styles.note} role="status">
            Reading its settings…
          </p>
        )}
        {saved && (
          <ServerFields
            form={form}
            problems={tried && 'problems' in read ? read.problems : []}
            kept={saved.kept.words}
            onChange={setForm}
          />
        )}
        {config && <Consent config={config} />}
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      <DialogFoot>
        <Button onClick={() => closeDialog(model)}>Cancel</Button>
        <Button look={isDown ? 'primary' : 'plain'} disabled={saved === null || busy} onClick={() => save(true)}>
          {isUp || isDown ? 'Save and restart' : 'Save and connect'}
        </Button>
        <Button look={isDown ? 'plain' : 'primary'} type="submit" disabled={saved === null || busy}>
          Save
        </Button>
      </DialogFoot>
    </form>
  );
}
