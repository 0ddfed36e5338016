// Sign-in to one server, in any place: the message and the next step. Hidden if there is nothing to do. Only the user's click on a link
// opens the page.

import { Copy, ExternalLink, KeyRound, ListTree, X } from 'lucide-react';
import type { ServerView } from '../../../shared/api/views.ts';
import buttonStyles from '../../components/button.module.css';
import { Button } from '../../components/button.tsx';
import { useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { copyExactly } from '../../model/notices.ts';
import { cancelSignIn, concernsSignIn, pageOf, showSteps, signIn } from '../../model/sign-in.ts';
import { shownName, visibleLine } from '../../text/visible-text.ts';
import styles from './sign-in-strip.module.css';

export function SignInStrip({ server, place }: { server: ServerView; place: 'list' | 'card' }) {
  const model = useModel();
  if (!concernsSignIn(server)) return null;
  const { state, words } = server.signIn;
  const label = state === 'failed' ? 'Try again' : 'Sign in';
  return (
    <section
      className={`${styles.strip} ${styles[place]} ${state === 'failed' ? styles.failed : ''}`}
      aria-label={`Sign-in for ${shownName(server.name)}`}
    >
      <p role="status">{visibleLine(words)}</p>
      {state === 'waiting' ? (
        <Waiting server={server} />
      ) : (
        <div className={styles.actions}>
          <Button look="primary" onClick={() => signIn(model, server.id)}>
            <KeyRound size={14} aria-hidden="true" /> {label}
          </Button>
          {state === 'failed' && (
            <Button onClick={() => showSteps(model, server)}>
              <ListTree size={14} aria-hidden="true" /> Show the steps
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function Waiting({ server }: { server: ServerView }) {
  const model = useModel();
  const canOpen = useConnection((state) => state.hello?.abilities.openExternal ?? false);
  const page = pageOf(server);
  return (
    <>
      {page && (
        <p className={styles.page} title={page.href}>
          The page is at <bdi className="mono">{canOpen ? page.host : page.href}</bdi>.
        </p>
      )}
      <div className={styles.actions}>
        {page && canOpen && (
          <a
            className={`${buttonStyles.button} ${buttonStyles.primary} ${styles.link}`}
            href={page.href}
            target="_blank"
            rel="noopener noreferrer"
          >
            <ExternalLink size={14} aria-hidden="true" /> Open sign-in page
          </a>
        )}
        {page && (
          <Button
            look="icon"
            aria-label="Copy the address of the sign-in page"
            onClick={() => copyExactly(model, page.href, 'Address')}
          >
            <Copy size={14} aria-hidden="true" />
          </Button>
        )}
        <Button onClick={() => cancelSignIn(model, server.id)}>
          <X size={14} aria-hidden="true" /> Cancel
        </Button>
      </div>
    </>
  );
}
