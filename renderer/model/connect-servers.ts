// Connects servers from any place: all at once, or the one for a call that is sent again.

import type { ServerView } from '../../shared/api/views.ts';
import { countInWords } from '../text/format.ts';
import { visibleLine } from '../text/visible-text.ts';
import { connectionOf, serverById, useConnection } from './connection.ts';
import type { Model } from './model.ts';
import { say } from './notices.ts';

/** Misfire's own connections that are down; a watched one belongs to its client. */
export function awayServers(servers: readonly ServerView[]): ServerView[] {
  return servers.filter(({ state, watched }) => watched === null && !['connected', 'connecting'].includes(state));
}

/** As after a start: none was connected, and none failed. */
export function useNoneConnected(): boolean {
  return useConnection(
    ({ servers, recording }) =>
      recording?.isLive !== false && servers.length > 0 && servers.every(({ state }) => state === 'idle'),
  );
}

export async function connectAll(model: Model): Promise<void> {
  const away = awayServers(connectionOf(model).getState().servers);
  if (away.length === 0) return say(model, 'All servers are connected.');
  const answers = await Promise.all(away.map(({ id }) => model.platform.call('connect', { server: id })));
  const failed = away.filter((_, index) => !answers[index]!.ok);
  if (failed.length === 0) return say(model, `Connected ${countInWords(away.length, 'server')}.`);
  const names = failed.slice(0, 3).map(({ name }) => visibleLine(name));
  const more = failed.length > names.length ? ` and ${failed.length - names.length} more` : '';
  say(
    model,
    `Connected ${away.length - failed.length} of ${countInWords(away.length, 'server')}. Not ${names.join(', ')}${more}.`,
    'bad',
  );
}

/** The server of a row's call, if it is Misfire's own, not connected and can be. */
export function awayServerOf(model: Model, server: string): ServerView | null {
  const { servers, recording } = connectionOf(model).getState();
  const view = serverById(servers, server);
  return view && recording?.isLive !== false && awayServers([view]).length > 0 ? view : null;
}

/** As a hook: a button's label depends on it. */
export function useIsAway(server: string): boolean {
  return useConnection(({ servers, recording }) => {
    const view = serverById(servers, server);
    return view !== undefined && recording?.isLive !== false && awayServers([view]).length > 0;
  });
}

/** Whether it is connected now; shows the reason if not. */
export async function connectFirst(model: Model, server: ServerView): Promise<boolean> {
  const answer = await model.platform.call('connect', { server: server.id });
  if (!answer.ok) say(model, answer.error.message, 'bad');
  return answer.ok;
}
