// Opens the card of a server at its checks, and starts them: from a menu, or from *Why?* at a server that failed to start.

import type { ServerView } from '../../../shared/api/views.ts';
import { serverTerm } from '../../model/filter.ts';
import { lastRows } from '../../model/last-rows.ts';
import { defineStore, type Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { showSection } from '../../model/show-section.ts';

/** The server whose checks were asked for, and how often they were. */
export const [checksOf, useChecks] = defineStore<{ server: string | null; times: number }>(() => ({
  server: null,
  times: 0,
}));

export async function openChecks(model: Model, server: ServerView): Promise<void> {
  await showCardOf(model, server, 'checks', () =>
    checksOf(model).setState(({ times }) => ({ server: server.id, times: times + 1 })),
  );
}

/** The card of the server, at this section. */
export async function showCardOf(model: Model, server: ServerView, section: string, begin: () => void): Promise<void> {
  let row = await newestRow(model, server);
  if (row === null) {
    // Never connected: an attempt makes the row.
    await model.platform.call('connect', { server: server.id });
    row = await newestRow(model, server);
  }
  if (row === null) return say(model, `No message of ${server.name} is recorded yet. Connect it first.`, 'bad');
  begin();
  await showSection(model, row, section);
}

/** The newest failure of the server, else its newest row. */
async function newestRow(model: Model, server: ServerView): Promise<number | null> {
  const term = serverTerm(server.name);
  const [failed] = await lastRows(model, `${term} is:failed`, 1);
  const [any] = failed === undefined ? await lastRows(model, term, 1) : [failed];
  // The row that stands for the failed call: the others are folded under it.
  return any?.incident ?? any?.id ?? null;
}
