import type { Shortcut } from '../../api/commands.ts';

export const asksCommands = [
  { command: 'answer-ask', keys: [], does: 'Answer a server’s request…', group: 'Calls' },
] as const satisfies readonly Shortcut[];
