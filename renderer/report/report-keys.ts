// The shortcuts of a report: the window's navigation keys, without actions.

import { focusById } from '../components/focus-by-id.ts';
import { openFilter } from '../model/filter.ts';
import type { Model } from '../model/model.ts';
import { moveBy, moveToFailure } from '../model/selection.ts';
import { jumpToNewest, timelineOf } from '../model/timeline.ts';

export const keyHelp: [keys: string, does: string][] = [
  ['/', 'filter'],
  ['j k', 'rows'],
  ['n N', 'failures'],
  ['Enter', 'card'],
  ['Esc', 'back'],
];

export function listenInReport(model: Model): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || belongsElsewhere(event)) return;
    if (act(model, event.key)) event.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

/** Typing in a field, and keys that a focused control uses itself. */
function belongsElsewhere({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('[role="menu"]')) return true;
  if ((key === 'Enter' || key === ' ') && target.closest('button, a, summary')) return true;
  return key.startsWith('Arrow') && target.closest('[role="tablist"], [role="group"], [data-own-keys]') !== null;
}

/** False: the key has no meaning here. */
function act(model: Model, key: string): boolean {
  switch (key) {
    case '/':
      focusById('filter');
      return true;
    case 'j':
    case 'ArrowDown':
      moveBy(model, 1);
      return true;
    case 'k':
    case 'ArrowUp':
      moveBy(model, -1);
      return true;
    case 'n':
      void moveToFailure(model, 'next_failure');
      return true;
    case 'N':
      void moveToFailure(model, 'previous_failure');
      return true;
    case 'End':
      jumpToNewest(model);
      return true;
    case 'Enter':
      timelineOf(model).setState({ paneOpen: true });
      focusById('detail-pane');
      return true;
    case 'Escape':
      goBack(model);
      return true;
    default:
      return false;
  }
}

/** From the card to the list; from the list it closes the card, then clears the filter. */
function goBack(model: Model): void {
  const { paneOpen, filter } = timelineOf(model).getState();
  const fromCard = document.getElementById('detail-pane')?.contains(document.activeElement);
  if (!fromCard && paneOpen) timelineOf(model).setState({ paneOpen: false });
  else if (!fromCard && filter !== '') void openFilter(model, '');
  focusById('timeline-grid');
}
