// What the entry of a server does: filters to its rows, or leads to the one thing that the server waits for.

import type { ServerView } from '../../../shared/api/views.ts';
import { openFilter, toggleServer, wantedFilter } from '../../model/filter.ts';
import type { Model } from '../../model/model.ts';
import { concernsSignIn } from '../../model/sign-in.ts';

type WantedState = 'answer' | 'why';

/** What a server waits for; null: nothing. A watched one belongs to its client, and a sign-in has its own strip. */
export function wantedBy(server: ServerView, asks: boolean): WantedState | null {
  if (asks) return 'answer';
  if (server.watched || concernsSignIn(server)) return null;
  const { state } = server;
  return state === 'failed' || state === 'exited' ? 'why' : null;
}

/** Only the rows of this server, or all again. */
export function filterTo(model: Model, name: string): void {
  void openFilter(model, toggleServer(wantedFilter(model), name));
}
