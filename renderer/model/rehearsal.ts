// The rehearsal that runs, and the report cards of the recording that is shown. keep-in-step.ts updates the first; the second are
// read when they are looked at.

import type { RehearsalView } from '../../shared/api/views.ts';
import type { ReportCard } from '../../shared/report-card/card.ts';
import { defineStore, type Model } from './model.ts';
import { say } from './notices.ts';

interface RehearsalState {
  running: RehearsalView | null;
  /** null: not read yet. */
  cards: ReportCard[] | null;
}

export const [rehearsalOf, useRehearsal] = defineStore<RehearsalState>(() => ({ running: null, cards: null }));

export function noteRehearsal(model: Model, running: RehearsalView | null): void {
  const before = rehearsalOf(model).getState().running;
  rehearsalOf(model).setState({ running });
  if (before && !running) say(model, `${before.title} is over. Traffic passes as before.`);
}

export async function loadRehearsal(model: Model): Promise<void> {
  const answer = await model.platform.call('rehearsal', {});
  if (answer.ok) rehearsalOf(model).setState({ running: answer.value.running });
}

export async function startRehearsal(model: Model, plan: string): Promise<void> {
  const answer = await model.platform.call('startRehearsal', { plan });
  if (answer.ok) rehearsalOf(model).setState({ running: answer.value });
  else say(model, answer.error.message, 'bad');
}

export async function stopRehearsal(model: Model): Promise<void> {
  const answer = await model.platform.call('stopRehearsal', {});
  if (answer.ok) noteRehearsal(model, null);
  else say(model, answer.error.message, 'bad');
}

export async function loadReportCards(model: Model): Promise<void> {
  const answer = await model.platform.call('reportCards', {});
  if (answer.ok) rehearsalOf(model).setState({ cards: answer.value.cards });
  else say(model, answer.error.message, 'bad');
}
