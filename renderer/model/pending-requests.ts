// Requests of servers that wait for the user's answer, and the one that is open. keep-in-step.ts updates them.

import type { AskView } from '../../shared/server/connecting.ts';
import { connectionOf, serverById } from './connection.ts';
import { dialogsOf, openFor } from './dialogs.ts';
import { definePart, defineStore, type Model } from './model.ts';
import { say } from './notices.ts';

interface Asks {
  asks: AskView[];
  /** The open request; it may already be gone. */
  shown: AskView | null;
}

export const [asksOf, useAsks] = defineStore<Asks>(() => ({ asks: [], shown: null }));

/** Answered here, so its removal is not reported. */
const answeredOf = definePart(() => new Set<string>());

export function noteAsks(model: Model, asks: AskView[]): void {
  const before = asksOf(model).getState();
  asksOf(model).setState({ asks });
  const now = new Set(asks.map(({ id }) => id));
  const gone = before.asks.filter(({ id }) => !now.has(id) && !answeredOf(model).has(id));
  for (const { id } of before.asks) if (!now.has(id)) answeredOf(model).delete(id);
  // The dialog itself reports about the open one.
  const inSight = dialogsOf(model).getState().open === 'asks' ? before.shown?.id : undefined;
  const first = gone.find(({ id }) => id !== inSight);
  if (first) say(model, `${nameOf(model, first.server)} no longer waits for an answer.`);
}

export async function loadAsks(model: Model): Promise<void> {
  const answer = await model.platform.call('asks', {});
  if (answer.ok) noteAsks(model, answer.value.asks);
}

export function markAnswered(model: Model, id: string): void {
  answeredOf(model).add(id);
}

export function unmarkAnswered(model: Model, id: string): void {
  answeredOf(model).delete(id);
}

/** Opens one of them, or the oldest. */
export function openAsk(model: Model, id: string | null = null): void {
  const { asks } = asksOf(model).getState();
  const shown = asks.find((ask) => ask.id === id) ?? asks[0] ?? null;
  asksOf(model).setState({ shown });
  openFor(model, 'asks', shown?.server ?? null);
}

function nameOf(model: Model, server: string): string {
  return serverById(connectionOf(model).getState().servers, server)?.name ?? 'A server';
}
