// The one table of what the app can do: the key handler, the sheet, the palette and the desktop's menu all read it, so that none
// can know more than the others. Doing it is renderer/shell/commands/run-command.ts's, whether it can be done now availability.ts's.

export const commands = [
  'next-row',
  'previous-row',
  'next-failure',
  'previous-failure',
  'pick-next',
  'pick-previous',
  'open',
  'back',
  'previous-section',
  'next-section',
  'toggle-sections',
  'next-tab',
  'card-menu',
  'replay',
  'edit-replay',
  'fix-call',
  'wait-retry',
  'sign-in',
  'mark',
  'diff-marked',
  'expected',
  'resolved',
  'new-call',
  'filter',
  'pause',
  'newest',
  'zoom-in',
  'zoom-out',
  'zoom-all',
  'calls-only',
  'columns',
  'unfold-all',
  'sheet',
  'go-timeline',
  'go-failures',
  'go-replay',
  'go-compare',
  'go-probe',
  'go-back',
  'go-forward',
  'palette',
  'clear-filter',
  'replay-all',
  'copy-failure',
  'copy-request',
  'copy-response',
  'copy-link',
  'connect-all',
  'add-server',
  'import-servers',
  'watch-client',
  'answer-ask',
  'try-samples',
  'new-recording',
  'open-file',
  'export',
  'recordings',
  'back-to-now',
  'dialects',
  'theme-system',
  'theme-light',
  'theme-dark',
  'time-clock',
  'time-elapsed',
  'tour',
] as const;
export type Command = (typeof commands)[number];

export interface Shortcut {
  command: Command;
  /**
   * Each is `key`, two keys pressed one after the other, `g t`, or `Mod+k` with Ctrl or ⌘ held. Names as in
   * KeyboardEvent.key. None: it is found in the palette only.
   */
  keys: string[];
  does: string;
  group: (typeof groups)[number];
}

export const groups = ['Rows', 'Card', 'Calls', 'Places', 'Window', 'Log', 'Settings'] as const;

