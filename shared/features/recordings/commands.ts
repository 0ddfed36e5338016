import type { Shortcut } from '../../api/commands.ts';

export const recordingsCommands = [
  {
    command: 'new-recording',
    keys: [],
    does: 'Start a new recording',
    group: 'Log',
    menu: { in: 'File', at: 14 },
    accelerator: 'CmdOrCtrl+N',
  },
  {
    command: 'open-file',
    keys: [],
    does: 'Open a recording…',
    group: 'Log',
    menu: { in: 'File', at: 11 },
    accelerator: 'CmdOrCtrl+O',
  },
  {
    command: 'export',
    keys: [],
    does: 'Export as capture, HAR or report…',
    group: 'Log',
    menu: { in: 'File', at: 15 },
    accelerator: 'CmdOrCtrl+S',
  },
  { command: 'recordings', keys: [], does: 'Recordings…', group: 'Log', menu: { in: 'File', at: 13 } },
  { command: 'transcripts', keys: [], does: 'Read a client’s transcript…', group: 'Log', menu: { in: 'File', at: 23 } },
  { command: 'back-to-now', keys: [], does: 'Back to live', group: 'Log' },
] as const satisfies readonly Shortcut[];
