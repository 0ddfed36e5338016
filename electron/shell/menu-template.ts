// What is in the application menu: every command of the one table, and what editing, zooming and quitting need.
// Nothing in it leads out of the page. Only describes; menu.ts makes it Electron's.

import type { MenuItemConstructorOptions } from 'electron';
import { type Command, groups, keyLabel, shortcuts } from '../../shared/commands.ts';

export interface MenuOptions {
  isMac: boolean;
  withDevTools: boolean;
  run: (command: Command) => void;
}

export function menuTemplate({ isMac, withDevTools, run }: MenuOptions): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(withDevTools
      ? ([{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }] satisfies MenuItemConstructorOptions[])
      : []),
  ];
  const first: MenuItemConstructorOptions = isMac
    ? { role: 'appMenu' }
    : { label: 'File', submenu: [{ role: 'quit' }] };
  const own = groups.map((group) => ({
    // Electron's own menu of windows is called Window.
    label: group === 'Window' ? 'Actions' : group,
    submenu: shortcuts
      .filter((shortcut) => shortcut.group === group)
      .map(({ command, does, keys }) => ({
        id: command,
        // Written, not registered: as accelerators, single letters would be taken from whoever types in a field.
        label: keys[0] === undefined ? does : `${does} (${keyLabel(keys[0], isMac)})`,
        click: () => run(command),
      })),
  }));
  return [first, { role: 'editMenu' }, ...own, { label: 'View', submenu: view }, { role: 'windowMenu' }];
}
