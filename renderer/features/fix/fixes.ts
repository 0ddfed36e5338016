// Running and finished fixes as the host reports them, and whose steps are on the card in place of the finding.

import type { FixView } from '../../../shared/features/fix/fix-view.ts';
import type { FixAnswerInput } from '../../../shared/features/fix/methods.ts';
import type { Json } from '../../../shared/json/json.ts';
import { isFilled, typedValues } from '../../card/fix/repair-server.ts';
import { defineStore, type Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { timelineOf } from '../../model/timeline.ts';

interface Fixes {
  /** The newest of each failed call, by its row. */
  views: Readonly<Record<number, FixView>>;
  /** The row whose card shows the steps. */
  shown: number | null;
  /** Why the last answer was not accepted; '' if it was. */
  problem: string;
}

export const [fixesOf, useFixes] = defineStore<Fixes>(() => ({ views: {}, shown: null, problem: '' }));

export function noteFixes(model: Model, views: readonly FixView[]): void {
  fixesOf(model).setState((state) => ({
    views: { ...state.views, ...Object.fromEntries(views.map((view) => [view.source, view])) },
  }));
}

export async function loadFixes(model: Model): Promise<void> {
  const answer = await model.platform.call('fixes', {});
  if (answer.ok) noteFixes(model, answer.value.fixes);
}

/** A fix that is not over is shown, not started again. */
export async function startFix(model: Model, row: number): Promise<void> {
  const known = fixesOf(model).getState().views[row];
  if (known !== undefined && known.state !== 'stopped') return showFix(model, row);
  const started = await model.platform.call('startFix', { row });
  if (!started.ok) return say(model, started.error.message, 'bad');
  await loadFixes(model);
  showFix(model, row);
}

/** null: the finding again. */
export function showFix(model: Model, shown: number | null): void {
  fixesOf(model).setState({ shown, problem: '' });
  if (shown !== null) timelineOf(model).setState({ paneOpen: true });
}

export async function stopFix(model: Model, { id }: FixView): Promise<void> {
  const answer = await model.platform.call('stopFix', { fix: id });
  if (!answer.ok) say(model, answer.error.message, 'bad');
}

export async function answerFix(model: Model, { id }: FixView, answer: FixAnswerInput): Promise<void> {
  const accepted = await model.platform.call('answerFix', { fix: id, answer });
  fixesOf(model).setState({ problem: accepted.ok ? '' : accepted.error.message });
}

/** `attempt`: an earlier one, to start again from there. */
export const answerValue = (model: Model, view: FixView, path: string, value: Json, attempt?: number): Promise<void> =>
  answerFix(model, view, {
    kind: 'value',
    path,
    value: JSON.stringify(value),
    ...(attempt === undefined ? {} : { attempt }),
  });

/** For this run only: sets them, starts the server again, and goes on. */
export async function setFixVariables(model: Model, view: FixView, names: readonly string[]): Promise<void> {
  if (!isFilled(model, names)) return;
  const values = typedValues(model, names);
  const kept = await model.platform.call('setVariables', { server: view.to, values, words: {}, keep: 'run' });
  if (!kept.ok) return fixesOf(model).setState({ problem: kept.error.message });
  await answerFix(model, view, { kind: 'ready' });
}
