import type { Shortcut } from '../../api/commands.ts';

export const holdCommands = [
  { command: 'hold-next', keys: ['h'], does: 'Hold the next one like this', group: 'Calls' },
  { command: 'hold-rules', keys: [], does: 'Hold messages…', group: 'Calls', palette: 'found' },
  {
    command: 'held-message',
    keys: ['H'],
    does: 'Open the held message',
    group: 'Calls',
    palette: 'found',
  },
  { command: 'release-held', keys: ['R'], does: 'Release all held messages', group: 'Calls' },
] as const satisfies readonly Shortcut[];
