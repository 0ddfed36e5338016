import type { Shortcut } from '../../api/commands.ts';

export const settingsCommands = [
  {
    command: 'go-settings',
    keys: ['g s'],
    does: 'Settings',
    group: 'Places',
    menu: { in: 'Settings', at: 11, label: 'Settings…' },
    accelerator: 'CmdOrCtrl+,',
  },
  {
    command: 'theme-system',
    keys: [],
    does: 'Theme: system',
    group: 'Settings',
    palette: 'found',
    menu: { in: 'Theme', at: 11, label: 'System' },
  },
  {
    command: 'theme-light',
    keys: [],
    does: 'Theme: light',
    group: 'Settings',
    palette: 'found',
    menu: { in: 'Theme', at: 12, label: 'Light' },
  },
  {
    command: 'theme-dark',
    keys: [],
    does: 'Theme: dark',
    group: 'Settings',
    palette: 'found',
    menu: { in: 'Theme', at: 13, label: 'Dark' },
  },
  {
    command: 'time-clock',
    keys: [],
    does: 'Clock time',
    group: 'Settings',
    palette: 'found',
    menu: { in: 'Time format', at: 11 },
  },
  {
    command: 'time-elapsed',
    keys: [],
    does: 'Time since the recording began',
    group: 'Settings',
    palette: 'found',
    menu: { in: 'Time format', at: 12, label: 'Since the recording began' },
  },
] as const satisfies readonly Shortcut[];
