// What a server offers beside its tools, asked for when one looks at it, again on request, and kept while another list is looked at.

import { useCallback, useEffect, useState } from 'react';
import type { Offers } from '../../../shared/server/connecting.ts';
import { useModel } from '../../model/model.ts';

export interface OffersState {
  offers: Offers | null;
  /** Why there are none; '' while all is well. */
  problem: string;
  isLoading: boolean;
  /** Asks the server again. */
  refresh: () => Promise<void>;
  /** Asks the host what it knows by now; the server is left alone. */
  reload: () => Promise<void>;
}

/** Asking is rows in the log, so it waits until somebody looks: `isWanted`. */
export function useOffers(server: string, isWanted: boolean): OffersState {
  const { platform } = useModel();
  const [state, setState] = useState<{ server: string; offers: Offers | null; problem: string }>({
    server: '',
    offers: null,
    problem: '',
  });
  const [isLoading, setLoading] = useState(false);
  const load = useCallback(
    async (refresh: boolean, isCurrent: () => boolean) => {
      if (server === '') return;
      setLoading(true);
      const answer = await platform.call('offers', { server, refresh });
      if (!isCurrent()) return;
      setLoading(false);
      setState((before) => ({
        server,
        offers: answer.ok ? answer.value : before.server === server ? before.offers : null,
        problem: answer.ok ? '' : answer.error.message,
      }));
    },
    [platform, server],
  );
  useEffect(() => {
    if (!isWanted) return;
    let current = true;
    void load(false, () => current);
    return () => {
      current = false;
    };
  }, [load, isWanted]);
  const refresh = useCallback(() => load(true, () => true), [load]);
  const reload = useCallback(() => load(false, () => true), [load]);
  const isHere = state.server === server;
  return {
    offers: isHere ? state.offers : null,
    problem: isHere ? state.problem : server === '' ? 'Add a server first.' : '',
    isLoading,
    refresh,
    reload,
  };
}
