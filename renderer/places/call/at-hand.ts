// The server and the tool that a person has before them: those of the selected row. Owns the choice of where Call opens.

import type { ServerView } from '../../../shared/views.ts';
import { connectionOf } from '../../model/connection.ts';
import { detailOf } from '../../model/detail.ts';
import { dialogsOf } from '../../model/dialogs.ts';
import type { Model } from '../../model/model.ts';
import { rowsOf, timelineOf } from '../../model/timeline.ts';

export interface AtHand {
  server: string;
  /** null: the first, or the one that was used last. */
  tool: string | null;
}

export function atHand(model: Model): AtHand {
  const { servers } = connectionOf(model).getState();
  const wanted = dialogsOf(model).getState().server;
  const { selected } = timelineOf(model).getState();
  const { raw } = detailOf(model).getState();
  // The list knows it at once; its card may still be on the way.
  const listed = selected === null ? undefined : rowsOf(model).find(selected);
  const shown = raw !== null && raw.row.id === selected ? raw.row : null;
  return chooseAtHand(servers, wanted, listed ?? shown);
}

type Selected = { server: string; method: string | null; target: string | null };

/** `wanted`: the server whose menu asked. */
export function chooseAtHand(
  servers: readonly Pick<ServerView, 'id' | 'state'>[],
  wanted: string | null,
  row: Selected | null,
): AtHand {
  const own = row !== null && servers.some(({ id }) => id === row.server) ? row.server : null;
  const server = wanted ?? own ?? (servers.find(({ state }) => state === 'connected') ?? servers[0])?.id ?? '';
  return { server, tool: row?.method === 'tools/call' && row.server === server ? row.target : null };
}
