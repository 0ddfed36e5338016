// Interprets key presses, and formats shortcuts for this machine. shared/api/commands.ts has the table.

import { acceleratorLabel as labelOf } from '../../shared/api/commands.ts';
import { type Command, shortcuts } from '../../shared/contract/commands.ts';

export function keyLabel(key: string, isMac = onMac()): string {
  return labelOf(key, isMac);
}

export function onMac(): boolean {
  return typeof navigator !== 'undefined' && /mac/i.test(navigator.userAgent);
}

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey?: boolean;
}

/** The meaning of a press after the previous one; `prefix` waits for a second key. */
export function readKey(press: KeyPress, before: string | null): { command: Command } | { prefix: string } | null {
  if (press.altKey) {
    const held = shortcuts.find((shortcut) => shortcut.keys.includes(`Alt+${press.key}`));
    return held && !press.ctrlKey && !press.metaKey ? { command: held.command } : null;
  }
  if (press.ctrlKey || press.metaKey) {
    const held = shortcuts.find((shortcut) => shortcut.keys.includes(`Mod+${press.key.toLowerCase()}`));
    return held ? { command: held.command } : null;
  }
  if (press.shiftKey) {
    const held = shortcuts.find((shortcut) => shortcut.keys.includes(`Shift+${press.key}`));
    if (held) return { command: held.command };
  }
  const pair = before === null ? null : `${before} ${press.key}`;
  for (const shortcut of shortcuts)
    if (pair !== null && shortcut.keys.includes(pair)) return { command: shortcut.command };
  for (const shortcut of shortcuts) if (shortcut.keys.includes(press.key)) return { command: shortcut.command };
  return shortcuts.some((shortcut) => shortcut.keys.some((key) => key.startsWith(`${press.key} `)))
    ? { prefix: press.key }
    : null;
}
