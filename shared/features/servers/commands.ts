import type { Shortcut } from '../../api/commands.ts';

export const serversCommands = [
  { command: 'add-server', keys: [], does: 'Add a server…', group: 'Window', menu: { in: 'File', at: 21 } },
  {
    command: 'import-servers',
    keys: [],
    does: 'Import servers from other programs…',
    group: 'Window',
    palette: 'found',
  },
] as const satisfies readonly Shortcut[];
