import type { Shortcut } from '../../api/commands.ts';

export const callCommands = [
  {
    command: 'new-call',
    keys: ['c'],
    does: 'Call a tool',
    group: 'Calls',
    menu: { in: 'Log', at: 12, label: 'Call a tool…' },
    accelerator: 'CmdOrCtrl+T',
  },
] as const satisfies readonly Shortcut[];
