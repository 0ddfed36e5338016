// A server that ended its session (HTTP 404, or a closed stream) is reached anew, and the last call that failed on it is sent
// again, through the same guard as every replay.

import type { ServerView } from '../../../shared/views.ts';
import { failuresFilter, serverTerm } from '../../model/filter.ts';
import { say } from '../../model/notices.ts';
import { replayRow } from '../../model/replay-actions.ts';
import { showCall } from '../../model/selection.ts';
import type { Platform } from '../../platform/platform.ts';

export async function reconnectAndReplay(platform: Platform, server: ServerView): Promise<void> {
  const restarted = await platform.call('restart', { server: server.id });
  if (!restarted.ok) return say(restarted.error.message, 'bad');
  const filter = `${failuresFilter} ${serverTerm(server.name)} kind:call -method:initialize`;
  const view = await platform.call('openView', { filter });
  if (!view.ok) return say(view.error.message, 'bad');
  const found = await platform.call('locate', { view: view.value.view, id: 0, want: 'newest_failure' });
  if (!found.ok || found.value === null) return say('Connected again. There was no failed call to repeat.');
  await showCall(platform, found.value.id);
  await replayRow(platform, found.value.id, 'now');
}
