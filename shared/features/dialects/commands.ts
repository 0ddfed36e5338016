import type { Shortcut } from '../../api/commands.ts';

export const dialectsCommands = [
  { command: 'dialects', keys: [], does: 'Dialects…', group: 'Settings', palette: 'found' },
] as const satisfies readonly Shortcut[];
