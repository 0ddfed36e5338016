// The last call to each tool of a server, and its favorites, as the host stores them. Loaded when Call opens.

import { useCallback, useEffect, useState } from 'react';
import type { KeptCall } from '../../../shared/api/views.ts';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';

interface SavedCalls {
  /** null: not loaded yet. */
  last: readonly KeptCall[] | null;
  favorites: readonly KeptCall[];
  setFavorite: (tool: string, args: string, keep: boolean) => Promise<void>;
}

const nothing = { server: '', last: null, favorites: [] as KeptCall[] };

export function useSavedCalls(server: string): SavedCalls {
  const model = useModel();
  const [kept, setKept] = useState<{ server: string; last: KeptCall[] | null; favorites: KeptCall[] }>(nothing);
  const read = useCallback(async () => {
    const answer = server === '' ? null : await model.platform.call('keptCalls', { server });
    const { last, favourites } = answer?.ok ? answer.value : { last: [], favourites: [] };
    setKept({ server, last, favorites: favourites });
  }, [model, server]);
  useEffect(() => {
    void read();
  }, [read]);
  const setFavorite = async (tool: string, args: string, keep: boolean) => {
    const answer = await model.platform.call('keepCall', { server, tool, args, as: 'favourite', keep });
    if (!answer.ok) say(model, answer.error.message, 'bad');
    await read();
  };
  return kept.server === server ? { ...kept, setFavorite } : { last: null, favorites: [], setFavorite };
}
