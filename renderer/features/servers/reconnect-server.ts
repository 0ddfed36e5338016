// Reconnects to a server that ended its session (HTTP 404, or a closed stream). Then sends the last failed call again, through the same
// guard as every replay.

import type { ServerView } from '../../../shared/api/views.ts';
import { failuresFilter, serverTerm } from '../../model/filter.ts';
import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { replayRow } from '../../model/replay-actions.ts';
import { showCall } from '../../model/selection.ts';

export async function reconnectAndReplay(model: Model, server: ServerView): Promise<void> {
  const restarted = await model.platform.call('restart', { server: server.id });
  if (!restarted.ok) return say(model, restarted.error.message, 'bad');
  const filter = `${failuresFilter} ${serverTerm(server.name)} kind:call -method:initialize`;
  const view = await model.platform.call('openView', { filter });
  if (!view.ok) return say(model, view.error.message, 'bad');
  const found = await model.platform.call('locate', { view: view.value.view, id: 0, want: 'newest_failure' });
  if (!found.ok || found.value === null) return say(model, 'Connected again. There was no failed call to repeat.');
  await showCall(model, found.value.id);
  await replayRow(model, found.value.id, 'now');
}
