// Rules and held messages as the host reports them, and the message that is open.

import type { HeldView, HoldAction, HoldView } from '../../../shared/features/hold/held.ts';
import { wentOnWords } from '../../../shared/features/hold/held-words.ts';
import { type HoldDirection, ruleWords, type WantedRule } from '../../../shared/features/hold/rules.ts';
import { connectionOf, serverById } from '../../model/connection.ts';
import { closeDialog, dialogsOf, openDialog } from '../../model/dialogs.ts';
import { defineStore, type Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';

interface HoldState extends HoldView {
  /** The open message; it may already be gone. */
  shown: HeldView | null;
}

export const [holdOf, useHold] = defineStore<HoldState>(() => ({ rules: [], held: [], gone: null, shown: null }));

export function noteHold(model: Model, view: HoldView): void {
  const { shown, gone } = holdOf(model).getState();
  holdOf(model).setState({ ...view, shown: view.held.find(({ id }) => id === shown?.id) ?? shown });
  if (view.gone && view.gone.held.id !== gone?.held.id) say(model, wentOnWords(view.gone));
}

export async function loadHoldState(model: Model): Promise<void> {
  const answer = await model.platform.call('holds', {});
  // What went on before is no news.
  if (answer.ok) holdOf(model).setState(answer.value);
}

/** Opens one of them, or the one that has waited longest. */
export function openHeld(model: Model, id: number | null = null): void {
  const { held } = holdOf(model).getState();
  holdOf(model).setState({ shown: held.find((one) => one.id === id) ?? held[0] ?? null });
  openDialog(model, 'held');
}

export async function addRule(model: Model, rule: WantedRule): Promise<boolean> {
  const answer = await model.platform.call('addHoldRule', { rule });
  if (!answer.ok) say(model, answer.error.message, 'bad');
  else say(model, `Holds: ${wordsOfRule(model, rule)}.`);
  return answer.ok;
}

/** Answers of the selected call's tool, to its client, the next one only. */
export async function holdLikeRow(model: Model, row: number): Promise<void> {
  const detail = await model.platform.call('rowDetail', { id: row });
  if (!detail.ok) {
    say(model, detail.error.message, 'bad');
    return;
  }
  const { server, method, target, actor, client } = detail.value.row;
  const isTool = method === 'tools/call';
  const direction: HoldDirection = 'response';
  await addRule(model, {
    client: actor === 'client' ? client : 'Misfire',
    server,
    method,
    tool: isTool ? target : null,
    direction,
    failuresOnly: false,
    once: true,
  });
}

export async function removeRule(model: Model, rule: number): Promise<void> {
  const answer = await model.platform.call('removeHoldRule', { rule });
  if (!answer.ok) say(model, answer.error.message, 'bad');
}

export async function releaseAll(model: Model): Promise<void> {
  const answer = await model.platform.call('releaseHeld', {});
  if (!answer.ok) say(model, answer.error.message, 'bad');
  else say(model, answer.value.passed === 0 ? 'Nothing is held any more.' : `${answer.value.passed} passed on.`);
}

/** null: decided. Otherwise why not. */
export async function decideMessage(
  model: Model,
  held: number,
  action: HoldAction,
  text?: string,
): Promise<string | null> {
  const answer = await model.platform.call('decideHeld', { held, action, ...(text === undefined ? {} : { text }) });
  if (!answer.ok) return answer.error.message;
  const [next] = holdOf(model)
    .getState()
    .held.filter(({ id }) => id !== held);
  if (next) openHeld(model, next.id);
  else if (dialogsOf(model).getState().open === 'held') closeDialog(model);
  return null;
}

export const serverNameOf = (model: Model, server: string): string =>
  serverById(connectionOf(model).getState().servers, server)?.name ?? server;

export const wordsOfRule = (model: Model, rule: WantedRule): string =>
  ruleWords({ ...rule, server: rule.server === null ? null : serverNameOf(model, rule.server) });
