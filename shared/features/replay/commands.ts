import type { Shortcut } from '../../api/commands.ts';

export const replayCommands = [
  {
    command: 'replay',
    keys: ['r'],
    does: 'Replay: send again',
    group: 'Calls',
    menu: { in: 'Log', at: 22, label: 'Replay' },
    accelerator: 'CmdOrCtrl+Shift+R',
  },
  {
    command: 'edit-replay',
    keys: ['e'],
    does: 'Edit and replay',
    group: 'Calls',
    menu: { in: 'Log', at: 23 },
    accelerator: 'CmdOrCtrl+E',
  },
  { command: 'wait-retry', keys: ['w'], does: 'Wait as the server asked, then retry', group: 'Calls' },
  { command: 'mark', keys: ['m'], does: 'Mark for comparison', group: 'Calls', palette: 'found' },
  { command: 'diff-marked', keys: ['d'], does: 'Compare with the marked row', group: 'Calls' },
  { command: 'replay-all', keys: [], does: 'Replay all failures…', group: 'Window' },
] as const satisfies readonly Shortcut[];
