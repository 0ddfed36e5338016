// Sends the composed call: the timeout, the reason if it cannot be sent, and the button. The row of the call is selected, so its card
// waits behind the dialog.

import { Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { closeDialog } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { showCall } from '../../model/selection.ts';
import { countInWords } from '../../text/format.ts';
import styles from './call-dialog.module.css';
import { ConnectButton, canSend } from './not-connected.tsx';
import { type RequestDraft, readDraft } from './request.ts';

export interface Sending {
  timeoutSeconds: string;
  setTimeoutSeconds: (text: string) => void;
  problem: string;
  busy: boolean;
  /** The row of the last sent call. */
  sent: number | null;
  send: (draft: Omit<RequestDraft, 'timeoutSeconds'>) => Promise<void>;
}

export function useSending(server: string): Sending {
  const model = useModel();
  const [timeoutSeconds, setTimeoutSeconds] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const send: Sending['send'] = async (draft) => {
    const read = readDraft({ ...draft, timeoutSeconds });
    if ('problem' in read) return setProblem(read.problem);
    setBusy(true);
    const answer = await model.platform.call('call', { server, ...read });
    setBusy(false);
    if (!answer.ok) return setProblem(answer.error.message);
    // Saved for the next time; a failure to save does not stop the call.
    if (draft.kind === 'tool')
      void model.platform.call('keepCall', { server, tool: draft.tool, args: draft.text, as: 'last', keep: true });
    setProblem('');
    setSent(answer.value.id);
    await showCall(model, answer.value.id);
  };
  return { timeoutSeconds, setTimeoutSeconds, problem, busy, sent, send };
}

interface SendFootProps {
  sending: Sending;
  server: string;
  /** The check's problems; the button shows their number, and they never block sending. */
  problems?: number;
  advice?: ReactNode;
  onSend: () => void;
}

export function SendFoot({ sending, server, problems = 0, advice, onSend }: SendFootProps) {
  const model = useModel();
  const view = useConnection((state) => serverById(state.servers, server));
  return (
    <div className={styles.foot}>
      {sending.problem ? (
        <p className={styles.problem} role="alert">
          {sending.problem}
        </p>
      ) : (
        (advice ?? <span className={styles.spacer} />)
      )}
      <label className={styles.limit}>
        Timeout
        <input
          inputMode="decimal"
          value={sending.timeoutSeconds}
          placeholder={view ? String(view.callTimeoutMs / 1_000) : ''}
          onChange={(event) => sending.setTimeoutSeconds(event.target.value)}
        />
        s
      </label>
      {view && view.state !== 'connected' && !view.watched && <ConnectButton server={view} />}
      <Button onClick={() => closeDialog(model)}>Close</Button>
      <Button
        look="primary"
        className={problems > 0 ? styles.risky : ''}
        disabled={sending.busy || !canSend(view)}
        onClick={onSend}
      >
        <Send size={14} aria-hidden="true" /> {problems > 0 ? `Send with ${countInWords(problems, 'problem')}` : 'Send'}{' '}
        <kbd>Ctrl ↵</kbd>
      </Button>
    </div>
  );
}
