// Chooses the server and tool that Call opens with: those of the selected row. Only a call of a server that is not connected leads to
// that server: who selected why it did not start may still want to call another.

import type { ServerView } from '../../../shared/api/views.ts';
import { connectionOf } from '../../model/connection.ts';
import { selectedRow } from '../../model/detail.ts';
import { dialogsOf } from '../../model/dialogs.ts';
import type { Model } from '../../model/model.ts';
import { timelineOf } from '../../model/timeline.ts';

export interface InitialTool {
  server: string;
  /** null: the first, or the last used one. */
  tool: string | null;
  /** false: the selected row has not loaded yet. */
  isKnown: boolean;
}

export function initialTool(model: Model): InitialTool {
  const { servers } = connectionOf(model).getState();
  const wanted = dialogsOf(model).getState().server;
  const row = selectedRow(model);
  const isKnown = row !== null || timelineOf(model).getState().selected === null;
  return { ...chooseInitialTool(servers, wanted, row), isKnown };
}

type Selected = { server: string; method: string | null; target: string | null };

/** `wanted`: the server whose menu was used. */
export function chooseInitialTool(
  servers: readonly Pick<ServerView, 'id' | 'state'>[],
  wanted: string | null,
  row: Selected | null,
): Omit<InitialTool, 'isKnown'> {
  const isCall = row?.method === 'tools/call';
  const isConnected = ({ state }: Pick<ServerView, 'state'>) => state === 'connected';
  const own = servers.find((server) => server.id === row?.server && (isCall || isConnected(server)));
  const server = wanted ?? (own ?? servers.find(isConnected) ?? servers[0])?.id ?? '';
  return { server, tool: isCall && row.server === server ? row.target : null };
}
