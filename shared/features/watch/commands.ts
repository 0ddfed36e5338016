import type { Shortcut } from '../../api/commands.ts';

export const watchCommands = [
  { command: 'watch-client', keys: [], does: 'Watch a client…', group: 'Window', menu: { in: 'File', at: 22 } },
] as const satisfies readonly Shortcut[];
