import type { Shortcut } from '../../api/commands.ts';

export const failuresCommands = [
  {
    command: 'go-failures',
    keys: ['g f'],
    does: 'Go to Failures',
    group: 'Places',
    menu: { in: 'View', at: 12, label: 'Failures' },
    accelerator: 'CmdOrCtrl+2',
  },
] as const satisfies readonly Shortcut[];
