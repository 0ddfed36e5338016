// Reads from the inspector's batches what matters outside the window: the number of failed calls, the connected servers, due retries.
// Pure.

import type { ServerView } from '../../../shared/api/views.ts';
import type { Batch } from '../../../shared/contract/api.ts';
import type { ReplayView } from '../../../shared/retry/replay.ts';
import type { News } from '../link/inspector-link.ts';

interface NewsReader {
  /** null: nothing changed. */
  read(batch: Pick<Batch, 'servers' | 'counters' | 'replays'>): News | null;
}

export function createNewsReader(): NewsReader {
  const waiting = new Set<string>();
  let servers: ServerView[] = [];
  let last = '';
  const due = (replay: ReplayView) => {
    if (replay.state === 'waiting' && replay.nextAt !== null) {
      waiting.add(replay.id);
      return [];
    }
    // Canceled or paused by the user, so not reported.
    if (!waiting.delete(replay.id) || replay.state === 'cancelled' || replay.state === 'paused') return [];
    const server = servers.find(({ id }) => id === replay.to)?.name ?? replay.to;
    const title = `${replay.target ?? replay.method} on ${server}`;
    return [{ id: replay.id, title, words: replay.words || 'The wait is over: it is being sent again.' }];
  };
  return {
    read(batch) {
      servers = batch.servers ?? servers;
      const news: News = {
        failedCalls: batch.counters.failedCalls,
        connected: servers.filter(({ state }) => state === 'connected').map(({ id }) => id),
        due: (batch.replays ?? []).flatMap(due),
      };
      const text = JSON.stringify(news);
      if (text === last) return null;
      last = news.due.length > 0 ? '' : text;
      return news;
    },
  };
}
