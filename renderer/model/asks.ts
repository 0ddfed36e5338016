// What servers wait for a person to answer, as the host told last, and which of it is being looked at. Fed by session.ts.

import { create } from 'zustand';
import type { AskView } from '../../shared/connecting.ts';
import type { Platform } from '../platform/platform.ts';
import { serverById, useConnection } from './connection.ts';
import { openFor, useDialogs } from './dialogs.ts';
import { say } from './notices.ts';

interface Asks {
  asks: AskView[];
  /** The one that the window shows; it may be gone already. */
  shown: AskView | null;
}

export const useAsks = create<Asks>(() => ({ asks: [], shown: null }));

/** Answered here: its going is no news. */
const answered = new Set<string>();

export function noteAsks(asks: AskView[]): void {
  const before = useAsks.getState();
  useAsks.setState({ asks });
  const now = new Set(asks.map(({ id }) => id));
  const gone = before.asks.filter(({ id }) => !now.has(id) && !answered.has(id));
  for (const { id } of before.asks) if (!now.has(id)) answered.delete(id);
  // The window says it itself about the one it shows.
  const inSight = useDialogs.getState().open === 'asks' ? before.shown?.id : undefined;
  const first = gone.find(({ id }) => id !== inSight);
  if (first) say(`${nameOf(first.server)} no longer waits for an answer.`);
}

export async function loadAsks(platform: Platform): Promise<void> {
  const answer = await platform.call('asks', {});
  if (answer.ok) noteAsks(answer.value.asks);
}

export function markAnswered(id: string): void {
  answered.add(id);
}

export function unmarkAnswered(id: string): void {
  answered.delete(id);
}

/** The window on one of them, or on the oldest. */
export function openAsk(id: string | null = null): void {
  const { asks } = useAsks.getState();
  const shown = asks.find((ask) => ask.id === id) ?? asks[0] ?? null;
  useAsks.setState({ shown });
  openFor('asks', shown?.server ?? null);
}

export function nameOf(server: string): string {
  return serverById(useConnection.getState().servers, server)?.name ?? 'A server';
}
