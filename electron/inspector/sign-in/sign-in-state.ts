// The sign-in state of one server while Misfire runs. grants.ts has the tokens.

import type { SignInView } from '../../../shared/server/connecting.ts';
import type { Challenge } from './challenge.ts';

export interface State {
  view: SignInView | null;
  challenge: Challenge | null;
  /** The last used address of the server. */
  url: string | null;
  running: AbortController | null;
  /** The current connection was refused, so a sign-in is followed by another attempt. */
  refusedConnecting: boolean;
  /** A token was renewed because it was refused, and no request has been accepted since. */
  renewedInVain: boolean;
  /** Refusals of requests sent before this concern an older token. */
  tokenSince: number;
}

export function newState(): State {
  return {
    view: null,
    challenge: null,
    url: null,
    running: null,
    refusedConnecting: false,
    renewedInVain: false,
    tokenSince: 0,
  };
}
