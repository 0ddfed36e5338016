// Sign-in to a server, on the card of a call that needs it.

import type { RowDetail } from '../../../shared/timeline.ts';
import { serverById, useConnection } from '../../model/connection.ts';
import type { WindowFeature } from '../../model/window-feature.ts';
import { SignInStrip } from './sign-in-strip.tsx';

export const signInFeature: WindowFeature = {
  name: 'sign-in',
  card: { Strip: CardSignIn },
  waitTexts: {
    signIn: { text: 'Looking for where to sign in', undo: 'cancelSignIn' },
    cancelSignIn: null,
    signOut: 'Signing out',
  },
};

function CardSignIn({ detail: { row, failure } }: { detail: RowDetail }) {
  const server = useConnection((state) => serverById(state.servers, row.server));
  const isNeeded = row.outcome === 'sign_in' || failure?.retry.verdict === 'after_auth';
  return server && isNeeded ? <SignInStrip server={server} place="card" /> : null;
}
