// The commands of the core, and what a command is. Features have theirs in their folder of shared/features; shared/contract/commands.ts
// lists all of them. Key handler, palette, shortcut sheet and desktop menus are loops over that list.
// renderer/shell/commands/core-commands.ts runs those of the core.

export interface Shortcut {
  readonly command: string;
  /**
   * Each is `key`, a sequence of two keys, `g t`, or `Mod+k` with Ctrl or ⌘. Names as in KeyboardEvent.key. Empty: only in the palette.
   */
  readonly keys: readonly string[];
  readonly does: string;
  readonly group: (typeof groups)[number];
  /** `found`: listed only if the query matches. `never`: for keys, or for a menu. */
  readonly palette?: 'found' | 'never';
  /** Its place in the desktop menus: the tens are the block, the ones the place in it. `label`: its name there. */
  readonly menu?: { readonly in: (typeof menus)[number]; readonly at: number; readonly label?: string };
  /** Of the desktop menu. Single letters, which the window has, would block typing in fields. */
  readonly accelerator?: string;
}

export const groups = ['Rows', 'Card', 'Calls', 'Places', 'Window', 'Log', 'Settings'] as const;
export const menus = ['File', 'Edit', 'View', 'Theme', 'Time format', 'Log', 'Help', 'Settings'] as const;

export const rowCommands = [
  { command: 'next-row', keys: ['j', 'ArrowDown'], does: 'Next row', group: 'Rows', palette: 'never' },
  { command: 'previous-row', keys: ['k', 'ArrowUp'], does: 'Previous row', group: 'Rows', palette: 'never' },
  {
    command: 'next-failure',
    keys: ['n'],
    does: 'Next failure',
    group: 'Rows',
    menu: { in: 'Log', at: 31 },
    accelerator: 'CmdOrCtrl+G',
  },
  {
    command: 'previous-failure',
    keys: ['N'],
    does: 'Previous failure',
    group: 'Rows',
    menu: { in: 'Log', at: 32 },
    accelerator: 'CmdOrCtrl+Shift+G',
  },
  {
    command: 'pick-next',
    keys: ['Shift+ArrowDown'],
    does: 'Extend the selection down',
    group: 'Rows',
    palette: 'never',
  },
  {
    command: 'pick-previous',
    keys: ['Shift+ArrowUp'],
    does: 'Extend the selection up',
    group: 'Rows',
    palette: 'never',
  },
  { command: 'unfold', keys: ['ArrowRight'], does: 'Unfold the row', group: 'Rows', palette: 'never' },
  { command: 'fold', keys: ['ArrowLeft'], does: 'Fold the row', group: 'Rows', palette: 'never' },
  { command: 'open', keys: ['Enter'], does: 'Open the selected row', group: 'Rows', palette: 'never' },
  { command: 'back', keys: ['Escape'], does: 'Close the card, or go back', group: 'Rows', palette: 'never' },
  {
    command: 'expected',
    keys: ['x'],
    does: 'Mark as expected, or not',
    group: 'Rows',
    menu: { in: 'Log', at: 24 },
    accelerator: 'CmdOrCtrl+Shift+X',
  },
  { command: 'resolved', keys: ['v'], does: 'Mark as resolved, or not', group: 'Rows' },
  {
    command: 'newest',
    keys: ['G', 'End'],
    does: 'Go to the newest row',
    group: 'Rows',
    palette: 'found',
    menu: { in: 'Log', at: 33 },
    accelerator: 'CmdOrCtrl+Down',
  },
  { command: 'zoom-in', keys: ['+', '='], does: 'Zoom in (also Ctrl + wheel)', group: 'Rows', palette: 'found' },
  { command: 'zoom-out', keys: ['-'], does: 'Zoom out', group: 'Rows', palette: 'found' },
  { command: 'zoom-all', keys: ['0'], does: 'Fit the waterfall', group: 'Rows', palette: 'found' },
  { command: 'calls-only', keys: [], does: 'Calls only, or all rows', group: 'Rows', palette: 'found' },
  { command: 'columns', keys: [], does: 'Choose columns…', group: 'Rows', palette: 'found' },
  { command: 'unfold-all', keys: [], does: 'Unfold or fold all connections', group: 'Rows', palette: 'found' },
] as const satisfies readonly Shortcut[];