export const shortcuts: Shortcut[] = [
  { command: 'next-row', keys: ['j', 'ArrowDown'], does: 'Next row', group: 'Rows' },
  { command: 'previous-row', keys: ['k', 'ArrowUp'], does: 'Previous row', group: 'Rows' },
  { command: 'next-failure', keys: ['n'], does: 'Next failure', group: 'Rows' },
  { command: 'previous-failure', keys: ['N'], does: 'Previous failure', group: 'Rows' },
  { command: 'pick-next', keys: ['Shift+ArrowDown'], does: 'Select the next row too', group: 'Rows' },
  { command: 'pick-previous', keys: ['Shift+ArrowUp'], does: 'Select the previous row too', group: 'Rows' },
  { command: 'open', keys: ['Enter'], does: 'Open the selected row', group: 'Rows' },
  { command: 'back', keys: ['Escape'], does: 'Close the card, or go back', group: 'Rows' },
  { command: 'next-section', keys: [']'], does: 'Next section of the card', group: 'Card' },
  { command: 'previous-section', keys: ['['], does: 'Previous section of the card', group: 'Card' },
  { command: 'toggle-sections', keys: ['o'], does: 'Open or fold all sections', group: 'Card' },
  { command: 'next-tab', keys: ['t'], does: 'Next tab of the card', group: 'Card' },
  { command: 'card-menu', keys: ['.'], does: 'More actions of the card', group: 'Card' },
  { command: 'expected', keys: ['x'], does: 'Mark as expected, or not', group: 'Rows' },
  { command: 'resolved', keys: ['v'], does: 'Mark as resolved, or not', group: 'Rows' },
  { command: 'newest', keys: ['G', 'End'], does: 'Go to the newest row', group: 'Rows' },
  { command: 'zoom-in', keys: ['+', '='], does: 'Waterfall closer; also Ctrl and the wheel', group: 'Rows' },
  { command: 'zoom-out', keys: ['-'], does: 'Waterfall farther', group: 'Rows' },
  { command: 'zoom-all', keys: ['0'], does: 'The whole waterfall', group: 'Rows' },
  { command: 'calls-only', keys: [], does: 'Calls only, or all rows', group: 'Rows' },
  { command: 'columns', keys: [], does: 'Choose columns…', group: 'Rows' },
  { command: 'unfold-all', keys: [], does: 'Unfold or fold all connections', group: 'Rows' },
  { command: 'replay', keys: ['r'], does: 'Replay: send it again as it was', group: 'Calls' },
  { command: 'edit-replay', keys: ['e'], does: 'Edit and replay', group: 'Calls' },
  { command: 'fix-call', keys: ['f'], does: 'Fix the request and retry, or open the form', group: 'Calls' },
  { command: 'wait-retry', keys: ['w'], does: 'Wait as the server asked, then retry', group: 'Calls' },
  { command: 'sign-in', keys: ['s'], does: 'Sign in to the server', group: 'Calls' },
  { command: 'mark', keys: ['m'], does: 'Mark, to compare with', group: 'Calls' },
  { command: 'diff-marked', keys: ['d'], does: 'Difference with the marked one', group: 'Calls' },
  { command: 'new-call', keys: ['c'], does: 'Call a tool; on a card with Copy report: copy it', group: 'Calls' },
  { command: 'filter', keys: ['/'], does: 'Filter', group: 'Window' },
  { command: 'pause', keys: [' '], does: 'Pause or resume the live list', group: 'Window' },
  { command: 'go-timeline', keys: ['g t'], does: 'Go to the timeline', group: 'Places' },
  { command: 'go-failures', keys: ['g f'], does: 'Go to the failures, in groups', group: 'Places' },
  { command: 'go-replay', keys: ['g r'], does: 'Go to the replays', group: 'Places' },
  { command: 'go-compare', keys: ['g c'], does: 'Go to the comparison of servers', group: 'Places' },
  { command: 'go-probe', keys: ['g p'], does: 'Go to probing servers', group: 'Places' },
  { command: 'go-back', keys: ['Alt+ArrowLeft', 'Mod+['], does: 'Back to the last place', group: 'Places' },
  { command: 'go-forward', keys: ['Alt+ArrowRight', 'Mod+]'], does: 'Forward again', group: 'Places' },
  { command: 'sheet', keys: ['?'], does: 'Show all keys', group: 'Window' },
  { command: 'palette', keys: ['Mod+k'], does: 'Find any action', group: 'Window' },
  { command: 'clear-filter', keys: [], does: 'Take the filter off', group: 'Window' },
  { command: 'replay-all', keys: [], does: 'Replay all failures…', group: 'Window' },
  { command: 'copy-failure', keys: [], does: 'Copy the card as Markdown', group: 'Calls' },
  { command: 'copy-request', keys: [], does: 'Copy the request', group: 'Calls' },
  { command: 'copy-response', keys: [], does: 'Copy the response', group: 'Calls' },
  { command: 'copy-link', keys: [], does: 'Copy a link to this place', group: 'Window' },
  { command: 'connect-all', keys: [], does: 'Connect all servers', group: 'Window' },
  { command: 'add-server', keys: [], does: 'Add a server…', group: 'Window' },
  { command: 'import-servers', keys: [], does: 'Import servers that other programs use…', group: 'Window' },
  { command: 'watch-client', keys: [], does: 'Watch a client, or stop watching it…', group: 'Window' },
  { command: 'answer-ask', keys: [], does: 'Answer what a server asks…', group: 'Calls' },
  { command: 'try-samples', keys: [], does: 'Try the sample servers', group: 'Window' },
  { command: 'new-recording', keys: [], does: 'Begin a new recording', group: 'Log' },
  { command: 'open-file', keys: [], does: 'Open a capture from a file…', group: 'Log' },
  { command: 'export', keys: [], does: 'Export as capture, HAR or report…', group: 'Log' },
  { command: 'recordings', keys: [], does: 'All recordings, and how long they are kept…', group: 'Log' },
  { command: 'back-to-now', keys: [], does: 'Back to what happens now', group: 'Log' },
  { command: 'dialects', keys: [], does: 'Dialects…', group: 'Settings' },
  { command: 'theme-system', keys: [], does: 'Theme: as the system', group: 'Settings' },
  { command: 'theme-light', keys: [], does: 'Theme: light', group: 'Settings' },
  { command: 'theme-dark', keys: [], does: 'Theme: dark', group: 'Settings' },
  { command: 'time-clock', keys: [], does: 'Times: of the day', group: 'Settings' },
  { command: 'time-elapsed', keys: [], does: 'Times: since the recording began', group: 'Settings' },
  { command: 'tour', keys: [], does: 'Take the tour', group: 'Settings' },
];

const keyNames: Record<string, string> = {
  ' ': 'Space',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
  'Alt+ArrowLeft': 'Alt ←',
  'Alt+ArrowRight': 'Alt →',
  'Shift+ArrowDown': 'Shift ↓',
  'Shift+ArrowUp': 'Shift ↑',
};

/** A key as it is printed: `Esc`, `g then t`, `⌘ K`. */
export function keyLabel(key: string, isMac: boolean): string {
  return key
    .split(/(?<=.) (?=.)/)
    .map((part) =>
      part.startsWith('Mod+') ? `${isMac ? '⌘' : 'Ctrl'} ${part.slice(4).toUpperCase()}` : (keyNames[part] ?? part),
    )
    .join(' then ');
}
