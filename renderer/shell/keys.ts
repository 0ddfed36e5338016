// The one table of shortcuts: the handler and the sheet both read it, so that neither can know more than the other.

export const commands = [
  'next-row',
  'previous-row',
  'next-failure',
  'previous-failure',
  'open',
  'back',
  'replay',
  'edit-replay',
  'wait-retry',
  'mark',
  'diff-marked',
  'expected',
  'new-call',
  'filter',
  'pause',
  'newest',
  'sheet',
  'go-timeline',
  'go-failures',
  'go-replay',
  'go-compare',
  'go-probe',
] as const;
export type Command = (typeof commands)[number];

export interface Shortcut {
  command: Command;
  /** Each is `key` or two keys pressed one after the other, `g t`. Names as in KeyboardEvent.key. */
  keys: string[];
  does: string;
  group: 'Rows' | 'Calls' | 'Window';
}

export const shortcuts: Shortcut[] = [
  { command: 'next-row', keys: ['j', 'ArrowDown'], does: 'Next row', group: 'Rows' },
  { command: 'previous-row', keys: ['k', 'ArrowUp'], does: 'Previous row', group: 'Rows' },
  { command: 'next-failure', keys: ['n'], does: 'Next failure', group: 'Rows' },
  { command: 'previous-failure', keys: ['N'], does: 'Previous failure', group: 'Rows' },
  { command: 'open', keys: ['Enter'], does: 'Open the selected row', group: 'Rows' },
  { command: 'back', keys: ['Escape'], does: 'Close the card, or go back', group: 'Rows' },
  { command: 'expected', keys: ['x'], does: 'Expected: keep failures like it quiet, or not', group: 'Rows' },
  { command: 'newest', keys: ['G', 'End'], does: 'Go to the newest row', group: 'Rows' },
  { command: 'replay', keys: ['r'], does: 'Replay: send it again as it was', group: 'Calls' },
  { command: 'edit-replay', keys: ['e'], does: 'Edit and replay', group: 'Calls' },
  { command: 'wait-retry', keys: ['w'], does: 'Wait as the server asked, then retry', group: 'Calls' },
  { command: 'mark', keys: ['m'], does: 'Mark, to compare with', group: 'Calls' },
  { command: 'diff-marked', keys: ['d'], does: 'Difference with the marked one', group: 'Calls' },
  { command: 'new-call', keys: ['c'], does: 'Call a tool by hand', group: 'Calls' },
  { command: 'filter', keys: ['/'], does: 'Filter', group: 'Window' },
  { command: 'pause', keys: [' '], does: 'Pause or resume the live list', group: 'Window' },
  { command: 'go-timeline', keys: ['g t'], does: 'Show everything', group: 'Window' },
  { command: 'go-failures', keys: ['g f'], does: 'Show failures in groups', group: 'Window' },
  { command: 'go-replay', keys: ['g r'], does: 'Show replays', group: 'Window' },
  { command: 'go-compare', keys: ['g c'], does: 'Compare servers', group: 'Window' },
  { command: 'go-probe', keys: ['g p'], does: 'Probe servers', group: 'Window' },
  { command: 'sheet', keys: ['?'], does: 'Show this list', group: 'Window' },
];

const keyNames: Record<string, string> = { ' ': 'Space', ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' };

export function keyLabel(key: string): string {
  return key
    .split(/(?<=.) (?=.)/)
    .map((part) => keyNames[part] ?? part)
    .join(' then ');
}

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** What a press means after the one before it; `prefix` waits for a second key. */
export function readKey(press: KeyPress, before: string | null): { command: Command } | { prefix: string } | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  const pair = before === null ? null : `${before} ${press.key}`;
  for (const shortcut of shortcuts)
    if (pair !== null && shortcut.keys.includes(pair)) return { command: shortcut.command };
  for (const shortcut of shortcuts) if (shortcut.keys.includes(press.key)) return { command: shortcut.command };
  return shortcuts.some((shortcut) => shortcut.keys.some((key) => key.startsWith(`${press.key} `)))
    ? { prefix: press.key }
    : null;
}
