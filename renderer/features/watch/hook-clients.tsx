// The hooks by which clients report each call and what its model got. The exact change is shown first; one click undoes it. The
// inspector writes the settings.

import { Undo2, Webhook } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { HookChange, HookClient } from '../../../shared/api/watching.ts';
import { Button } from '../../components/button.tsx';
import { PathText } from '../../components/path-text.tsx';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { ConfirmedChange } from './confirmed-change.tsx';
import styles from './watch-dialog.module.css';

const stateWords: Record<HookClient['state'], string> = { 'set up': 'Set up', open: 'Not set up', cannot: 'Cannot' };

export function HookClients() {
  const model = useModel();
  const [clients, setClients] = useState<HookClient[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const look = useCallback(async () => {
    const answer = await model.platform.call('hookClients', {});
    setClients(answer.ok ? answer.value.clients : []);
  }, [model]);
  useEffect(() => void look(), [look]);
  if (clients.length === 0) return null;
  const undo = async ({ id, client }: HookClient) => {
    const answer = await model.platform.call('undoHook', { client: id });
    say(model, answer.ok ? `The hook of ${client} is removed.` : answer.error.message, answer.ok ? 'plain' : 'bad');
    await look();
  };
  return (
    <section aria-label="What the model got">
      <header className={styles.client}>
        <h3>What the model got</h3>
        <span>A hook of the client reports each call to Misfire, next to the watched traffic.</span>
      </header>
      <ul>
        {clients.map((client) => (
          <li key={client.id} className={styles.entry} aria-label={`Hook of ${client.client}`}>
            <b>{visibleLine(client.client)}</b>
            <span className={`${styles.command} mono`}>
              <PathText text={client.path} />
            </span>
            <span className={`${styles.state} ${client.state === 'set up' ? styles.good : ''}`}>
              {stateWords[client.state]}
              {client.why && <small>{visibleLine(client.why)}</small>}
            </span>
            {client.state === 'open' && (
              <Button
                onClick={() => setChosen(chosen === client.id ? null : client.id)}
                aria-expanded={chosen === client.id}
                aria-label={`Set up… the hook of ${client.client}`}
              >
                Set up…
              </Button>
            )}
            {client.state === 'set up' && client.why === '' && (
              <Button onClick={() => undo(client)} aria-label={`Undo the hook of ${client.client}`}>
                <Undo2 size={14} aria-hidden="true" /> Undo
              </Button>
            )}
            {chosen === client.id && client.state === 'open' && (
              <Change
                client={client}
                onDone={() => {
                  setChosen(null);
                  void look();
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Change({ client, onDone }: { client: HookClient; onDone: () => void }) {
  const model = useModel();
  const [change, setChange] = useState<HookChange | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let wanted = true;
    void model.platform.call('planHook', { client: client.id }).then((answer) => {
      if (!wanted) return;
      if (answer.ok) setChange(answer.value);
      else setProblem(answer.error.message);
    });
    return () => {
      wanted = false;
    };
  }, [model, client.id]);
  const begin = async () => {
    setBusy(true);
    const answer = await model.platform.call('setUpHook', { client: client.id });
    setBusy(false);
    if (!answer.ok) return setProblem(answer.error.message);
    say(model, `${client.client} reports its calls to Misfire. ${client.whenRead}`);
    onDone();
  };
  return (
    <ConfirmedChange change={change} problem={problem} command={`misfire watch --hook ${client.id}`}>
      <Button look="primary" onClick={begin} disabled={busy}>
        <Webhook size={15} aria-hidden="true" /> Set up
      </Button>
    </ConfirmedChange>
  );
}
