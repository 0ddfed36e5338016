// The rehearsal that runs, your own plans, and the report cards of the recording that is shown. keep-in-step.ts updates the first;
// the others are read when they are looked at.

import type { OwnPlan, RehearsalView } from '../../../shared/api/views.ts';
import type { Input, Results } from '../../../shared/contract/api.ts';
import type { ReportCard } from '../../../shared/features/report-card/card.ts';
import type { InjectedCall } from '../../../shared/features/report-card/injected-calls.ts';
import { defineStore, type Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';

interface RehearsalState {
  running: RehearsalView | null;
  /** The start of the run that is shown; 0: all of the recording. */
  since: number;
  /** Its touched calls. */
  calls: InjectedCall[];
  own: OwnPlan[];
  /** Which clients called which servers, and the last session that a preview shows. */
  past: Results['pastSessions'];
  /** Where your plans are; null: nothing is kept. */
  folder: string | null;
  /** null: not read yet. */
  cards: ReportCard[] | null;
}

export const [rehearsalOf, useRehearsal] = defineStore<RehearsalState>(() => ({
  running: null,
  since: 0,
  calls: [],
  own: [],
  past: { pairs: [], session: null },
  folder: null,
  cards: null,
}));

export function noteRehearsal(model: Model, running: RehearsalView | null): void {
  const before = rehearsalOf(model).getState().running;
  rehearsalOf(model).setState({ running, ...(running ? { since: running.startedAt } : {}) });
  if (before && !running) say(model, `${before.title} is over. Traffic passes as before.`);
}

export async function loadRehearsalState(model: Model): Promise<void> {
  const answer = await model.platform.call('rehearsal', {});
  if (answer.ok) noteRehearsal(model, answer.value.running);
}

export async function startRehearsal(model: Model, plan: string): Promise<void> {
  const answer = await model.platform.call('startRehearsal', { plan });
  if (answer.ok) noteRehearsal(model, answer.value);
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

export async function loadPlans(model: Model): Promise<void> {
  const answer = await model.platform.call('rehearsalPlans', {});
  if (answer.ok) rehearsalOf(model).setState({ own: answer.value.plans, folder: answer.value.folder });
  else say(model, answer.error.message, 'bad');
}

/** null: it was not saved, and a message says why. */
export async function savePlan(model: Model, text: string, replaces: string | null): Promise<OwnPlan | null> {
  const answer = await model.platform.call('savePlan', { text, replaces });
  if (!answer.ok) {
    say(model, answer.error.message, 'bad');
    return null;
  }
  await loadPlans(model);
  return answer.value;
}

export async function removePlan(model: Model, file: string, title: string): Promise<boolean> {
  const answer = await model.platform.call('removePlan', { file });
  await loadPlans(model);
  if (!answer.ok) {
    say(model, answer.error.message, 'bad');
    return false;
  }
  const { text } = answer.value;
  say(model, `${title} deleted.`, 'plain', { label: 'Undo', run: () => void savePlan(model, text, null) });
  return true;
}

export async function loadPastSessions(model: Model, wanted: Input<'pastSessions'>): Promise<void> {
  const answer = await model.platform.call('pastSessions', wanted);
  if (answer.ok) rehearsalOf(model).setState({ past: answer.value });
  else say(model, answer.error.message, 'bad');
}

export async function loadRehearsedCalls(model: Model): Promise<void> {
  const { since } = rehearsalOf(model).getState();
  const answer = await model.platform.call('rehearsedCalls', { since });
  if (answer.ok) rehearsalOf(model).setState({ calls: answer.value.calls });
}
