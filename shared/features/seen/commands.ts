import type { Shortcut } from '../../api/commands.ts';

export const seenCommands = [
  { command: 'differences', keys: [], does: 'Only calls whose model got something else', group: 'Rows' },
] as const satisfies readonly Shortcut[];
