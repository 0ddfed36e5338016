// Runs each action, and decides when keys belong to something else: a field, an open dialog, a menu.

import { type Command, commands } from '../../../shared/api/commands.ts';
import { moveToTab } from '../../card/card-tab-list.tsx';
import { editServerOf } from '../../card/fix/repair-server.ts';
import { currentPrimary, runPrimary } from '../../card/fix/run-primary.ts';
import { openMoreMenu } from '../../card/head/more-menu.tsx';
import { copyFailure, copyMessage } from '../../card/parts/copy-parts.ts';
import { moveToSection, toggleSections } from '../../card/parts/fold.tsx';
import { focusById } from '../../components/focus-by-id.ts';
import { zoomBy } from '../../components/waterfall-scale.ts';
import { runOnGroups } from '../../features/failures/failures-actions.ts';
import { chooseFile } from '../../features/recordings/import-file.ts';
import { backToNow, beginRecording } from '../../features/recordings/recording-actions.ts';
import { stopRehearsal } from '../../features/rehearse/rehearsal.ts';
import { openSettings } from '../../features/settings/settings-state.ts';
import { startTour } from '../../features/tour/tour-state.ts';
import { connectAll } from '../../model/connect-servers.ts';
import { detailOf, selectedRow, waitForDetail } from '../../model/detail.ts';
import { dialogsOf, openAdd, openCall, openDialects, openDialog } from '../../model/dialogs.ts';
import { toggleDifferences } from '../../model/differences.ts';
import { type Said, toggleMarks } from '../../model/expected.ts';
import { openFilter, setCallsOnly, startTerm } from '../../model/filter.ts';
import { openCorrected } from '../../model/fix-call.ts';
import { unfoldedOf } from '../../model/folds.ts';
import type { Model } from '../../model/model.ts';
import { copyText, say } from '../../model/notices.ts';
import { pageOf, showPage } from '../../model/open-place.ts';
import { openAsk } from '../../model/pending-requests.ts';
import { clearPicked, pickedOf, pickStep } from '../../model/picked-rows.ts';
import { preferencesOf, setTheme, setTimes } from '../../model/preferences.ts';
import { currentRow, diffWithMarked, editRow, markRow, planBulk, replayRow } from '../../model/replay-actions.ts';
import { foldSelected, moveBy, moveToFailure } from '../../model/selection.ts';
import { jumpToNewest, setPaused, timelineOf } from '../../model/timeline.ts';
import { showWholeAxis, waterfallZoomOf, zoomAnchorOf } from '../../model/waterfall-zoom.ts';
import { onMac, readKey } from '../../text/keys.ts';
import { markPicked } from '../../timeline/picked-bar.tsx';
import { openColumns, toggleAll } from '../../timeline/timeline-bar.tsx';
import { hiddenWords, isElsewhere, whyNot } from './availability.ts';

const prefixLasts = 1_200;
const zoomStep = 1.6;

function zoomWaterfall(model: Model, by: number): void {
  const zoom = waterfallZoomOf(model);
  zoom.setState(zoomBy(zoom.getState(), by, zoomAnchorOf(model).getState().at));
}

export function listenForKeys(model: Model): () => void {
  let before: { key: string; at: number } | null = null;
  /** The key that ran a command, until it is released. */
  let held = '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (travelByKey(model, event)) return;
    if (event.defaultPrevented || dialogsOf(model).getState().open !== 'none') return;
    // With Ctrl or ⌘ held, the user is not typing.
    if (!event.ctrlKey && !event.metaKey && belongsElsewhere(event)) return;
    const fresh = before && event.timeStamp - before.at < prefixLasts ? before.key : null;
    const read = readKey(event, fresh);
    before = read && 'prefix' in read ? { key: read.prefix, at: event.timeStamp } : null;
    if (!read || !('command' in read)) return;
    event.preventDefault();
    held = event.key;
    runCommand(model, read.command);
  };
  const onKeyUp = () => {
    held = '';
  };
  // The command may have focused an editor, and a key that is still down must not type there.
  const onRepeat = (event: KeyboardEvent) => {
    if (event.repeat && event.key === held && isEditor(event.target)) event.preventDefault();
  };
  document.addEventListener('keyup', onKeyUp, true);
  document.addEventListener('keydown', onRepeat, true);
  document.addEventListener('keydown', onKeyDown);
  document.addEventListener('mouseup', travelByMouse);
  return () => {
    document.removeEventListener('keyup', onKeyUp, true);
    document.removeEventListener('keydown', onRepeat, true);
    document.removeEventListener('keydown', onKeyDown);
    document.removeEventListener('mouseup', travelByMouse);
  };
}

