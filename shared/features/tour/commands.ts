import type { Shortcut } from '../../api/commands.ts';

export const tourCommands = [
  {
    command: 'tour',
    keys: [],
    does: 'Take the tour',
    group: 'Settings',
    palette: 'found',
    menu: { in: 'Help', at: 12 },
  },
] as const satisfies readonly Shortcut[];
