// What each shortcut does, and when keys belong to something else: a field, an open dialog, a menu.

import { callStart } from '../call/call-start.ts';
import type { Platform } from '../platform/platform.ts';
import { useDetail } from '../state/detail.ts';
import { openCall, openDialog, useDialogs } from '../state/dialogs.ts';
import { failuresFilter, openFilter } from '../state/filter.ts';
import { enterRoom, useRoom } from '../state/room.ts';
import { moveBy, moveToFailure } from '../state/selection.ts';
import { jumpToNewest, setPaused, useTimeline } from '../state/timeline.ts';
import { type Command, readKey } from './keys.ts';

const prefixLasts = 1_200;

export function listenForKeys(platform: Platform): () => void {
  let before: { key: string; at: number } | null = null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || useDialogs.getState().open !== 'none' || belongsElsewhere(event)) return;
    const fresh = before && event.timeStamp - before.at < prefixLasts ? before.key : null;
    const read = readKey(event, fresh);
    before = read && 'prefix' in read ? { key: read.prefix, at: event.timeStamp } : null;
    if (!read || !('command' in read)) return;
    event.preventDefault();
    run(platform, read.command);
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
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

/** What acts on rows has nothing to act on in the other places. */
const everywhere: readonly Command[] = ['sheet', 'go-timeline', 'go-failures', 'go-compare', 'go-probe', 'new-call'];

function run(platform: Platform, command: Command): unknown {
  if (useRoom.getState().room !== 'log' && !everywhere.includes(command)) return;
  switch (command) {
    case 'next-row':
      return moveBy(1);
    case 'previous-row':
      return moveBy(-1);
    case 'next-failure':
      return moveToFailure(platform, 'next_failure');
    case 'previous-failure':
      return moveToFailure(platform, 'previous_failure');
    case 'open':
      return openCard();
    case 'back':
      return goBack();
    case 'newest':
      return jumpToNewest();
    case 'call-again': {
      const { detail } = useDetail.getState();
      return detail?.row.kind === 'call' ? openCall(callStart(detail)) : openCall();
    }
    case 'new-call':
      return openCall();
    case 'filter':
      return document.getElementById('filter')?.focus();
    case 'pause':
      return setPaused(!useTimeline.getState().paused);
    case 'go-timeline':
      enterRoom('log');
      return openFilter(platform, '');
    case 'go-failures':
      enterRoom('log');
      return openFilter(platform, failuresFilter);
    case 'go-compare':
      return enterRoom('compare');
    case 'go-probe':
      return enterRoom('probe');
    case 'sheet':
      return openDialog('sheet');
  }
}

function openCard(): void {
  useTimeline.setState({ paneOpen: true });
  // The card may only come to be with this change.
  setTimeout(() => document.getElementById('detail-pane')?.focus(), 0);
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
