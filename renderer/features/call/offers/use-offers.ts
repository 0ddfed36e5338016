// What a server offers besides its tools: fetched when first shown, again on request, and cached while another list is shown.

import { useCallback, useEffect, useState } from 'react';
import type { Offers } from '../../../../shared/server/connecting.ts';
import { useModel } from '../../../model/model.ts';

export interface OffersState {
  offers: Offers | null;
  /** Why there are none; '' if all is well. */
  problem: string;
  isLoading: boolean;
  /** Asks the server again. */
  refresh: () => Promise<void>;
  /** Asks the host for its current state, without contacting the server. */
  reload: () => Promise<void>;
}

/** A request adds rows to the log, so it waits until the list is shown: `isWanted`. */
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
