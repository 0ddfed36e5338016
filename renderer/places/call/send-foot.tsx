// Sending what was composed: the time limit, what keeps it from being sent, and the button. What is sent shows its row.

import { Plug, Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { closeDialog } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { showCall } from '../../model/selection.ts';
import styles from './call-dialog.module.css';
import { type Draft, readDraft } from './request.ts';

export interface Sending {
  timeoutSeconds: string;
  setTimeoutSeconds: (text: string) => void;
  problem: string;
  busy: boolean;
  send: (draft: Omit<Draft, 'timeoutSeconds'>) => Promise<void>;
}

export function useSending(server: string): Sending {
  const model = useModel();
  const [timeoutSeconds, setTimeoutSeconds] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const send: Sending['send'] = async (draft) => {
    const read = readDraft({ ...draft, timeoutSeconds });
    if ('problem' in read) return setProblem(read.problem);
    setBusy(true);
    const answer = await model.platform.call('call', { server, ...read });
    setBusy(false);
    if (!answer.ok) return setProblem(answer.error.message);
    // What was sent is kept for the next time; that it could not be is no reason to stop here.
    if (draft.kind === 'tool')
      void model.platform.call('keepCall', { server, tool: draft.tool, args: draft.text, as: 'last', keep: true });
    closeDialog(model);
    await showCall(model, answer.value.id);
  };
  return { timeoutSeconds, setTimeoutSeconds, problem, busy, send };
}

export function SendFoot({ sending, server, onSend }: { sending: Sending; server: string; onSend: () => void }) {
  const model = useModel();
  const view = useConnection((state) => serverById(state.servers, server));
  return (
    <div className={styles.foot}>
      <label className={styles.limit}>
        Give up after
        <input
          inputMode="decimal"
          value={sending.timeoutSeconds}
          placeholder={view ? String(view.callTimeoutMs / 1_000) : ''}
          onChange={(event) => sending.setTimeoutSeconds(event.target.value)}
        />
        s
      </label>
      {sending.problem ? (
        <p className={styles.problem} role="alert">
          {sending.problem}
        </p>
      ) : (
        <span className={styles.spacer} />
      )}
      {view && view.state !== 'connected' && !view.watched && (
        <Button
          disabled={view.state === 'connecting' || view.state === 'closing'}
          onClick={async () => {
            const answer = await model.platform.call('connect', { server });
            if (!answer.ok) say(model, answer.error.message, 'bad');
          }}
        >
          <Plug size={14} aria-hidden="true" /> {view.state === 'connecting' ? 'Connecting…' : 'Connect'}
        </Button>
      )}
      <Button onClick={() => closeDialog(model)}>Cancel</Button>
      <Button look="primary" disabled={sending.busy || server === ''} onClick={onSend}>
        <Send size={14} aria-hidden="true" /> Send <kbd>Ctrl ↵</kbd>
      </Button>
    </div>
  );
}
