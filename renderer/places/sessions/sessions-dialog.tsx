// All sessions: names, notes, sizes; open, rename, delete after a second press; and how long the past is kept.

import { FileDown, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { Retention } from '../../../shared/api.ts';
import type { SessionView } from '../../../shared/views.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { clock, count, size } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { listSessions, showSession } from './session-actions.ts';
import styles from './sessions.module.css';

export function SessionsDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'sessions');
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title="Sessions"
      about="Everything that was recorded or opened, newest first."
      width={720}
    >
      {open && <Sessions />}
    </Dialog>
  );
}

function Sessions() {
  const model = useModel();
  const [sessions, setSessions] = useState<SessionView[]>([]);
  const [rule, setRule] = useState<Retention | null>(null);
  const refresh = useCallback(async () => setSessions(await listSessions(model)), [model]);
  useEffect(() => {
    void refresh();
    void model.platform.call('retention', {}).then((answer) => answer.ok && setRule(answer.value));
  }, [model, refresh]);
  const keep = async (next: Retention) => {
    setRule(next);
    const answer = await model.platform.call('retention', { rule: next });
    if (!answer.ok) say(model, answer.error.message, 'bad');
    await refresh();
  };
  return (
    <div className={styles.body}>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} onChange={refresh} />
        ))}
      </ul>
      {rule && (
        <div className={styles.rule}>
          <SelectField
            label="Keep at most"
            hint="the oldest go first"
            value={rule.maxBytes ?? ''}
            onChange={(event) => void keep({ ...rule, maxBytes: Number(event.target.value) || null })}
          >
            {[200e6, 1e9, 2e9, 10e9].map((bytes) => (
              <option key={bytes} value={bytes}>
                {size(bytes)}
              </option>
            ))}
            <option value="">No limit</option>
          </SelectField>
          <SelectField
            label="Keep for"
            hint="the open session always stays"
            value={rule.maxAgeDays ?? ''}
            onChange={(event) => void keep({ ...rule, maxAgeDays: Number(event.target.value) || null })}
          >
            {[7, 30, 90, 365].map((days) => (
              <option key={days} value={days}>
                {days} days
              </option>
            ))}
            <option value="">Ever</option>
          </SelectField>
        </div>
      )}
    </div>
  );
}

function SessionLine({ session, onChange }: { session: SessionView; onChange: () => Promise<void> }) {
  const model = useModel();
  const [name, setName] = useState(session.name);
  const [note, setNote] = useState(session.note);
  const [sure, setSure] = useState(false);
  const inUse = session.isShown || session.isLive;
  const save = async () => {
    if (name === session.name && note === session.note) return;
    const answer = await model.platform.call('changeSession', { session: session.id, name, note });
    if (answer.ok) setName(answer.value.name);
    else say(model, answer.error.message, 'bad');
    await onChange();
  };
  const remove = async () => {
    if (!sure) return setSure(true);
    const answer = await model.platform.call('deleteSession', { session: session.id });
    if (!answer.ok) say(model, answer.error.message, 'bad');
    await onChange();
  };
  const { day, time } = clock(session.startedAt);
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <input
          className={styles.edit}
          value={name}
          aria-label="Name of the session"
          spellCheck={false}
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
          onBlur={() => void save()}
        />
        <input
          className={`${styles.edit} ${styles.note}`}
          value={note}
          aria-label={`Note on ${session.name}`}
          placeholder="Add a note"
          maxLength={5000}
          onChange={(event) => setNote(event.target.value)}
          onBlur={() => void save()}
        />
      </div>
      <div className={styles.facts}>
        <span>
          {session.kind === 'imported' && <FileDown size={12} aria-label="from a file" />}{' '}
          {visibleLine(`${day} ${time}`)}
        </span>
        <span>
          {count(session.messages, 'message')} ·{' '}
          <b className={session.failures > 0 ? styles.bad : ''}>{count(session.failures, 'failure')}</b> ·{' '}
          {size(session.bytes)}
        </span>
      </div>
      <div className={styles.act}>
        <Button
          disabled={session.isShown}
          onClick={async () => {
            if (await showSession(model, session.id)) closeDialog(model);
          }}
        >
          {session.isShown ? 'Shown' : 'Open'}
        </Button>
        <Button
          look={sure ? 'plain' : 'icon'}
          disabled={inUse}
          className={sure ? styles.danger : ''}
          title={inUse ? 'In use: open another session first' : 'Delete the session and all that is in it'}
          aria-label={sure ? `Yes, delete ${session.name}` : `Delete ${session.name}`}
          onBlur={() => setSure(false)}
          onClick={() => void remove()}
        >
          {sure ? 'Yes, delete' : <Trash2 size={14} aria-hidden="true" />}
        </Button>
      </div>
    </li>
  );
}
