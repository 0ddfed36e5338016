// Instead of a form: a server that is not connected, with the way to connect it or to see why it did not start.

import { Plug } from 'lucide-react';
import type { ServerView } from '../../../shared/api/views.ts';
import { Button } from '../../components/button.tsx';
import { closeDialog } from '../../model/dialogs.ts';
import { type Model, useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { shownName } from '../../text/visible-text.ts';
import { openChecks } from '../doctor/open-checks.ts';
import styles from './call-dialog.module.css';

/** Requests can be sent, or are refused by their client. */
export const canSend = (server: ServerView | undefined): boolean =>
  server !== undefined && (server.state === 'connected' || server.watched !== null);

export function NotConnected({ server }: { server: ServerView }) {
  const model = useModel();
  const name = shownName(server.name);
  const isComing = server.state === 'connecting';
  const isBroken = server.state === 'failed' || server.state === 'exited';
  return (
    <div className={styles.nothing}>
      <Plug size={20} aria-hidden="true" />
      <h3>{isComing ? `Connecting to ${name}…` : `${name} is not connected`}</h3>
      {!isComing && <p>{isBroken ? 'Its last start failed.' : 'Connect it to see what it offers.'}</p>}
      <div>
        <ConnectButton server={server} look="primary" />
        {isBroken && (
          <Button
            onClick={() => {
              closeDialog(model);
              void openChecks(model, server);
            }}
          >
            Why?
          </Button>
        )}
      </div>
    </div>
  );
}

export function ConnectButton({ server, look }: { server: ServerView; look?: 'primary' }) {
  const model = useModel();
  return (
    <Button
      {...(look && { look })}
      disabled={server.state === 'connecting' || server.state === 'closing'}
      onClick={() => void connect(model, server.id)}
    >
      <Plug size={14} aria-hidden="true" /> {server.state === 'connecting' ? 'Connecting…' : 'Connect'}
    </Button>
  );
}

async function connect(model: Model, server: string): Promise<void> {
  const answer = await model.platform.call('connect', { server });
  if (!answer.ok) say(model, answer.error.message, 'bad');
}
