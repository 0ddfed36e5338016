import type { Shortcut } from '../../api/commands.ts';

export const rehearseCommands = [
  {
    command: 'go-rehearse',
    keys: ['g h'],
    does: 'Go to Rehearse',
    group: 'Places',
    menu: { in: 'View', at: 14, label: 'Rehearse' },
    accelerator: 'CmdOrCtrl+4',
  },
  {
    command: 'stop-rehearsal',
    keys: ['Mod+.'],
    does: 'Stop the rehearsal',
    group: 'Window',
    menu: { in: 'Log', at: 42 },
    accelerator: 'CmdOrCtrl+.',
  },
] as const satisfies readonly Shortcut[];
