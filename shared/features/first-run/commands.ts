import type { Shortcut } from '../../api/commands.ts';

export const firstRunCommands = [
  { command: 'try-samples', keys: [], does: 'Try the sample servers', group: 'Window', palette: 'found' },
] as const satisfies readonly Shortcut[];
