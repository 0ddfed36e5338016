// The content of the application menu: the actions that people look for in a menu, and those for editing, zoom, windows and quitting.
// The palette has every command. Owns the menu and its accelerators; menu.ts turns it into Electron's menu.

import type { MenuItemConstructorOptions } from 'electron';
import { type Command, shortcuts } from '../../../shared/api/commands.ts';

export interface MenuOptions {
  isMac: boolean;
  withDevTools: boolean;
  /** Paths of captures, newest first. */
  recent: readonly string[];
  canUpdate: boolean;
  looks: MenuLooks;
  run(command: Command): void;
  openRecent(path: string): void;
  clearRecent(): void;
  showDocumentation(): void;
  showLogs(): void;
  checkForUpdates(): void;
}

/** What the radio items show. */
export interface MenuLooks {
  theme: 'system' | 'light' | 'dark';
  times: 'clock' | 'elapsed';
}

type Item = MenuItemConstructorOptions;

/** Single letters, which the window has, would block typing in fields as accelerators. */
const accelerators: Partial<Record<Command, string>> = {
  'open-file': 'CmdOrCtrl+O',
  export: 'CmdOrCtrl+S',
  'new-recording': 'CmdOrCtrl+N',
  'go-settings': 'CmdOrCtrl+,',
  filter: 'CmdOrCtrl+F',
  'go-timeline': 'CmdOrCtrl+1',
  'go-failures': 'CmdOrCtrl+2',
  'go-compare': 'CmdOrCtrl+3',
  'go-rehearse': 'CmdOrCtrl+4',
  palette: 'CmdOrCtrl+K',
  'new-call': 'CmdOrCtrl+T',
  'fix-call': 'CmdOrCtrl+Shift+F',
  replay: 'CmdOrCtrl+Shift+R',
  'edit-replay': 'CmdOrCtrl+E',
  'next-failure': 'CmdOrCtrl+G',
  'previous-failure': 'CmdOrCtrl+Shift+G',
  expected: 'CmdOrCtrl+Shift+X',
  pause: 'CmdOrCtrl+P',
  newest: 'CmdOrCtrl+Down',
  'connect-all': 'CmdOrCtrl+Shift+O',
  'stop-rehearsal': 'CmdOrCtrl+.',
};

export function menuTemplate(options: MenuOptions): Item[] {
  const { isMac, withDevTools, looks, run } = options;
  const item = (command: Command, label = nameOf(command)): Item => ({
    id: command,
    label,
    ...(accelerators[command] && { accelerator: accelerators[command] }),
    click: () => run(command),
  });
  const radio = (command: Command, label: string, checked: boolean): Item => ({
    ...item(command, label),
    type: 'radio',
    checked,
  });

  const file: Item[] = [
    item('open-file'),
    { label: 'Open recent', submenu: recentItems(options) },
    item('recordings'),
    item('new-recording'),
    item('export'),
    line,
    item('add-server'),
    item('watch-client'),
    item('transcripts'),
    line,
    ...(isMac
      ? ([{ role: 'close' }] satisfies Item[])
      : [item('go-settings', 'Settings…'), line, { role: 'quit' } as Item]),
  ];
  const edit: Item[] = [
    { role: 'undo' },
    { role: 'redo' },
    line,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
    line,
    item('filter'),
    item('copy-failure'),
  ];
  const view: Item[] = [
    item('go-timeline', 'Timeline'),
    item('go-failures', 'Failures'),
    item('go-compare', 'Compare'),
    item('go-rehearse', 'Rehearse'),
    line,
    {
      label: 'Theme',
      submenu: [
        radio('theme-system', 'System', looks.theme === 'system'),
        radio('theme-light', 'Light', looks.theme === 'light'),
        radio('theme-dark', 'Dark', looks.theme === 'dark'),
      ],
    },
    {
      label: 'Time format',
      submenu: [
        radio('time-clock', 'Clock time', looks.times === 'clock'),
        radio('time-elapsed', 'Since the recording began', looks.times === 'elapsed'),
      ],
    },
    {
      label: 'Zoom',
      submenu: [
        { role: 'zoomIn' },
        // The same key without Shift, which is where most keyboards have the plus sign.
        { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
        { role: 'zoomOut' },
        { role: 'resetZoom' },
      ],
    },
    line,
    { role: 'togglefullscreen' },
    ...(withDevTools
      ? ([line, { role: 'reload', accelerator: 'F5' }, { role: 'toggleDevTools' }] satisfies Item[])
      : []),
  ];
  const log: Item[] = [
    item('palette'),
    item('new-call', 'Call a tool…'),
    line,
    item('fix-call', 'Fix and retry'),
    item('replay', 'Replay'),
    item('edit-replay'),
    item('expected'),
    line,
    item('next-failure'),
    item('previous-failure'),
    item('newest'),
    item('pause'),
    line,
    item('connect-all'),
    item('stop-rehearsal'),
  ];
  const update: Item[] = options.canUpdate
    ? [{ id: 'check-for-updates', label: 'Check for updates…', click: () => options.checkForUpdates() }]
    : [];
  const help: Item[] = [
    item('sheet'),
    item('tour'),
    { id: 'documentation', label: 'Documentation', click: () => options.showDocumentation() },
    line,
    { id: 'show-logs', label: 'Show logs', click: () => options.showLogs() },
    ...update,
    ...(isMac ? [] : ([line, { id: 'about', role: 'about', label: 'About Misfire' }] satisfies Item[])),
  ];
  return [
    ...(isMac ? [appMenu(item('go-settings', 'Settings…'))] : []),
    { label: 'File', submenu: file },
    { label: 'Edit', submenu: edit },
    { label: 'View', submenu: view },
    { label: 'Log', submenu: log },
    { role: 'windowMenu' },
    { role: 'help', label: 'Help', submenu: help },
  ];
}

const line: Item = { type: 'separator' };

const nameOf = (command: Command): string =>
  shortcuts.find((shortcut) => shortcut.command === command)?.does ?? command;

/** As the system's own, with Settings where people look for them. */
function appMenu(settings: Item): Item {
  return {
    label: 'Misfire',
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      line,
      settings,
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  };
}

function recentItems({ recent, openRecent, clearRecent }: MenuOptions): Item[] {
  if (recent.length === 0) return [{ label: 'No recordings yet', enabled: false }];
  return [
    ...recent.map((path): Item => ({ label: path.replaceAll('&', '&&'), click: () => openRecent(path) })),
    line,
    { label: 'Forget these', click: clearRecent },
  ];
}
