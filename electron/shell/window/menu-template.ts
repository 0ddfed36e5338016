// The content of the application menu: every command of the common table, and the actions for editing, zoom, windows and
// quitting. Owns the menu and the system shortcut of each command; menu.ts turns it into Electron's menu.

import type { MenuItemConstructorOptions } from 'electron';
import { type Command, keyLabel, type Shortcut, shortcuts } from '../../../shared/api/commands.ts';

export interface MenuOptions {
  isMac: boolean;
  withDevTools: boolean;
  /** Paths of captures, newest first. */
  recent: readonly string[];
  canUpdate: boolean;
  run(command: Command): void;
  openRecent(path: string): void;
  clearRecent(): void;
  showDocumentation(): void;
  showLogs(): void;
  checkForUpdates(): void;
}

type Item = MenuItemConstructorOptions;
type OwnMenu = 'File' | 'Edit' | 'View' | 'Log' | 'Help';

/** The menu of a group of commands, unless one is named below. A new command appears in a menu without an entry here. */
const menuOfGroup: Record<Shortcut['group'], OwnMenu> = {
  Rows: 'Log',
  Card: 'Log',
  Calls: 'Log',
  Places: 'View',
  Window: 'View',
  Log: 'File',
  Settings: 'View',
};
const menuOfCommand: Partial<Record<Command, OwnMenu>> = {
  filter: 'Edit',
  'clear-filter': 'Edit',
  'copy-failure': 'Edit',
  'copy-request': 'Edit',
  'copy-response': 'Edit',
  'copy-link': 'Edit',
  'add-server': 'File',
  'import-servers': 'File',
  'watch-client': 'File',
  'try-samples': 'File',
  'replay-all': 'Log',
  pause: 'Log',
  'back-to-now': 'Log',
  dialects: 'File',
  sheet: 'Help',
  tour: 'Help',
};

/**
 * Common shortcuts of other programs. Single letters are only shown next to the name: as accelerators they would block typing in
 * fields.
 */
const accelerators: Partial<Record<Command, string>> = {
  'open-file': 'CmdOrCtrl+O',
  export: 'CmdOrCtrl+S',
  'new-recording': 'CmdOrCtrl+N',
  filter: 'CmdOrCtrl+F',
  palette: 'CmdOrCtrl+K',
};

export function menuTemplate(options: MenuOptions): Item[] {
  const { isMac, withDevTools, run } = options;
  const own = (menu: OwnMenu, without: Command[] = []): Item[] =>
    shortcuts
      .filter(
        ({ command, group }) => (menuOfCommand[command] ?? menuOfGroup[group]) === menu && !without.includes(command),
      )
      .map((shortcut) => itemOf(shortcut, isMac, run));
  const one = (command: Command): Item[] =>
    shortcuts.filter((shortcut) => shortcut.command === command).map((shortcut) => itemOf(shortcut, isMac, run));

  const file: Item[] = [
    ...one('open-file'),
    { label: 'Open recent', submenu: recentItems(options) },
    line,
    ...own('File', ['open-file']),
    line,
    isMac ? { role: 'close' } : { role: 'quit' },
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
    ...own('Edit'),
  ];
  const view: Item[] = [
    ...own('View'),
    line,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    // The same key without Shift, which is where most keyboards have the plus sign.
    { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
    { role: 'zoomOut' },
    line,
    { role: 'togglefullscreen' },
    ...(withDevTools ? ([line, { role: 'reload' }, { role: 'toggleDevTools' }] satisfies Item[]) : []),
  ];
  const update: Item[] = options.canUpdate
    ? [{ id: 'check-for-updates', label: 'Check for updates…', click: () => options.checkForUpdates() }]
    : [];
  const help: Item[] = [
    ...own('Help'),
    { id: 'documentation', label: 'Documentation', click: () => options.showDocumentation() },
    line,
    { id: 'show-logs', label: 'Show logs', click: () => options.showLogs() },
    ...update,
    ...(isMac ? [] : ([line, { id: 'about', role: 'about', label: 'About Misfire' }] satisfies Item[])),
  ];
  return [
    ...(isMac ? ([{ role: 'appMenu' }] satisfies Item[]) : []),
    { label: 'File', submenu: file },
    { label: 'Edit', submenu: edit },
    { label: 'View', submenu: view },
    { label: 'Log', submenu: own('Log') },
    { role: 'windowMenu' },
    { role: 'help', label: 'Help', submenu: help },
  ];
}

const line: Item = { type: 'separator' };

function itemOf({ command, does, keys }: Shortcut, isMac: boolean, run: (command: Command) => void): Item {
  const accelerator = accelerators[command];
  const key = keys[0];
  return {
    id: command,
    label: accelerator || key === undefined ? does : `${does} (${keyLabel(key, isMac)})`,
    ...(accelerator ? { accelerator } : {}),
    click: () => run(command),
  };
}

function recentItems({ recent, openRecent, clearRecent }: MenuOptions): Item[] {
  if (recent.length === 0) return [{ label: 'No captures yet', enabled: false }];
  return [
    ...recent.map((path): Item => ({ label: path.replaceAll('&', '&&'), click: () => openRecent(path) })),
    line,
    { label: 'Forget these', click: clearRecent },
  ];
}
