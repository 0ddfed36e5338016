// The states of the sign-in to a server.

import type { ServerView } from '../../../shared/api/views.ts';
import { connectionOf } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import type { Shown } from '../../testing/showcase/shown.ts';
import { WithHost } from '../../testing/with-host.tsx';
import { SignInStrip } from './sign-in-strip.tsx';

const signIns: Record<string, Partial<ServerView['signIn']>> = {
  needed: { state: 'needed', words: 'orders needs you to sign in.' },
  waiting: {
    state: 'waiting',
    words: 'Sign in with your browser.',
    url: 'https://login.example.com/authorize?client_id=1',
  },
  'an invalid address': { state: 'waiting', words: 'Sign in with your browser.', url: null },
  failed: { state: 'failed', words: 'The server refused the token: invalid_grant, the code was already used.' },
};

function Strip() {
  const [server] = connectionOf(useModel()).getState().servers;
  return server ? <SignInStrip server={server} place="card" /> : null;
}

export const shown: readonly Shown[] = [
  {
    component: 'Sign-in',
    states: Object.entries(signIns).map(([state, signIn]) => ({
      state,
      element: (
        <WithHost
          servers={[
            { name: 'orders', signIn: { state: 'none', words: '', url: null, scopes: [], expiresAt: null, ...signIn } },
          ]}
        >
          <Strip />
        </WithHost>
      ),
    })),
  },
];
