import type { Shortcut } from '../../api/commands.ts';

export const fixCommands = [
  { command: 'fix-until-works', keys: ['F'], does: 'Fix until it works', group: 'Calls' },
] as const satisfies readonly Shortcut[];
