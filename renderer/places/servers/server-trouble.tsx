// Below a server that is not connected as expected: the reason in a sentence, and the next steps as buttons.

import type { ServerView } from '../../../shared/api/views.ts';
import type { Method } from '../../../shared/contract/api.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { openChecks } from '../../model/open-checks.ts';
import { visibleLine, visibleName } from '../../text/visible-text.ts';
import { concernsSignIn } from '../sign-in/sign-in-actions.ts';
import { reconnectAndReplay } from './reconnect-server.ts';
import styles from './server-list.module.css';

export function ServerTrouble({ server }: { server: ServerView }) {
  const model = useModel();
  // A watched connection's end is in its rows; there is nothing to restart here.
  if (server.watched) return null;
  const isDown = server.state === 'failed' || server.state === 'exited';
  // Over HTTP nothing exits: the server ended the session, and a new one can continue.
  const sessionEnded = server.state === 'exited' && server.transport !== 'stdio';
  // The sign-in message is above, with its own buttons.
  const signs = concernsSignIn(server);
  const words = server.state === 'connected' || signs ? '' : server.reason;
  if (!words && !isDown) return null;
  const run = async (method: Extract<Method, 'connect' | 'restart'>) => {
    const answer = await model.platform.call(method, { server: server.id });
    if (!answer.ok) say(model, answer.error.message, 'bad');
  };
  const name = visibleName(server.name);
  return (
    <div className={styles.trouble}>
      {words && (
        <p className={styles.reason} title={visibleLine(maskLine(model, words))}>
          {visibleLine(maskLine(model, words))}
        </p>
      )}
      <div className={styles.steps}>
        {isDown && (
          <>
            <button
              type="button"
              className={styles.step}
              aria-label={`Why ${name} could not be reached`}
              onClick={() => void openChecks(model, server)}
            >
              Why?
            </button>
            {!signs && (
              <button
                type="button"
                className={styles.step}
                aria-label={`${server.state === 'exited' ? 'Restart' : 'Try again'}: ${name}`}
                onClick={() => run(server.state === 'exited' ? 'restart' : 'connect')}
              >
                {server.state === 'exited' ? 'Restart' : 'Try again'}
              </button>
            )}
            {sessionEnded && (
              <button
                type="button"
                className={styles.step}
                aria-label={`Reconnect and replay: ${name}`}
                title="Begins a new session and sends the last failed call again; asks first where that is not safe"
                onClick={() => void reconnectAndReplay(model, server)}
              >
                Reconnect and replay
              </button>
            )}
          </>
        )}
      </div>
    </div>
  );
}
