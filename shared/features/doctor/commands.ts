import type { Shortcut } from '../../api/commands.ts';

export const doctorCommands = [
  { command: 'check-clients', keys: ['C'], does: 'Check the server for clients', group: 'Calls', palette: 'found' },
] as const satisfies readonly Shortcut[];
