// What is known about signing in to one server while Misfire runs. The tokens themselves are in grants.ts.

import type { SignInView } from '../../../shared/server/connecting.ts';
import type { Challenge } from './challenge.ts';

export interface State {
  view: SignInView | null;
  challenge: Challenge | null;
  /** The server's address as it was last spoken to. */
  url: string | null;
  running: AbortController | null;
  /** The connection being made was refused, so signing in is followed by another try. */
  refusedConnecting: boolean;
  /** A token was renewed because it was refused, and nothing has been accepted since. */
  renewedInVain: boolean;
  /** Refusals of requests sent before this are about an older token. */
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