export const cardCommands = [
  { command: 'next-section', keys: [']'], does: 'Next section of the card', group: 'Card', palette: 'never' },
  { command: 'previous-section', keys: ['['], does: 'Previous section of the card', group: 'Card', palette: 'never' },
  { command: 'toggle-sections', keys: ['o'], does: 'Open or fold all sections', group: 'Card', palette: 'never' },
  { command: 'next-tab', keys: ['t'], does: 'Next tab of the card', group: 'Card', palette: 'never' },
  { command: 'card-menu', keys: ['.'], does: 'More actions of the card', group: 'Card', palette: 'never' },
] as const satisfies readonly Shortcut[];

export const commandsOfCards = [
  {
    command: 'fix-call',
    keys: ['f'],
    does: 'Fix: the button of the card',
    group: 'Calls',
    menu: { in: 'Log', at: 21, label: 'Fix and retry' },
    accelerator: 'CmdOrCtrl+Shift+F',
  },
  { command: 'sign-in', keys: ['s'], does: 'Sign in to the server', group: 'Calls' },
  {
    command: 'copy-failure',
    keys: [],
    does: 'Copy the card as Markdown',
    group: 'Calls',
    menu: { in: 'Edit', at: 12 },
  },
  { command: 'copy-request', keys: [], does: 'Copy the request', group: 'Calls', palette: 'found' },
  { command: 'copy-response', keys: [], does: 'Copy the response', group: 'Calls', palette: 'found' },
] as const satisfies readonly Shortcut[];

export const windowCommands = [
  {
    command: 'filter',
    keys: ['/'],
    does: 'Filter',
    group: 'Window',
    menu: { in: 'Edit', at: 11 },
    accelerator: 'CmdOrCtrl+F',
  },
  {
    command: 'pause',
    keys: [' '],
    does: 'Pause or resume the live list',
    group: 'Window',
    palette: 'found',
    menu: { in: 'Log', at: 34 },
    accelerator: 'CmdOrCtrl+P',
  },
  {
    command: 'go-timeline',
    keys: ['g t'],
    does: 'Go to Timeline',
    group: 'Places',
    menu: { in: 'View', at: 11, label: 'Timeline' },
    accelerator: 'CmdOrCtrl+1',
  },
  { command: 'sheet', keys: ['?'], does: 'Shortcuts', group: 'Window', menu: { in: 'Help', at: 11 } },
  {
    command: 'palette',
    keys: ['Mod+k'],
    does: 'Command palette',
    group: 'Window',
    palette: 'never',
    menu: { in: 'Log', at: 11 },
    accelerator: 'CmdOrCtrl+K',
  },
  { command: 'clear-filter', keys: [], does: 'Clear filter', group: 'Window' },
  { command: 'copy-link', keys: [], does: 'Copy a link to this place', group: 'Window', palette: 'found' },
  {
    command: 'connect-all',
    keys: [],
    does: 'Connect all servers',
    group: 'Window',
    menu: { in: 'Log', at: 41 },
    accelerator: 'CmdOrCtrl+Shift+O',
  },
] as const satisfies readonly Shortcut[];

export const travelCommands = [
  { command: 'go-back', keys: ['Alt+ArrowLeft', 'Mod+['], does: 'Back', group: 'Places', palette: 'never' },
  { command: 'go-forward', keys: ['Alt+ArrowRight', 'Mod+]'], does: 'Forward', group: 'Places', palette: 'never' },
] as const satisfies readonly Shortcut[];

const keyNames: Record<string, string> = {
  ' ': 'Space',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowLeft: '←',
  Escape: 'Esc',
  'Alt+ArrowLeft': 'Alt ←',
  'Alt+ArrowRight': 'Alt →',
  'Shift+ArrowDown': 'Shift ↓',
  'Shift+ArrowUp': 'Shift ↑',
};

/** A capital letter alone reads like its small one. */
const shifted = (key: string): string => (/^[A-Z]$/.test(key) ? `Shift ${key}` : key);

/** A shortcut as displayed: `Esc`, `g then t`, `Shift F`, `⌘ K`. */
export function acceleratorLabel(key: string, isMac: boolean): string {
  return key
    .split(/(?<=.) (?=.)/)
    .map((part) =>
      part.startsWith('Mod+')
        ? `${isMac ? '⌘' : 'Ctrl'} ${part.slice(4).toUpperCase()}`
        : (keyNames[part] ?? shifted(part)),
    )
    .join(' then ');
}
