// What each action does, and when keys belong to something else: a field, an open dialog, a menu.

import { type Command, commands } from '../../../shared/commands.ts';
import { openAsk } from '../../model/asks.ts';
import { useDetail } from '../../model/detail.ts';
import { openAdd, openCall, openDialects, openDialog, useDialogs } from '../../model/dialogs.ts';
import { toggleExpected } from '../../model/expected.ts';
import { openFilter } from '../../model/filter.ts';
import { copyText, say } from '../../model/notices.ts';
import { showPage, usePage } from '../../model/page.ts';
import { setTheme, setTimes } from '../../model/preferences.ts';
import { currentRow, diffWithMarked, editRow, markRow, planBulk, replayRow } from '../../model/replay-actions.ts';
import { moveBy, moveToFailure } from '../../model/selection.ts';
import { jumpToNewest, setPaused, useTimeline } from '../../model/timeline.ts';
import { copyFailure, copyMessage } from '../../places/card/copy-parts.ts';
import { runOnGroups } from '../../places/failures/failures-state.ts';
import { moveReplay } from '../../places/replay/move.ts';
import { chooseFile } from '../../places/sessions/import-file.ts';
import { backToNow, beginSession } from '../../places/sessions/session-actions.ts';
import { startTour } from '../../places/tour/tour-state.ts';
import type { Platform } from '../../platform/platform.ts';
import { readKey } from '../../text/keys.ts';
import { isElsewhere } from './availability.ts';

const prefixLasts = 1_200;

export function listenForKeys(platform: Platform): () => void {
  let before: { key: string; at: number } | null = null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || useDialogs.getState().open !== 'none') return;
    // With Ctrl or ⌘ held nobody is typing.
    if (!event.ctrlKey && !event.metaKey && belongsElsewhere(event)) return;
    const fresh = before && event.timeStamp - before.at < prefixLasts ? before.key : null;
    const read = readKey(event, fresh);
    before = read && 'prefix' in read ? { key: read.prefix, at: event.timeStamp } : null;
    if (!read || !('command' in read)) return;
    event.preventDefault();
    runCommand(platform, read.command);
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

/** What is chosen in the desktop's menu. An open dialog keeps the window to itself, as with keys. */
export function listenForMenu(platform: Platform): () => void {
  return platform.onCommand((chosen) => {
    const command = commands.find((known) => known === chosen);
    if (command !== undefined && useDialogs.getState().open === 'none') runCommand(platform, command);
  });
}

/** Typing in a field, and keys that a focused control uses itself. */
function belongsElsewhere(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return true;
  if (target.closest('[role="menu"], [role="listbox"], [role="dialog"]')) return true;
  const pressesControl = event.key === 'Enter' || event.key === ' ';
  if (pressesControl && target.closest('button, a, summary')) return true;
  const movesControl = event.key.startsWith('Arrow') || event.key === 'End';
  return (
    movesControl && target.closest('[role="tablist"], [role="group"], [role="separator"], [data-own-keys]') !== null
  );
}

export function runCommand(platform: Platform, command: Command): unknown {
  const { page } = usePage.getState();
  const onReplay = page === 'replay';
  if (isElsewhere(command, page)) return undefined;
  if (page === 'failures' && runOnGroups(platform, command)) return undefined;
  const row = currentRow();
  switch (command) {
    case 'next-row':
      return onReplay ? moveReplay(platform, 1) : moveBy(1);
    case 'previous-row':
      return onReplay ? moveReplay(platform, -1) : moveBy(-1);
    case 'next-failure':
      return moveToFailure(platform, 'next_failure');
    case 'previous-failure':
      return moveToFailure(platform, 'previous_failure');
    case 'open':
      return openCard();
    case 'back':
      return onReplay ? goToTimeline() : goBack();
    case 'newest':
      return jumpToNewest();
    case 'replay':
      return row === null ? undefined : replayRow(platform, row, 'now');
    case 'wait-retry':
      return row === null ? undefined : replayRow(platform, row, 'hinted');
    case 'edit-replay':
      return row === null ? undefined : editRow(platform, row);
    case 'mark':
      return markRow();
    case 'diff-marked':
      return diffWithMarked();
    case 'expected':
      return markSelected(platform);
    case 'new-call':
      return openCall();
    case 'filter':
      return document.getElementById('filter')?.focus();
    case 'pause':
      return setPaused(!useTimeline.getState().paused);
    case 'go-timeline':
      showPage('timeline');
      return openFilter(platform, '');
    case 'go-failures':
      return showPage('failures');
    case 'go-replay':
      return showPage('replay');
    case 'go-compare':
      return showPage('compare');
    case 'go-probe':
      return showPage('probe');
    case 'sheet':
      return openDialog('sheet');
    case 'palette':
      return openDialog('palette');
    case 'clear-filter':
      return openFilter(platform, '');
    case 'replay-all':
      return planBulk('', 'all servers');
    case 'copy-failure':
      return copyFailure();
    case 'copy-request':
      return copyMessage(platform, useDetail.getState().raw, 'request');
    case 'copy-response':
      return copyMessage(platform, useDetail.getState().raw, 'response');
    case 'copy-link':
      return copyText(window.location.href, 'Link');
    case 'add-server':
      return openAdd();
    case 'import-servers':
      return openAdd('import');
    case 'answer-ask':
      return openAsk();
    case 'try-samples':
      return trySamples(platform);
    case 'new-session':
      return beginSession(platform);
    case 'open-file':
      return chooseFile(platform);
    case 'export':
      return openDialog('export');
    case 'sessions':
      return openDialog('sessions');
    case 'back-to-now':
      return backToNow(platform);
    case 'dialects':
      return openDialects(null);
    case 'theme-system':
      return setTheme('system');
    case 'theme-light':
      return setTheme('light');
    case 'theme-dark':
      return setTheme('dark');
    case 'time-clock':
      return setTimes('clock');
    case 'time-elapsed':
      return setTimes('elapsed');
    case 'tour':
      return startTour();
  }
}

/** The failure that is selected, wherever that is. */
function markSelected(platform: Platform): unknown {
  const { detail } = useDetail.getState();
  const group = detail?.row.id === currentRow() ? detail.row.group : null;
  return group === null ? say('Only a failure can be expected. Select one first.') : toggleExpected(platform, group);
}

async function trySamples(platform: Platform): Promise<void> {
  const answer = await platform.call('trySamples', {});
  if (!answer.ok) say(answer.error.message, 'bad');
}

function openCard(): void {
  useTimeline.setState({ paneOpen: true });
  // The card may only come to be with this change.
  setTimeout(() => document.getElementById('detail-pane')?.focus(), 0);
}

function goToTimeline(): void {
  showPage('timeline');
  // The list comes to be with this change.
  setTimeout(() => document.getElementById('timeline-grid')?.focus(), 0);
}

/** From within the card to the list; from the list, the card closes. */
function goBack(): void {
  const pane = document.getElementById('detail-pane');
  const grid = document.getElementById('timeline-grid');
  if (pane?.contains(document.activeElement)) grid?.focus();
  else {
    useTimeline.setState({ paneOpen: false });
    grid?.focus();
  }
}
