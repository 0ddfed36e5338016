// What the entry of a server does: filters to its rows, or leads to the one thing that the server waits for.

import type { ServerView } from '../../../shared/api/views.ts';
import { openFor } from '../../model/dialogs.ts';
import { openFilter, serverTerm, toggleServer, wantedFilter } from '../../model/filter.ts';
import type { Model } from '../../model/model.ts';
import { showPage } from '../../model/open-place.ts';
import { showCall } from '../../model/selection.ts';
import { concernsSignIn } from '../sign-in/sign-in-actions.ts';

export type Wanted = 'answer' | 'why';

/** What a server waits for; null: nothing. A watched one belongs to its client, and a sign-in has its own strip. */
export function wantedBy(server: ServerView, asks: boolean): Wanted | null {
  if (asks) return 'answer';
  if (server.watched || concernsSignIn(server)) return null;
  const { state } = server;
  return state === 'failed' || state === 'exited' ? 'why' : null;
}

/** Only the rows of this server, or all again. */
export function filterTo(model: Model, name: string): void {
  void openFilter(model, toggleServer(wantedFilter(model), name));
}

/** Opens the card of its newest failure that is about the server itself; without rows, its checks. */
export async function showWhy(model: Model, server: ServerView): Promise<void> {
  showPage(model, 'timeline');
  const own = serverTerm(server.name);
  for (const filter of [`${own} is:failed (class:connection_lost OR method:initialize)`, `${own} is:failed`]) {
    const view = await model.platform.call('openView', { filter });
    if (!view.ok) continue;
    const found = await model.platform.call('locate', { view: view.value.view, id: 0, want: 'newest_failure' });
    if (found.ok && found.value !== null) return showCall(model, found.value.id);
  }
  openFor(model, 'doctor', server.id);
}
