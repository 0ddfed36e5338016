// Starts replays from a key, the card, a menu or the tab Attempts, always through the same guard.

import type { Input } from '../../shared/contract/api.ts';
import { hasTerm } from '../../shared/filter/terms.ts';
import { rowName } from '../text/row-words.ts';
import { visibleLine } from '../text/visible-text.ts';
import { awayServerOf, connectFirst } from './connect-servers.ts';
import { detailOf, setTab } from './detail.ts';
import { closeDialog, openDialog } from './dialogs.ts';
import { failuresFilter } from './filter.ts';
import type { Model } from './model.ts';
import { say } from './notices.ts';
import { pageOf, showPage } from './open-place.ts';
import { refusedGuard, sentTool } from './replay-guard.ts';
import { changeEdits, loadDraft, mark, replaysOf } from './replays.ts';
import { selectRow } from './selection.ts';
import { timelineOf } from './timeline.ts';

/** The row for keys and menus: the selected one, if it is visible. */
export function currentRow(model: Model): number | null {
  const { selected, selectedHidden } = timelineOf(model).getState();
  return pageOf(model).getState().page === 'timeline' && selectedHidden ? null : selected;
}

/**
 * Sends the call again unchanged, over a new connection if its server is not connected. Shows the reason if that is impossible.
 */
export async function replayRow(model: Model, row: number, when: 'now' | 'hinted', timeoutMs?: number): Promise<void> {
  const draft = await loadDraft(model, row);
  const refusal = draft === null ? replaysOf(model).getState().problems[row] : draft.problem;
  if (!draft || refusal) return say(model, refusal || 'This row cannot be replayed.', 'bad');
  if (draft.evidence) {
    // The user chooses the target server in a form that also accepts values.
    const { placeholders } = draft.evidence;
    editRow(model, row);
    const masked =
      placeholders.length === 0 ? '' : ` Masked values are in the way: ${placeholders.slice(0, 3).join(', ')}.`;
    return say(model, `Choose a live server to send to.${masked}`);
  }
  if (when === 'hinted' && draft.hinted === null)
    return say(model, 'The answer carries no hint when to retry. Press e to choose a policy.', 'bad');
  const away = awayServerOf(model, draft.row.server);
  if (away && !(await connectFirst(model, away))) return;
  await send(model, {
    row,
    message: { kind: 'as_sent' },
    to: { kind: 'same' },
    when: { kind: when },
    ...(timeoutMs && { timeoutMs }),
  });
}

/** Asks first if the guard requires it; returns whether it was sent. */
export async function send(model: Model, request: Input<'startReplay'>): Promise<boolean> {
  const guard = replaysOf(model).getState().drafts[request.row]?.guard;
  // On another server that server's hints count, and the host knows them: it refuses until the user confirms.
  if (request.to?.kind !== 'server' && guard && guard.need !== 'free') {
    ask(model, request);
    return false;
  }
  return start(model, request);
}

/** Sends it with the confirmation. */
export async function start(model: Model, request: Input<'startReplay'>): Promise<boolean> {
  const answer = await model.platform.call('startReplay', request);
  if (answer.ok) {
    replaysOf(model).setState({ editing: null });
    void loadDraft(model, request.row);
    return true;
  }
  if (answer.error.code === 'needs_confirmation') {
    // Another server or raw text has its own guard; its sentence comes with the refusal.
    ask(model, request, answer.error.message);
  } else say(model, answer.error.message, 'bad');
  return false;
}

function ask(model: Model, request: Input<'startReplay'>, refusal = ''): void {
  const draft = replaysOf(model).getState().drafts[request.row];
  if (!draft) return;
  const raw = request.message.kind === 'raw';
  const name = sentTool(request) ?? (raw ? '' : draft.guard.name);
  const guard = refusal === '' ? draft.guard : refusedGuard(draft.guard, name, refusal, request.confirm ?? '');
  const what = name === draft.guard.name ? rowName(draft.row) : name || 'this text';
  replaysOf(model).setState({ asking: { request, guard, what: visibleLine(what) } });
  openDialog(model, 'guard');
}

/** Opens the request of a row on its card, to be edited. */
export function editRow(model: Model, row: number): void {
  replaysOf(model).setState({ editing: row });
  showAttempts(model, row);
  void loadDraft(model, row);
}

/** The card of the newest attempt, with all others. */
export function showReplay(model: Model, replay: string): void {
  const view = replaysOf(model)
    .getState()
    .views.find(({ id }) => id === replay);
  if (view) showAttempts(model, view.attempts.findLast(({ row }) => row !== null)?.row ?? view.source);
}

function showAttempts(model: Model, row: number): void {
  const { page } = pageOf(model).getState();
  closeDialog(model);
  if (page !== 'timeline' && page !== 'failures') showPage(model, 'timeline');
  timelineOf(model).setState({ paneOpen: true });
  if (timelineOf(model).getState().selected !== row) void selectRow(model, row);
  setTab(model, 'attempts');
}

export async function control(
  model: Model,
  replay: string,
  action: 'pause' | 'resume' | 'skip' | 'cancel',
): Promise<void> {
  const answer = await model.platform.call('controlReplay', { replay, action });
  if (!answer.ok) say(model, answer.error.message, 'bad');
}

/** Lists the failures of a filter as calls; nothing is sent. */
export function planBulk(model: Model, filter: string, of: string): void {
  const wanted = filter.trim();
  const failed = hasTerm(wanted, failuresFilter) ? wanted : `${failuresFilter} ${wanted}`.trim();
  replaysOf(model).setState({ bulk: { kind: 'plan', filter: failed, of } });
  openDialog(model, 'bulk');
}

export function markRow(model: Model): void {
  const row = currentRow(model);
  if (row === null) return;
  const again = replaysOf(model).getState().marked === row;
  mark(model, again ? null : row);
  say(model, again ? 'Mark taken away.' : 'Marked. Select another call and press d to see what differs.');
}

export function diffWithMarked(model: Model): void {
  const { marked } = replaysOf(model).getState();
  const row = currentRow(model);
  if (marked === null) say(model, 'Nothing is marked yet. Press m on the call to compare with.', 'bad');
  else if (row === null || row === marked) say(model, 'Select another call than the marked one.', 'bad');
  else openDialog(model, 'diff');
}

/** For a request to fix: opens the copy for editing. */
export function fixArguments(model: Model): void {
  const { detail } = detailOf(model).getState();
  if (!detail) return;
  editRow(model, detail.row.id);
  changeEdits(model, detail.row.id, { when: 'now' });
}
