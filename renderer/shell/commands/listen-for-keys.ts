// Decides which command a key means, and when keys belong to something else: a field, an open dialog, a menu.

import { commands } from '../../../shared/contract/commands.ts';
import { dialogsOf } from '../../model/dialogs.ts';
import type { Model } from '../../model/model.ts';
import { onMac, readKey } from '../../text/keys.ts';
import { runCommand } from './run-command.ts';

const prefixLasts = 1_200;

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