/** Back and Forward also work in open dialogs. On a Mac, Alt and an arrow move by a word in a field. */
function travelByKey(model: Model, event: KeyboardEvent): boolean {
  const read = readKey(event, null);
  if (!read || !('command' in read) || (read.command !== 'go-back' && read.command !== 'go-forward')) return false;
  if (event.altKey && onMac() && belongsElsewhere(event)) return false;
  event.preventDefault();
  runCommand(model, read.command);
  return true;
}

/** The buttons next to the wheel. The browser's own handling would navigate twice, and the desktop window has none. */
function travelByMouse(event: MouseEvent): void {
  if (event.button !== 3 && event.button !== 4) return;
  event.preventDefault();
  window.history.go(event.button === 3 ? -1 : 1);
}

/** Commands from the desktop menu. An open dialog blocks them, as it does keys. */
export function listenForMenu(model: Model): () => void {
  return model.platform.onCommand((chosen) => {
    const command = commands.find((known) => known === chosen);
    if (command !== undefined && dialogsOf(model).getState().open === 'none') runCommand(model, command);
  });
}

function isEditor(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  if (element === null || isChoice(element)) return false;
  return element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
}

/** A radio button or a checkbox takes no text, so letters stay shortcuts. */
const isChoice = (element: HTMLElement): boolean =>
  element instanceof HTMLInputElement && (element.type === 'radio' || element.type === 'checkbox');

/** Typing in a field, and keys that a focused control uses itself. */
function belongsElsewhere(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (isEditor(target)) return true;
  if (target.closest('[role="menu"], [role="listbox"], [role="dialog"]')) return true;
  const pressesControl = event.key === 'Enter' || event.key === ' ';
  if (pressesControl && target.closest('button, a, summary')) return true;
  if ((pressesControl || event.key.startsWith('Arrow')) && isChoice(target)) return true;
  const movesControl = event.key.startsWith('Arrow') || event.key === 'End';
  return (
    movesControl && target.closest('[role="tablist"], [role="group"], [role="separator"], [data-own-keys]') !== null
  );
}

export function runCommand(model: Model, command: Command): unknown {
  const { page } = pageOf(model).getState();
  if (isElsewhere(command, page)) return undefined;
  if (page === 'failures' && runOnGroups(model, command)) return undefined;
  const row = currentRow(model);
  switch (command) {
    case 'next-row':
      return moveTo(model, 1);
    case 'previous-row':
      return moveTo(model, -1);
    case 'pick-next':
      return pickStep(model, 1);
    case 'pick-previous':
      return pickStep(model, -1);
    case 'next-failure':
      return moveToFailure(model, 'next_failure');
    case 'previous-failure':
      return moveToFailure(model, 'previous_failure');
    case 'unfold':
      return foldSelected(model, true);
    case 'fold':
      return foldSelected(model, false);
    case 'open':
      return openCard(model);
    case 'back':
      return page === 'settings' ? goToTimeline(model) : goBack(model);
    case 'newest':
      return jumpToNewest(model);
    case 'zoom-in':
      return zoomWaterfall(model, zoomStep);
    case 'zoom-out':
      return zoomWaterfall(model, 1 / zoomStep);
    case 'zoom-all':
      return showWholeAxis(model);
    case 'calls-only':
      return setCallsOnly(model, !preferencesOf(model).getState().callsOnly);
    case 'columns':
      return openColumns();
    case 'differences':
      return toggleDifferences(model);
    case 'unfold-all':
      return toggleAll(model, !unfoldedOf(model).getState().all);
    case 'connect-all':
      return connectAll(model);
    case 'replay':
      return row === null ? sayWhy(model, command) : replayRow(model, row, 'now');
    case 'wait-retry':
      return row === null ? sayWhy(model, command) : replayRow(model, row, 'hinted');
    case 'edit-replay':
      return row === null ? sayWhy(model, command) : editSelected(model, row);
    case 'fix-call':
      return row === null ? sayWhy(model, command) : fixSelected(model, row);
    case 'sign-in':
      return signInSelected(model);
    case 'next-section':
      return moveToSection(1);
    case 'previous-section':
      return moveToSection(-1);
    case 'toggle-sections':
      return toggleSections(model);
    case 'next-tab':
      return moveToTab();
    case 'card-menu':
      return openMoreMenu();
    case 'mark':
      return markRow(model);
    case 'diff-marked':
      return diffWithMarked(model);
    case 'expected':
    case 'resolved':
      return markSelected(model, command);
    case 'new-call':
      return isCardShown(model) && currentPrimary(model)?.kind === 'report' ? copyFailure(model) : openCall(model);
    case 'filter':
      return focusFilter(model);
    case 'pause':
      return setPaused(model, !timelineOf(model).getState().paused);
    case 'go-timeline':
      return goToTimeline(model);
    case 'go-failures':
      return showPage(model, 'failures');
    case 'go-compare':
      return showPage(model, 'compare');
    case 'go-rehearse':
      return showPage(model, 'rehearse');
    case 'stop-rehearsal':
      return stopRehearsal(model);
    case 'go-back':
      return window.history.back();
    case 'go-forward':
      return window.history.forward();
    case 'go-settings':
      return openSettings(model);
    case 'sheet':
      return openDialog(model, 'sheet');
    case 'palette':
      return openDialog(model, 'palette');
    case 'clear-filter':
      return openFilter(model, '');
    case 'replay-all':
      return planBulk(model, '', 'all servers');
    case 'copy-failure':
      return copyFailure(model);
    case 'copy-request':
      return copyMessage(model, detailOf(model).getState().raw, 'request');
    case 'copy-response':
      return copyMessage(model, detailOf(model).getState().raw, 'response');
    case 'copy-link':
      return copyText(model, window.location.href, 'Link');
    case 'add-server':
      return openAdd(model);
    case 'import-servers':
      return openAdd(model, 'import');
    case 'watch-client':
      return openDialog(model, 'watch');
    case 'answer-ask':
      return openAsk(model);
    case 'try-samples':
      return trySamples(model);
    case 'new-recording':
      return beginRecording(model);
    case 'open-file':
      return chooseFile(model);
    case 'export':
      return openDialog(model, 'export');
    case 'recordings':
      return openDialog(model, 'recordings');
    case 'transcripts':
      return openDialog(model, 'transcripts');
    case 'back-to-now':
      return backToNow(model);
    case 'dialects':
      return openDialects(model, null);
    case 'theme-system':
      return setTheme(model, 'system');
    case 'theme-light':
      return setTheme(model, 'light');
    case 'theme-dark':
      return setTheme(model, 'dark');
    case 'time-clock':
      return setTimes(model, 'clock');
    case 'time-elapsed':
      return setTimes(model, 'elapsed');
    case 'tour':
      return startTour(model);
  }
}

