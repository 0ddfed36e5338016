import type { Shortcut } from '../../api/commands.ts';

export const compareCommands = [
  {
    command: 'go-compare',
    keys: ['g c'],
    does: 'Go to Compare',
    group: 'Places',
    menu: { in: 'View', at: 13, label: 'Compare' },
    accelerator: 'CmdOrCtrl+3',
  },
  { command: 'probe', keys: ['g p'], does: 'Probe servers…', group: 'Places' },
  { command: 'compare-recordings', keys: [], does: 'Compare recordings…', group: 'Log', palette: 'found' },
] as const satisfies readonly Shortcut[];
