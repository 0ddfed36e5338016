// Misfire as a server of other programs, so that their agents can ask why calls fail. One click adds it to a client's settings, one
// removes it. The inspector writes the entry.

import { Bot, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { AgentClient } from '../../../shared/api/watching.ts';
import { Button } from '../../components/button.tsx';
import { PathText } from '../../components/path-text.tsx';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './watch-dialog.module.css';

const stateWords: Record<AgentClient['state'], string> = {
  added: 'Has Misfire',
  open: 'Not added',
  'not now': 'Not now',
  cannot: 'Cannot',
};

export function AgentClients() {
  const model = useModel();
  const [clients, setClients] = useState<AgentClient[]>([]);
  const look = useCallback(async () => {
    const answer = await model.platform.call('agentClients', {});
    setClients(answer.ok ? answer.value.clients : []);
  }, [model]);
  useEffect(() => void look(), [look]);
  if (clients.length === 0) return null;
  const change = async ({ id, client, whenRead }: AgentClient, method: 'addToClient' | 'removeFromClient') => {
    const answer = await model.platform.call(method, { client: id });
    const words = method === 'addToClient' ? `${client} has Misfire now.` : `Misfire is taken out of ${client}.`;
    say(model, answer.ok ? `${words} ${whenRead}` : answer.error.message, answer.ok ? 'plain' : 'bad');
    await look();
  };
  return (
    <section aria-label="For agents">
      <header className={styles.client}>
        <h3>For agents</h3>
        <span>Add Misfire as a server, so that an agent can ask why calls fail and whether they are fixed.</span>
      </header>
      <ul>
        {clients.map((client) => (
          <li key={client.id} className={styles.entry} aria-label={`Misfire in ${client.client}`}>
            <b>{visibleLine(client.client)}</b>
            <span className={`${styles.command} mono`}>
              <PathText text={client.path} />
            </span>
            <span className={`${styles.state} ${client.state === 'added' ? styles.good : ''}`}>
              {stateWords[client.state]}
              {client.why && <small>{visibleLine(client.why)}</small>}
            </span>
            {client.state === 'open' && (
              <Button onClick={() => change(client, 'addToClient')}>
                <Bot size={14} aria-hidden="true" /> Add Misfire
              </Button>
            )}
            {client.state === 'added' && (
              <Button onClick={() => change(client, 'removeFromClient')}>
                <Undo2 size={14} aria-hidden="true" /> Take out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
