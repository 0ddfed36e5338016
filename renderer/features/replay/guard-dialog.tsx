// Asks before a call that may be unsafe is sent again: one click, or the tool's name typed for destructive ones.

import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { start } from '../../model/replay-actions.ts';
import { type Asking, replaysOf, useReplays } from '../../model/replays.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './dialogs.module.css';

export function GuardDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'guard');
  const asking = useReplays((state) => state.asking);
  const close = () => {
    closeDialog(model);
    replaysOf(model).setState({ asking: null });
  };
  return (
    <Dialog
      open={open && asking !== null}
      onClose={close}
      title={asking?.request.message.kind === 'raw' ? `Send ${asking.what}?` : `Send ${asking?.what ?? 'it'} again?`}
      about={visibleLine(asking?.guard.because ?? '')}
      width={480}
    >
      {open && asking && <Question asking={asking} onClose={close} />}
    </Dialog>
  );
}

function Question({ asking, onClose }: { asking: Asking; onClose: () => void }) {
  const model = useModel();
  const [typed, setTyped] = useState('');
  const { guard, request } = asking;
  const mustType = guard.need === 'type_name';
  const ready = !mustType || typed === guard.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    onClose();
    void start(model, { ...request, confirm: mustType ? typed : 'yes' });
  };
  return (
    <form onSubmit={submit}>
      <div className={styles.body}>
        {mustType ? (
          <TextField
            label="Type the tool's name"
            hint={visibleLine(guard.name)}
            className="mono"
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : (
          <p>
            {request.message.kind === 'raw' ? 'It is sent unchanged.' : 'The action may run twice.'} Misfire asks once
            per tool until it is closed.
          </p>
        )}
        <p className={styles.note}>These hints come from the server and are not verified.</p>
      </div>
      <div className={styles.foot}>
        <Button onClick={onClose}>Do not send</Button>
        <Button look="primary" type="submit" disabled={!ready} autoFocus={!mustType}>
          <Send size={14} aria-hidden="true" /> Send again
        </Button>
      </div>
    </form>
  );
}