function moveTo(model: Model, step: number): void {
  clearPicked(model);
  moveBy(model, step);
}

function sayWhy(model: Model, command: Command): void {
  const why = whyNot(model, command);
  if (why !== '') say(model, `${why}.`, 'bad');
}

/** The selected failure, in any place. */
async function markSelected(model: Model, said: Said): Promise<void> {
  if (pickedOf(model).getState().rows.size > 0) return markPicked(model, said);
  if (timelineOf(model).getState().selectedHidden) return say(model, hiddenWords, 'bad');
  const row = selectedRow(model) ?? (await waitForDetail(model))?.row;
  if (row == null || row.group === null) return say(model, 'Only a failure can be marked. Select one first.');
  return toggleMarks(model, [row.group], said);
}

/** For a failure of its server, the fix is to change the server; any other opens as a copy. */
async function editSelected(model: Model, row: number): Promise<void> {
  if (!editServerOf(model, await waitForDetail(model))) editRow(model, row);
}

/** What the card's button does, on every failure. */
async function fixSelected(model: Model, row: number): Promise<void> {
  const detail = await waitForDetail(model);
  const primary = detail?.failure ? currentPrimary(model) : null;
  if (detail && primary) await runPrimary(model, detail, primary.kind);
  else await openCorrected(model, row);
}

async function signInSelected(model: Model): Promise<void> {
  const detail = await waitForDetail(model);
  const primary = detail && currentPrimary(model);
  if (detail && primary?.kind === 'sign_in') await runPrimary(model, detail, primary.kind);
  else say(model, 'Select a call that needs a sign-in first.', 'bad');
}

function isCardShown(model: Model): boolean {
  const { paneOpen, selected } = timelineOf(model).getState();
  const { page } = pageOf(model).getState();
  return paneOpen && selected !== null && (page === 'timeline' || page === 'failures');
}

async function trySamples(model: Model): Promise<void> {
  const answer = await model.platform.call('trySamples', {});
  if (!answer.ok) say(model, answer.error.message, 'bad');
}

function openCard(model: Model): void {
  timelineOf(model).setState({ paneOpen: true });
  focusById('detail-pane');
}

/** The filter belongs to the timeline, so other places switch there first. */
function focusFilter(model: Model): void {
  showPage(model, 'timeline');
  focusById('filter');
  startTerm(model);
}

function goToTimeline(model: Model): void {
  showPage(model, 'timeline');
  focusById('timeline-grid');
}

/** From the card to the list; from the list, closes the card. */
function goBack(model: Model): void {
  if (pickedOf(model).getState().rows.size > 0) {
    clearPicked(model);
    return;
  }
  const pane = document.getElementById('detail-pane');
  const grid = document.getElementById('timeline-grid');
  if (pane?.contains(document.activeElement)) grid?.focus();
  else {
    timelineOf(model).setState({ paneOpen: false });
    grid?.focus();
  }
}
