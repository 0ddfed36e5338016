// Under a server that is not up as it should be: why, in a sentence, and the next steps as buttons.

import type { Method, ServerView } from '../../shared/api.ts';
import { openAddress, webAddress } from '../asks/address.ts';
import { visibleLine } from '../components/visible-text.ts';
import { usePlatform } from '../platform/context.ts';
import { openFor } from '../state/dialogs.ts';
import { say } from '../state/notices.ts';
import { reconnectAndReplay } from './reconnect.ts';
import styles from './server-list.module.css';
import { wantsSignIn } from './server-look.ts';

export function ServerTrouble({ server }: { server: ServerView }) {
  const platform = usePlatform();
  const isDown = server.state === 'failed' || server.state === 'exited';
  // Over HTTP nothing exits: the server ended the session, and a new one can go on where it stopped.
  const sessionEnded = server.state === 'exited' && server.transport !== 'stdio';
  const { signIn } = server;
  const signs = wantsSignIn(server);
  const reason = server.state === 'connected' ? '' : server.reason;
  const words = signs && signIn.words ? signIn.words : reason;
  if (!words && !isDown && !signs) return null;
  const run = async (method: Extract<Method, 'connect' | 'restart' | 'signIn' | 'cancelSignIn'>) => {
    const answer = await platform.call(method, { server: server.id });
    if (!answer.ok) say(answer.error.message, 'bad');
  };
  const page = signIn.state === 'waiting' && signIn.url !== null ? webAddress(signIn.url) : null;
  const name = visibleLine(server.name);
  return (
    <div className={styles.trouble}>
      {words && (
        <p className={styles.reason} title={visibleLine(words)}>
          {visibleLine(words)}
        </p>
      )}
      <div className={styles.steps}>
        {(signIn.state === 'needed' || signIn.state === 'failed') && (
          <button type="button" className={styles.step} aria-label={`Sign in to ${name}`} onClick={() => run('signIn')}>
            Sign in
          </button>
        )}
        {signIn.state === 'waiting' && (
          <>
            {page && (
              <button
                type="button"
                className={styles.step}
                title={page.href}
                aria-label={`Open ${page.host} to sign in to ${name}`}
                onClick={() => openAddress(page.href)}
              >
                Open {page.host}
              </button>
            )}
            <button type="button" className={styles.step} onClick={() => run('cancelSignIn')}>
              Cancel
            </button>
          </>
        )}
        {isDown && signIn.state !== 'waiting' && (
          <>
            <button
              type="button"
              className={styles.step}
              aria-label={`Why ${name} could not be reached`}
              onClick={() => openFor('doctor', server.id)}
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
                onClick={() => void reconnectAndReplay(platform, server)}
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
