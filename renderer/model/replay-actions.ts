// Starting replays: from a key, the card, a menu or the Replay place, always through the same guard.

import type { Input } from '../../shared/api.ts';
import type { Platform } from '../platform/platform.ts';
import { isLive } from '../text/replay-words.ts';
import { callName } from '../text/row-words.ts';
import { visibleLine } from '../text/visible-text.ts';
import { useDetail } from './detail.ts';
import { openDialog } from './dialogs.ts';
import { failuresFilter, hasTerm } from './filter.ts';
import { say } from './notices.ts';
import { showPage, usePage } from './page.ts';
import { refusedGuard, sentTool } from './replay-guard.ts';
import { changeEdits, loadDraft, mark, replayOf, show, useReplays } from './replays.ts';
import { useTimeline } from './timeline.ts';

/** The row that keys and menus mean: on the Replay place the one that is worked on, else the selected one. */
export function currentRow(): number | null {
  const { shown } = useReplays.getState();
  if (usePage.getState().page === 'replay') return shown.kind === 'row' ? shown.row : null;
  return useTimeline.getState().selected;
}

/** Sends the call again as it was. Says why where that cannot be. */
export async function replayRow(platform: Platform, row: number, when: 'now' | 'hinted'): Promise<void> {
  const draft = await loadDraft(platform, row);
  const refusal = draft === null ? useReplays.getState().problems[row] : draft.problem;
  if (!draft || refusal) return say(refusal || 'This row cannot be replayed.', 'bad');
  if (when === 'hinted' && draft.hinted === null)
    return say('The answer carries no hint when to retry. Press e to choose a policy.', 'bad');
  await send(platform, { row, message: { kind: 'as_sent' }, to: { kind: 'same' }, when: { kind: when } });
}

/** Asks first where the guard wants it; answers whether it was sent. */
export async function send(platform: Platform, request: Input<'startReplay'>): Promise<boolean> {
  const guard = useReplays.getState().drafts[request.row]?.guard;
  if (guard && guard.need !== 'free') {
    ask(request);
    return false;
  }
  return start(platform, request);
}

/** Sends it with what was agreed to. */
export async function start(platform: Platform, request: Input<'startReplay'>): Promise<boolean> {
  const answer = await platform.call('startReplay', request);
  if (answer.ok) {
    const { shown } = useReplays.getState();
    if (usePage.getState().page === 'replay' && shown.kind === 'row' && shown.row === request.row)
      show({ ...shown, replay: answer.value.replay });
    void loadDraft(platform, request.row);
    return true;
  }
  if (answer.error.code === 'needs_confirmation') {
    // Another server or a text of one's own has a guard of its own; its words come with the refusal.
    ask(request, answer.error.message);
  } else say(answer.error.message, 'bad');
  return false;
}

function ask(request: Input<'startReplay'>, refusal = ''): void {
  const draft = useReplays.getState().drafts[request.row];
  if (!draft) return;
  const raw = request.message.kind === 'raw';
  const name = sentTool(request) ?? (raw ? '' : draft.guard.name);
  const guard = refusal === '' ? draft.guard : refusedGuard(draft.guard, name, refusal, request.confirm ?? '');
  const what = name === draft.guard.name ? callName(draft.row) : name || 'this text';
  useReplays.setState({ asking: { request, guard, what: visibleLine(what) } });
  openDialog('guard');
}

/** Opens the Replay place on a copy of the row. */
export function editRow(platform: Platform, row: number): void {
  show({ kind: 'row', row, replay: replayOf(useReplays.getState().views, row)?.id ?? null });
  showPage('replay');
  void loadDraft(platform, row);
}

export function showReplay(platform: Platform, replay: string): void {
  const view = useReplays.getState().views.find(({ id }) => id === replay);
  if (!view) return;
  show({ kind: 'row', row: view.source, replay });
  showPage('replay');
  void loadDraft(platform, view.source);
}

export async function control(
  platform: Platform,
  replay: string,
  action: 'pause' | 'resume' | 'skip' | 'cancel',
): Promise<void> {
  const answer = await platform.call('controlReplay', { replay, action });
  if (!answer.ok) say(answer.error.message, 'bad');
}

/** Lists the failures of a filter as calls; nothing is sent. */
export function planBulk(filter: string, of: string): void {
  const wanted = filter.trim();
  show({ kind: 'plan', filter: hasTerm(wanted, failuresFilter) ? wanted : `${failuresFilter} ${wanted}`.trim(), of });
  showPage('replay');
}

/** From the Replay place's list: the replay that runs, else the newest. */
export function showNewest(): void {
  const { views, shown } = useReplays.getState();
  if (shown.kind !== 'nothing') return;
  const found = views.findLast(isLive) ?? views.at(-1);
  if (!found) return;
  show(found.bulk === null ? { kind: 'row', row: found.source, replay: found.id } : { kind: 'bulk', bulk: found.bulk });
}

export function markRow(): void {
  const row = currentRow();
  if (row === null) return;
  const again = useReplays.getState().marked === row;
  mark(again ? null : row);
  say(again ? 'Mark taken away.' : 'Marked. Select another call and press d to see what differs.');
}

export function diffWithMarked(): void {
  const { marked } = useReplays.getState();
  const row = currentRow();
  if (marked === null) say('Nothing is marked yet. Press m on the call to compare with.', 'bad');
  else if (row === null || row === marked) say('Select another call than the marked one.', 'bad');
  else openDialog('diff');
}

/** For a caller's mistake: the copy opens where it can be mended. */
export function fixArguments(platform: Platform): void {
  const { detail } = useDetail.getState();
  if (!detail) return;
  editRow(platform, detail.row.id);
  changeEdits(detail.row.id, { when: 'now' });
}
