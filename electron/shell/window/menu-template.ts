// The content of the application menu: the actions that people look for in a menu, and those for editing, zoom, windows and quitting.
// The palette has every command. Owns the menu and its accelerators; menu.ts turns it into Electron's menu.

import type { MenuItemConstructorOptions } from 'electron';
import type { Shortcut } from '../../../shared/api/commands.ts';
import { type Command, type CommandEntry, shortcuts } from '../../../shared/contract/commands.ts';

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

export function menuTemplate(options: MenuOptions): Item[] {
  const { isMac, withDevTools, looks, run } = options;
  const checked = [`theme-${looks.theme}`, `time-${looks.times}`];
  const itemOf = ({ command, does, menu, accelerator }: CommandEntry): Item => ({
    id: command,
    label: menu?.label ?? does,
    ...(accelerator !== undefined && { accelerator }),
    click: () => run(command),
  });
  /** The commands of a menu, with a line between blocks. */
  const items = (name: NonNullable<Shortcut['menu']>['in']): Item[] => {
    const found = shortcuts.flatMap((entry) => (entry.menu?.in === name ? { entry, at: entry.menu.at } : []));
    found.sort((a, b) => a.at - b.at);
    return found.flatMap(({ entry, at }, index) => {
      const isNewBlock = index > 0 && Math.floor(at / 10) > Math.floor(found[index - 1]!.at / 10);
      return [...(isNewBlock ? [line] : []), itemOf(entry)];
    });
  };
  const radios = (name: 'Theme' | 'Time format'): Item => ({
    label: name,
    submenu: items(name).map((item) => ({ ...item, type: 'radio', checked: checked.includes(item.id ?? '') })),
  });

  const [open, ...rest] = items('File');
  const file: Item[] = [
    ...(open ? [open] : []),
    { label: 'Open recent', submenu: recentItems(options) },
    ...rest,
    line,
    ...(isMac ? [] : [...items('Settings'), line]),
    { role: 'close' },
    ...(isMac ? [] : ([{ role: 'quit' }] satisfies Item[])),
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
    ...items('Edit'),
  ];
  const view: Item[] = [
    ...items('View'),
    line,
    radios('Theme'),
    radios('Time format'),
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
  const update: Item[] = options.canUpdate
    ? [{ id: 'check-for-updates', label: 'Check for updates…', click: () => options.checkForUpdates() }]
    : [];
  const help: Item[] = [
    ...items('Help'),
    { id: 'documentation', label: 'Documentation', click: () => options.showDocumentation() },
    line,
    { id: 'show-logs', label: 'Show logs', click: () => options.showLogs() },
    ...update,
    ...(isMac ? [] : ([line, { id: 'about', role: 'about', label: 'About Misfire' }] satisfies Item[])),
  ];
  return [
    ...(isMac ? [appMenu(items('Settings'))] : []),
    { label: 'File', submenu: file },
    { label: 'Edit', submenu: edit },
    { label: 'View', submenu: view },
    { label: 'Log', submenu: items('Log') },
    // Elsewhere its item Zoom would be a second one, and a window has its own buttons.
    ...(isMac ? ([{ role: 'windowMenu' }] satisfies Item[]) : []),
    { role: 'help', label: 'Help', submenu: help },
  ];
}

const line: Item = { type: 'separator' };

/** As the system's own, with Settings where people look for them. */
function appMenu(settings: readonly Item[]): Item {
  return {
    label: 'Misfire',
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      line,
      ...settings,
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
